import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { NO_RETAILER } from '#libs/kernel';
import { IssuedTokensRepository } from './issued-tokens.repository.js';
import { SessionsRepository } from './sessions.repository.js';
import { ADMIN_TOKEN_SECONDS, invalidToken, type RetailerCaller, type TokenFacts } from './token-rules.js';

/** Ends tokens before their time. Looked up with each request, so that it holds in every process at once. */
@Injectable()
export class TokenRevocationsService {
  constructor(
    private readonly database: Database,
    private readonly tokens: IssuedTokensRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  /** 401 where the admin token is revoked. */
  async requireAdmin({ id }: TokenFacts): Promise<void> {
    if (id !== undefined && (await this.tokens.isRevoked(NO_RETAILER, id))) throw invalidToken();
  }

  /** Also one that nobody has seen yet: admin tokens are made outside of the service. */
  revokeAdmin(jti: string): Promise<void> {
    return this.tokens.revoke(NO_RETAILER, jti, latestEnd());
  }

  /** A module token; also one of the command line, which nobody has listed. */
  revokeModule(retailerId: string, jti: string): Promise<void> {
    return this.tokens.revoke(retailerId, jti, latestEnd());
  }

  /** Ends the session of the caller's token and no other; all of the user's where nothing tells the token from others. */
  async signOut({ retailerId, subject, token }: RetailerCaller): Promise<void> {
    if (token?.id !== undefined) return this.tokens.revoke(retailerId, token.id, token.expiresAt);
    await this.database.transaction(retailerId, (tx) => this.sessions.endSessions(tx, retailerId, subject));
  }
}

/** Of a token that we know only the id of: none lives longer. */
const latestEnd = (): Date => new Date(Date.now() + 2 * ADMIN_TOKEN_SECONDS * 1_000);
