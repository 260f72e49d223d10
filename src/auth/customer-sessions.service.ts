import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { randomToken, sha256Hex } from '#libs/crypto';
import { Database, type Tx } from '#libs/database';
import { CommerceQueries } from '../commerce/queries/commerce.queries.js';
import type { CustomerTokensAnswer } from './customer-tokens.dto.js';
import type { RefreshToken } from './refresh-token.entity.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionValidityService } from './session-validity.service.js';
import { TokenIssuerService } from './token-issuer.service.js';
import { invalidToken } from './token-rules.js';

export const ACCESS_SECONDS = 15 * 60;
const REFRESH_SECONDS = 30 * 24 * 60 * 60;

/** A customer who has proven their identity to one retailer. */
export type SignedOn = Pick<RefreshToken, 'retailerId' | 'customerId'>;

/** Sessions of customers: short-lived access tokens, and refresh tokens that rotate with each use. */
@Injectable()
export class CustomerSessionsService {
  constructor(
    private readonly database: Database,
    private readonly repository: SessionsRepository,
    private readonly validity: SessionValidityService,
    private readonly customers: CommerceQueries,
    private readonly tokens: TokenIssuerService,
  ) {}

  /** Opens a session and returns its first pair of tokens. 401 if the retailer has no such customer. */
  open(customer: SignedOn): Promise<CustomerTokensAnswer> {
    return this.database.transaction(customer.retailerId, (tx) => this.next(tx, customer, randomUUID()));
  }

  /**
   * Exchanges a refresh token for the next pair. A token that is used twice has been copied: its whole family ends, so
   * that the copy and the customer's own token stop working together and the customer signs on again.
   */
  async renew(refreshToken: string): Promise<CustomerTokensAnswer> {
    const renewed = await this.withToken(refreshToken, async (tx, held) => {
      if (held.usedAt !== null || !(await this.isValid(tx, held))) return this.repository.endFamily(tx, held);
      await this.repository.markUsed(tx, held);
      return this.next(tx, held, held.familyId);
    });
    if (!renewed) throw invalidToken();
    return renewed;
  }

  /** Ends the session that the token belongs to. An unknown token is not an error (RFC 7009). */
  async revoke(refreshToken: string): Promise<void> {
    await this.withToken(refreshToken, (tx, held) => this.repository.endFamily(tx, held));
  }

  /** Runs `work` with the token locked. Undefined where there is no such token or it has expired. */
  private async withToken<T>(
    refreshToken: string,
    work: (tx: Tx, held: RefreshToken) => Promise<T>,
  ): Promise<T | undefined> {
    const tokenHash = sha256Hex(refreshToken);
    // Citus locks rows of one retailer at a time, so a separate statement finds the retailer first.
    const retailerId = await this.repository.retailerOfToken(tokenHash);
    if (retailerId === undefined) return undefined;
    return this.database.transaction(retailerId, async (tx) => {
      const held = await this.repository.refreshToken(tx, { retailerId, tokenHash });
      return held && work(tx, held);
    });
  }

  private isValid(tx: Tx, { retailerId, createdAt }: RefreshToken): Promise<boolean> {
    return this.validity.isValid({ retailerId, issuedAt: createdAt }, tx);
  }

  private async next(tx: Tx, { retailerId, customerId }: SignedOn, familyId: string): Promise<CustomerTokensAnswer> {
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
