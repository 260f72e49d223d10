import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { RetailerRole } from './token-rules.js';

/**
 * The purpose of a code: to start a retailer's session, to enter the store's own admin once, or to come back from the
 * provider where an operator signs in.
 */
export type CodePurpose = 'session' | 'admin-sso' | 'operator-sign-in';

/** A code that can be redeemed once. A browser carries it in addresses, where a token must not appear. */
@Entity({ name: 'one_time_codes' })
@Index('one_time_codes_code_hash_idx', ['codeHash'])
@Index('one_time_codes_expires_at_idx', ['expiresAt'])
export class OneTimeCode extends RetailerRow {
  /** sha256 of the code, hex: nobody can redeem the rows of a leaked table. */
  @PrimaryColumn({ type: 'text' })
  codeHash!: string;

  @Column({ type: 'text' })
  purpose!: CodePurpose;

  /** The platform's id of the user, or the subject of the admin who asked for the ticket. */
  @Column({ type: 'text' })
  subject!: string;

  @Column({ type: 'text' })
  role!: RetailerRole;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;
}
