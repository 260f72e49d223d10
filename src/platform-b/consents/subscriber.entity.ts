import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Cause } from '../../commerce/model/causes.js';

/**
 * A row of a store's newsletter list, and a read of it that is due. The platform's deliveries name only its id, and a
 * deleted row no longer says whose it was.
 */
@Entity({ name: 'platform_b_subscribers' })
@Index('platform_b_subscribers_email_idx', ['retailerId', 'email'])
@Index('platform_b_subscribers_due_idx', ['retailerId', 'dueAt'], { where: 'due_at IS NOT NULL' })
export class PlatformBSubscriber extends RetailerRow {
  /** The platform's id. */
  @PrimaryColumn({ type: 'text' })
  subscriberId!: string;

  /** In lower case; null until the row was read. */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  /** Null until the row was read. */
  @Column({ type: 'text', nullable: true })
  marketing!: 'subscribed' | 'unsubscribed' | null;

  /** The time of the row's last change, by the platform's clock. */
  @Column({ type: 'timestamptz', nullable: true })
  decidedAt!: Date | null;

  @Column({ type: 'boolean', default: false })
  isDeleted!: boolean;

  /** Counts the requests. A read that began before the last request leaves the row due. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  /** Of the last request. */
  @Column({ type: 'text', nullable: true })
  cause!: Cause | null;

  /** The time of the last change that a delivery named, by the platform's clock. */
  @Column({ type: 'timestamptz', nullable: true })
  changedAt!: Date | null;

  /** How often the sweep has enqueued the read. */
  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** When the sweep enqueues the read; null where none is due. */
  @Column({ type: 'timestamptz', nullable: true })
  dueAt!: Date | null;
}
