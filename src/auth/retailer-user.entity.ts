import { RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RetailerRole } from './token-rules.js';

/** The present rights of a user of a retailer. They take precedence over the claims of the user's tokens. */
@Entity({ name: 'retailer_users' })
export class RetailerUserEntity extends RetailerRow {
  /** The platform's id of the user: `sub` of a retailer token. */
  @PrimaryColumn({ type: 'text' })
  subject!: string;

  /** In lower case; null where the platform does not name it. */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  /** The role that the platform reported last; null if it never reported one. */
  @Column({ type: 'text', nullable: true })
  role!: RetailerRole | null;

  /** Since when the user has this role. */
  @Column({ type: 'timestamptz', nullable: true })
  roleSince!: Date | null;

  /** Tokens that were issued to the user up to this instant are refused. */
  @Column({ type: 'timestamptz', nullable: true })
  endedAt!: Date | null;
}
