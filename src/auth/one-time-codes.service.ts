import { Injectable } from '@nestjs/common';
import { randomToken, sha256Hex } from '#libs/crypto';
import type { Sql } from '#libs/database';
import { unauthenticated } from '#libs/kernel';
import type { CodePurpose } from './one-time-code.entity.js';
import { type CodeHolder, SessionsRepository } from './sessions.repository.js';

/** Long enough for a redirect, and too short for somebody who finds the code in a browser's history. */
export const CODE_SECONDS = 60;
/** Long enough to type a password and a second factor. */
export const SIGN_IN_SECONDS = 600;

/** Single-use codes for places where a token must not appear, such as addresses. */
@Injectable()
export class OneTimeCodesService {
  constructor(private readonly repository: SessionsRepository) {}

  /** `sql` is the transaction that creates the holder, if there is one. */
  async issue(
    purpose: CodePurpose,
    { email, ...holder }: CodeHolder & { readonly email?: string | null | undefined },
    sql?: Sql,
  ): Promise<string> {
    const code = randomToken();
    // The platform has just confirmed the user's role in the store: it applies to the user's existing sessions too.
    if (purpose === 'session') await this.repository.saveUser({ ...holder, email }, sql);
    await this.repository.saveCode({ ...holder, purpose, codeHash: sha256Hex(code) }, secondsOf(purpose), sql);
    return code;
  }

  /** Returns the holder to exactly one caller; every other caller gets 401. */
  async redeem(purpose: CodePurpose, code: string): Promise<CodeHolder> {
    const holder = await this.repository.takeCode(purpose, sha256Hex(code));
    if (!holder) throw unauthenticated('invalid_code', 'The code is unknown, already used, or older than a minute.');
    return holder;
  }
}

const secondsOf = (purpose: CodePurpose): number => (purpose === 'operator-sign-in' ? SIGN_IN_SECONDS : CODE_SECONDS);
