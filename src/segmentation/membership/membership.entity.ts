import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Segment } from '../definitions/segment.entity.js';

/** One membership interval of a customer in a segment. It is open while `leftAt` is null. */
@Entity({ name: 'segment_memberships' })
@Index('segment_memberships_open_key', ['retailerId', 'customerId', 'segmentId'], {
  unique: true,
  where: 'left_at IS NULL',
})
export class Membership extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  segmentId!: string;

  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  @PrimaryColumn({ type: 'timestamptz' })
  enteredAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  leftAt!: Date | null;

  @BelongsTo(() => Segment, 'segment_id')
  segment?: Segment;
}
