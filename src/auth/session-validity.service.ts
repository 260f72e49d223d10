import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Retailer } from '../retailers/retailer.entity.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { IssuedTokensRepository } from './issued-tokens.repository.js';
import type { RetailerUserEntity } from './retailer-user.entity.js';
import { SessionsRepository } from './sessions.repository.js';
import { invalidToken, type ModuleCaller, type RetailerCaller, type TokenFacts } from './token-rules.js';

/** A session with one store: of a user, a customer or module R. */
interface Session {
  readonly retailerId: string;
  readonly issuedAt: Date;
}

/**
 * Checks what the signature of a token can't prove: that the store is still installed, that the user's sessions were
 * not ended, and that the token was not revoked. Every refusal is a 401.
 */
@Injectable()
export class SessionValidityService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly repository: SessionsRepository,
    private readonly tokens: IssuedTokensRepository,
  ) {}

  /** Refuses a session of a store that is uninstalled, or that was installed again after the session began. */
  async require(session: Session): Promise<void> {
    if (!(await this.isValid(session))) throw invalidToken();
  }

  /** The caller with the user's present role. Also refuses ended sessions of the user and a revoked token. */
  async requireUser(caller: RetailerCaller, token: TokenFacts): Promise<RetailerCaller> {
    const { retailerId, subject } = caller;
    const [user] = await Promise.all([
      this.activeUser(retailerId, subject, token),
      this.requireStanding(retailerId, token),
    ]);
    return { ...caller, role: user?.role ?? caller.role };
  }

  /**
   * Refuses what `require` refuses, and a revoked token. A token that a user minted is also refused in three cases: the
   * user's sessions ended after its issue, the user is not an owner now, or the user became an owner after its issue.
   */
  async requireModule({ retailerId, mintedBy }: ModuleCaller, token: TokenFacts): Promise<void> {
    const [user] = await Promise.all([
      mintedBy?.kind === 'user' ? this.activeUser(retailerId, mintedBy.subject, token) : undefined,
      this.requireStanding(retailerId, token),
    ]);
    const isOwner = !user?.role || (user.role === 'owner' && !isBefore(token, user.roleSince));
    if (!isOwner) throw invalidToken();
  }

  /** Whether the store is installed and has been since the session began. */
  async isValid({ retailerId, issuedAt }: Session, sql?: Sql): Promise<boolean> {
    return isOfInstallation({ issuedAt }, await this.retailers.find(retailerId, sql));
  }

  /**
   * Ends all sessions when an installation ends. Access tokens have no row: `isValid` refuses them after the uninstall.
   */
  endAll(tx: Tx, retailerId: string): Promise<void> {
    return this.repository.endAll(tx, retailerId);
  }

  /** Ends all sessions of one user of a retailer, and revokes the module tokens that the user has minted. */
  end(tx: Tx, retailerId: string, subject: string): Promise<void> {
    return this.repository.endSessions(tx, retailerId, subject);
  }

  /** Refuses what `require` refuses, and a revoked token. */
  private async requireStanding(retailerId: string, token: TokenFacts): Promise<void> {
    const standing = await this.tokens.standing(retailerId, token.id);
    if (standing?.isRevoked || !isOfInstallation(token, standing)) throw invalidToken();
  }

  private async activeUser(
    retailerId: string,
    subject: string,
    token: TokenFacts,
  ): Promise<RetailerUserEntity | undefined> {
    const user = await this.repository.user(retailerId, subject);
    if (user?.endedAt && token.issuedAt <= user.endedAt) throw invalidToken();
    return user;
  }
}

/** Whether the store is installed and has been since the token was issued. */
const isOfInstallation = (
  token: Pick<TokenFacts, 'issuedAt'>,
  store: Pick<Retailer, 'status' | 'installedAt'> | undefined,
): boolean => store !== undefined && store.status !== 'uninstalled' && !isBefore(token, store.installedAt);

/** A token's times are whole seconds: a token that is issued right after `time` may carry an earlier instant. */
const isBefore = ({ issuedAt }: Pick<TokenFacts, 'issuedAt'>, time: Date | null): boolean =>
  time !== null && issuedAt.getTime() < Math.floor(time.getTime() / 1_000) * 1_000;
