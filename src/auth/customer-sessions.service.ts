import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { randomToken, sha256Hex } from '#libs/crypto';
import { Database, type Tx } from '#libs/database';
import { CommerceQueries } from '../commerce/queries/commerce.queries.js';
import type { RefreshToken } from './refresh-token.entity.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionValidityService } from './session-validity.service.js';
import { TokenIssuerService } from './token-issuer.service.js';
import { invalidToken } from './token-rules.js';

export const ACCESS_SECONDS = 15 * 60;
const REFRESH_SECONDS = 30 * 24 * 60 * 60;

/** The customer of one retailer who has proven to be that customer. */
export interface SignedOn {
  readonly retailerId: string;
  readonly customerId: string;
}

/** What a sign-on or a renewal answers. */
export interface CustomerTokens {
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  /** Seconds. */
  readonly expiresIn: number;
  /** Good once, for 30 days. */
  readonly refreshToken: string;
  readonly customer: {
    readonly id: string;
    readonly externalId: string;
    readonly email: string | null;
    readonly retailerId: string;
  };
}

/** Sessions of customers: short access tokens, and refresh tokens that change with each use. */
@Injectable()
export class CustomerSessionsService {
  constructor(
    private readonly database: Database,
    private readonly repository: SessionsRepository,
    private readonly standing: SessionValidityService,
    private readonly customers: CommerceQueries,
    private readonly tokens: TokenIssuerService,
  ) {}

  /** A new session: its first pair of tokens. 401 where the customer is not (any more) one of the retailer's. */
  open(customer: SignedOn): Promise<CustomerTokens> {
    return this.database.transaction(customer.retailerId, (tx) => this.next(tx, customer, randomUUID()));
  }

  /**
   * The next pair for a refresh token. A token that was used before is in two hands: its whole family ends, so that the
   * thief's copy and the customer's own go dark together and the customer signs on again.
   */
  async renew(refreshToken: string): Promise<CustomerTokens> {
    const renewed = await this.database.transactionAcrossRetailers(async (tx) => {
      const held = await this.repository.refreshToken(tx, sha256Hex(refreshToken));
      if (!held) return undefined;
      if (held.usedAt !== null || !(await this.stands(tx, held))) return this.repository.endFamily(tx, held);
      await this.repository.markUsed(tx, held);
      return this.next(tx, held, held.familyId);
    });
    if (!renewed) throw invalidToken();
    return renewed;
  }

  /** Ends the session that the token belongs to; says nothing about tokens that are none (RFC 7009). */
  async revoke(refreshToken: string): Promise<void> {
    await this.database.transactionAcrossRetailers(async (tx) => {
      const held = await this.repository.refreshToken(tx, sha256Hex(refreshToken));
      if (held) await this.repository.endFamily(tx, held);
    });
  }

  private stands(tx: Tx, { retailerId, createdAt }: RefreshToken): Promise<boolean> {
    return this.standing.stands({ retailerId, issuedAt: createdAt }, tx);
  }

  private async next(tx: Tx, { retailerId, customerId }: SignedOn, familyId: string): Promise<CustomerTokens> {
    const customer = await this.customers.customer(retailerId, customerId, tx);
    if (!customer) throw invalidToken();
    const refreshToken = randomToken();
    await this.repository.saveRefreshToken(
      tx,
      { retailerId, customerId, familyId, tokenHash: sha256Hex(refreshToken) },
      REFRESH_SECONDS,
    );
    const claims = { sub: customerId, retailerId };
    const { id, externalId, email } = customer;
    return {
      accessToken: this.tokens.issue('customer', claims, ACCESS_SECONDS),
      tokenType: 'Bearer',
      expiresIn: ACCESS_SECONDS,
      refreshToken,
      customer: { id, externalId, email, retailerId },
    };
  }
}
