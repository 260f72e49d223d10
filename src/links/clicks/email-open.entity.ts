import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Retailer } from '../../retailers/retailer.entity.js';

/**
 * The first time that the image of a message was loaded; only for sequences that ask for it. The table is partitioned
 * by month.
 */
@Entity({ name: 'email_opens' })
@Index('email_opens_customer_idx', ['customerId', 'retailerId'])
@Index('email_opens_execution_idx', ['executionId', 'retailerId'])
@Index('email_opens_opened_at_idx', ['openedAt'])
export class EmailOpen extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  @Column({ type: 'uuid' })
  executionId!: string;

  /** Null for a test address. */
  @Column({ type: 'uuid', nullable: true })
  customerId!: string | null;

  @PrimaryColumn({ type: 'timestamptz' })
  openedAt!: Date;

  @BelongsTo(() => Retailer)
  retailer?: Retailer;
}
