import { Injectable } from '@nestjs/common';
import { randomToken, sha256Hex } from '#libs/crypto';
import type { Sql } from '#libs/database';
import { unauthenticated } from '#libs/kernel';
import { SessionsRepository } from './sessions.repository.js';
import type { RetailerRole } from './token-rules.js';

/** What a code opens: a retailer's session, or one way into the store's own admin. */
export type CodePurpose = 'session' | 'admin-sso';

/** Whom a code speaks for. */
export interface CodeHolder {
  readonly retailerId: string;
  /** The platform's id of the user, or who asked for the ticket. */
  readonly subject: string;
  readonly role: RetailerRole;
}

/** Long enough for a redirect, too short to be found in a history. */
export const CODE_SECONDS = 60;

/** Codes for places that a token must not be in, such as an address: single use, 60 seconds. */
@Injectable()
export class OneTimeCodesService {
  constructor(private readonly repository: SessionsRepository) {}

  /** Pass the transaction in which the holder comes to exist. */
  async issue(purpose: CodePurpose, holder: CodeHolder, sql?: Sql): Promise<string> {
    const code = randomToken();
    // The platform has just said who they are in the store: it holds for the sessions that they have already, too.
    if (purpose === 'session') await this.repository.saveRole(holder.retailerId, holder.subject, holder.role, sql);
    await this.repository.saveCode({ ...holder, purpose, codeHash: sha256Hex(code) }, CODE_SECONDS, sql);
    return code;
  }

  /** The holder for exactly one caller; everybody else gets 401. */
  async redeem(purpose: CodePurpose, code: string): Promise<CodeHolder> {
    const row = await this.repository.takeCode(purpose, sha256Hex(code));
    if (!row) throw unauthenticated('invalid_code', 'The code is used, older than a minute, or not one of ours.');
    return { retailerId: row.retailerId, subject: row.subject, role: row.role === 'owner' ? 'owner' : 'member' };
  }
}
