import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { RetailersService } from '../retailers/retailers.service.js';
import { IssuedTokensRepository } from './issued-tokens.repository.js';
import type { RetailerUserEntity } from './retailer-user.entity.js';
import { SessionsRepository } from './sessions.repository.js';
import { invalidToken, type ModuleCaller, type RetailerCaller, type TokenFacts } from './token-rules.js';

/** A session of whomever with a store. */
interface Session {
  readonly retailerId: string;
  readonly issuedAt: Date;
}

/** Whether what a token relies on still holds: its signature can't say. Every refusal is a 401. */
@Injectable()
export class SessionValidityService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly repository: SessionsRepository,
    private readonly tokens: IssuedTokensRepository,
  ) {}

  /** Refused where the store is uninstalled or was installed again since. */
  async require(session: Session): Promise<void> {
    if (!(await this.stands(session))) throw invalidToken();
  }

  /** The caller with the role of now. Refused also where the user's sessions were ended since, or this one was. */
  async requireUser(caller: RetailerCaller, token: TokenFacts): Promise<RetailerCaller> {
    const { retailerId, subject } = caller;
    const [user] = await Promise.all([
      this.unendedUser(retailerId, subject, token),
      this.require({ retailerId, issuedAt: token.issuedAt }),
      this.requireUnrevoked(retailerId, token),
    ]);
    return { ...caller, role: user?.role ?? caller.role };
  }

  /** Refused also where the token is revoked, or its minter may not mint, or may so again only since. */
  async requireModule({ retailerId, mintedBy }: ModuleCaller, token: TokenFacts): Promise<void> {
    const [user] = await Promise.all([
      mintedBy?.kind === 'user' ? this.unendedUser(retailerId, mintedBy.subject, token) : undefined,
      this.require({ retailerId, issuedAt: token.issuedAt }),
      this.requireUnrevoked(retailerId, token),
    ]);
    const isOwner = !user?.role || (user.role === 'owner' && !isBefore(token, user.roleSince));
    if (!isOwner) throw invalidToken();
  }

  async stands({ retailerId, issuedAt }: Session, sql?: Sql): Promise<boolean> {
    const retailer = await this.retailers.find(retailerId, sql);
    return retailer !== undefined && retailer.status !== 'uninstalled' && !isBefore({ issuedAt }, retailer.installedAt);
  }

  /** At the end of an installation: what is left after it, access tokens, stands on the store and falls with it. */
  endAll(tx: Tx, retailerId: string): Promise<void> {
    return this.repository.endAll(tx, retailerId);
  }

  /** Ends all sessions of one user of a retailer, and the module tokens that the user has made. */
  end(tx: Tx, retailerId: string, subject: string): Promise<void> {
    return this.repository.endSessions(tx, retailerId, subject);
  }

  private async requireUnrevoked(retailerId: string, { id }: TokenFacts): Promise<void> {
    if (id !== undefined && (await this.tokens.isRevoked(retailerId, id))) throw invalidToken();
  }

  private async unendedUser(
    retailerId: string,
    subject: string,
    token: TokenFacts,
  ): Promise<RetailerUserEntity | undefined> {
    const user = await this.repository.user(retailerId, subject);
    if (user?.endedAt && token.issuedAt <= user.endedAt) throw invalidToken();
    return user;
  }
}

/** Tokens know whole seconds only: one that is issued right after something seems to come before it. */
const isBefore = ({ issuedAt }: Pick<TokenFacts, 'issuedAt'>, time: Date | null): boolean =>
  time !== null && issuedAt.getTime() < Math.floor(time.getTime() / 1_000) * 1_000;
