import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Segment } from '../definitions/segment.entity.js';

/**
 * When time alone takes a customer into or out of a segment next, or an earlier instant at which the clock looks and
 * finds that out; no row where it never does.
 */
@Entity({ name: 'segment_next_changes' })
@Index('segment_next_changes_due_idx', ['nextChangeAt', 'retailerId'])
@Index('segment_next_changes_customer_idx', ['customerId', 'retailerId'])
export class NextChange {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'uuid' })
  segmentId!: string;

  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  @Column({ type: 'timestamptz' })
  nextChangeAt!: Date;

  @ManyToOne(() => Segment, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'segment_id', referencedColumnName: 'id' },
  ])
  segment?: Segment;
}
