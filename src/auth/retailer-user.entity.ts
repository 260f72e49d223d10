import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RetailerRole } from './token-rules.js';

/** What holds now for a user of a retailer, whatever the user's tokens say. */
@Entity({ name: 'retailer_users' })
export class RetailerUserEntity {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** The platform's id of the user: `sub` of a retailer token. */
  @PrimaryColumn({ type: 'text' })
  subject!: string;

  /** As the platform said last; null where it never did. */
  @Column({ type: 'text', nullable: true })
  role!: RetailerRole | null;

  /** Since when it is this role. */
  @Column({ type: 'timestamptz', nullable: true })
  roleSince!: Date | null;

  /** Tokens of the user that were issued up to this moment open nothing. */
  @Column({ type: 'timestamptz', nullable: true })
  endedAt!: Date | null;
}
