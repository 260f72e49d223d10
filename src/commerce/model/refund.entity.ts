import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';
import type { RefundSource } from './records.js';

/** A refund by the platform's id. A refund that arrives before its order waits here. */
@Entity({ name: 'refunds' })
@Index('refunds_read_due_idx', ['readDueAt'], { where: 'read_due_at IS NOT NULL' })
export class Refund extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  orderExternalId!: string;

  @PrimaryColumn({ type: 'text' })
  externalId!: string;

  /** The refunded amount in the store's currency; `source` says how it was obtained. 0 where it is unknown. */
  @Column({ type: 'numeric', precision: 20, scale: 4 })
  amount!: string;

  /** How reliable the amount is; see `REFUND_SOURCES`. */
  @Column({ type: 'text', default: 'told' })
  source!: RefundSource;

  /** The update time of the order that the amount was read from. */
  @Column({ type: 'timestamptz', nullable: true })
  asOf!: Date | null;

  /** When the order is to be read from the store, because no body had the amount; null where no read is owed. */
  @Column({ type: 'timestamptz', nullable: true })
  readDueAt!: Date | null;

  /** How often a read of the order was claimed for this refund. */
  @Column({ type: 'integer', default: 0 })
  reads!: number;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
