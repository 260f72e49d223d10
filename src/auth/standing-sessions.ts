import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { RetailersService } from '../retailers/retailers.service.js';
import { SessionsRepository } from './sessions.repository.js';
import { invalidToken } from './token-rules.js';

/** Whose token it is and when it was issued. */
export interface Session {
  readonly retailerId: string;
  readonly issuedAt: Date;
  /** The platform's id of the user, where the token is a user's. */
  readonly subject?: string;
}

/** Whether what a token stands on still stands: signatures can't tell. */
@Injectable()
export class StandingSessions {
  constructor(
    private readonly retailers: RetailersService,
    private readonly repository: SessionsRepository,
  ) {}

  /** 401 where the store is uninstalled, was installed anew since, or the user's sessions were ended since. */
  async require(session: Session): Promise<void> {
    if (!(await this.stands(session))) throw invalidToken();
  }

  async stands({ retailerId, issuedAt, subject }: Session, sql?: Sql): Promise<boolean> {
    const retailer = await this.retailers.find(retailerId, sql);
    if (!retailer || retailer.status === 'uninstalled' || issuedAt < wholeSecond(retailer.installedAt)) return false;
    const endedAt = subject === undefined ? undefined : await this.repository.endedAt(retailerId, subject, sql);
    return endedAt === undefined || issuedAt > endedAt;
  }

  /** At the end of an installation: what is left after it, access tokens, stands on the store and falls with it. */
  endAll(tx: Tx, retailerId: string): Promise<void> {
    return this.repository.endAll(tx, retailerId);
  }

  /** Ends all sessions of one user of a retailer. */
  end(tx: Tx, retailerId: string, subject: string): Promise<void> {
    return this.repository.endSessions(tx, retailerId, subject);
  }
}

/** Tokens know whole seconds only: one that is issued right after the install seems to come before it. */
const wholeSecond = (time: Date): Date => new Date(Math.floor(time.getTime() / 1_000) * 1_000);
