import { LeasedRow } from '#libs/durable-work';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An order that has to be read. Any number of deliveries make one row, and the read deletes it. */
@Entity({ name: 'platform_b_order_reads' })
@Index('platform_b_order_reads_due_idx', ['retailerId', 'dueAt'], { where: `due_at IS NOT NULL` })
export class OrderRead extends LeasedRow {
  /** The platform's id. */
  @PrimaryColumn({ type: 'text' })
  orderId!: string;

  /** Counts the requests. A read that began before the last request does not finish the row. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  /** The delivery that requested the read last, or another cause. */
  @Column({ type: 'text' })
  cause!: string;

  /** Null where the read was given up, until the next request. */
  @Column({ type: 'timestamptz', nullable: true, default: () => 'now()' })
  dueAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  problem!: string | null;
}
