import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Segment } from '../definitions/segment.entity.js';

/**
 * The next instant at which time alone may change a membership. It may be too early: the clock then evaluates without
 * effect and stores a later one. A pair that time never changes has no row.
 */
@Entity({ name: 'segment_next_changes' })
@Index('segment_next_changes_due_idx', ['nextChangeAt', 'retailerId'])
@Index('segment_next_changes_customer_idx', ['customerId', 'retailerId'])
export class NextChange extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  segmentId!: string;

  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  @Column({ type: 'timestamptz' })
  nextChangeAt!: Date;

  @BelongsTo(() => Segment, 'segment_id')
  segment?: Segment;
}
