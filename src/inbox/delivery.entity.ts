import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const DELIVERY_STATUSES = ['pending', 'processed', 'ignored', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * One webhook request that passed its signature check. The table is partitioned by the month in the id. It has no
 * foreign key to the retailer, because the inbox is the hot path and retailers are never deleted.
 */
@Entity({ name: 'deliveries' })
@Index('deliveries_due_idx', ['dueAt'], { where: `status = 'pending'` })
@Index('deliveries_received_idx', ['retailerId', 'receivedAt', 'id'])
@Index('deliveries_kept_idx', ['processedAt'], { where: `status IN ('processed', 'ignored') AND emptied_at IS NULL` })
@Index('deliveries_failed_idx', ['retailerId', 'receivedAt', 'id'], { where: `status = 'failed'` })
@Index('deliveries_about_idx', ['about'], { where: 'about IS NOT NULL', type: 'gin' })
@Index('deliveries_unread_idx', ['retailerId', 'id'], {
  where: `about IS NULL AND emptied_at IS NULL AND status <> 'pending'`,
})
@Index('deliveries_body_hash_idx', ['bodyHash', 'retailerId'], { where: 'body_hash IS NOT NULL' })
export class Delivery extends RetailerRow {
  /** Computed from the platform's delivery id (`deliveryIdOf`), so the primary key ignores repeats. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  topic!: string;

  /** The platform's id of the delivery. */
  @Column({ type: 'text' })
  deliveryId!: string;

  /** The platform's id of the event; several deliveries may share it. */
  @Column({ type: 'text', nullable: true })
  eventId!: string | null;

  /** The time of the event, from the platform. It is not signed, so it is only a hint. */
  @Column({ type: 'timestamptz', nullable: true })
  triggeredAt!: Date | null;

  /** The bytes as received; empty after `emptiedAt`. */
  @Column({ type: 'bytea' })
  body!: Buffer;

  /**
   * A keyed hash of the body, which finds the same bytes under another store's name. It stays when the body is emptied
   * for privacy, and is removed when the body is emptied for its age.
   */
  @Column({ type: 'uuid', nullable: true })
  bodyHash!: string | null;

  /**
   * Numbers of what the body is about (`numbersOfBody`), so that a person's bodies are found without reading all. Null
   * until the delivery is processed, for bodies that are not read yet, and once the body is emptied.
   */
  @Column({ type: 'integer', array: true, nullable: true })
  about!: readonly number[] | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  receivedAt!: Date;

  @Column({ type: 'text', default: 'pending' })
  status!: DeliveryStatus;

  /** When the delivery may be processed. Each failed attempt moves it to a later time. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', nullable: true })
  processedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  problem!: string | null;

  /** When the body was emptied, for its age or because a person in it was erased. */
  @Column({ type: 'timestamptz', nullable: true })
  emptiedAt!: Date | null;
}
