import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const DELIVERY_STATUSES = ['pending', 'processed', 'ignored', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * One webhook request that passed its signature check. No foreign key to the retailer: the inbox is the hot path, and
 * retailers are never deleted.
 */
@Entity({ name: 'deliveries' })
@Index('deliveries_due_idx', ['dueAt'], { where: `status = 'pending'` })
@Index('deliveries_received_idx', ['retailerId', 'receivedAt', 'id'])
@Index('deliveries_kept_idx', ['processedAt'], { where: `status IN ('processed', 'ignored') AND emptied_at IS NULL` })
@Index('deliveries_failed_idx', ['retailerId', 'receivedAt', 'id'], { where: `status = 'failed'` })
@Index('deliveries_body_hash_idx', ['bodyHash', 'retailerId'], { where: 'body_hash IS NOT NULL' })
export class Delivery {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** Named by the platform's delivery id (`entityId`), so the primary key absorbs repeats. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  topic!: string;

  /** The platform's id of the delivery. */
  @Column({ type: 'text' })
  deliveryId!: string;

  /** The platform's id of what caused it; several deliveries may share it. */
  @Column({ type: 'text', nullable: true })
  eventId!: string | null;

  /** When the platform says it happened; unsigned, so only a hint. */
  @Column({ type: 'timestamptz', nullable: true })
  triggeredAt!: Date | null;

  /** The bytes as received; none once it was emptied. */
  @Column({ type: 'bytea' })
  body!: Buffer;

  /**
   * Names the bytes of the body by a hash under a key, so that they are known again under another store's name. Kept
   * when the body is emptied for privacy, and as long as a body is otherwise kept.
   */
  @Column({ type: 'uuid', nullable: true })
  bodyHash!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  receivedAt!: Date;

  @Column({ type: 'text', default: 'pending' })
  status!: DeliveryStatus;

  /** Not before this time; moved on by every failed try. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  dueAt!: Date;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', nullable: true })
  processedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  problem!: string | null;

  /** When the body was emptied: it was too old, or held somebody who was erased. */
  @Column({ type: 'timestamptz', nullable: true })
  emptiedAt!: Date | null;
}
