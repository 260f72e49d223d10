import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { NO_RETAILER } from '#libs/kernel';
import { IssuedTokensRepository } from './issued-tokens.repository.js';
import { SessionsRepository } from './sessions.repository.js';
import { ADMIN_TOKEN_SECONDS, invalidToken, type RetailerCaller, type TokenFacts } from './token-rules.js';

/** Revokes tokens. Each request looks its token up, so that a revocation takes effect in all processes at once. */
@Injectable()
export class TokenRevocationsService {
  constructor(
    private readonly database: Database,
    private readonly tokens: IssuedTokensRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  /** 401 if the admin token is revoked. */
  async requireAdmin({ id }: Pick<TokenFacts, 'id'>): Promise<void> {
    if (id !== undefined && (await this.tokens.isRevoked(NO_RETAILER, id))) throw invalidToken();
  }

  /** The token may be unknown here: admin tokens are minted outside the service. */
  revokeAdmin(jti: string): Promise<void> {
    return this.tokens.revoke(NO_RETAILER, jti, latestEnd());
  }

  /** The token may have no row: tokens of the command line are not recorded. */
  revokeModule(retailerId: string, jti: string): Promise<void> {
    return this.tokens.revoke(retailerId, jti, latestEnd());
  }

  /**
   * Ends the session of the caller's token. A token without an id can't be revoked alone: all of the user's tokens end.
   */
  async signOut({ retailerId, subject, token }: RetailerCaller): Promise<void> {
    if (token?.id !== undefined) return this.tokens.revoke(retailerId, token.id, token.expiresAt);
    await this.database.transaction(retailerId, (tx) => this.sessions.endSessions(tx, retailerId, subject));
  }
}

/** An upper bound for the expiry of a token of which only the id is known. */
const latestEnd = (): Date => new Date(Date.now() + 2 * ADMIN_TOKEN_SECONDS * 1_000);
