import { LeasedRow } from '#libs/durable-work';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An order that is to be read again. However many deliveries ask for it, it is one row; gone when it was read. */
@Entity({ name: 'platform_b_order_reads' })
@Index('platform_b_order_reads_due_idx', ['retailerId', 'dueAt'], { where: `due_at IS NOT NULL` })
export class OrderRead extends LeasedRow {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** The platform's id. */
  @PrimaryColumn({ type: 'text' })
  orderId!: string;

  /** Counts those who asked: a read that began before the last of them is not the last. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  /** The last delivery that asked, or `backfill`. */
  @Column({ type: 'text' })
  cause!: string;

  /** Null: given up, until something asks again. */
  @Column({ type: 'timestamptz', nullable: true, default: () => 'now()' })
  dueAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  problem!: string | null;
}
