import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Segment } from '../definitions/segment.entity.js';

/** One membership interval of a customer in a segment. It is open while `leftAt` is null. */
@Entity({ name: 'segment_memberships' })
@Index('segment_memberships_open_key', ['retailerId', 'customerId', 'segmentId'], {
  unique: true,
  where: 'left_at IS NULL',
})
export class Membership {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'uuid' })
  segmentId!: string;

  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  @PrimaryColumn({ type: 'timestamptz' })
  enteredAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  leftAt!: Date | null;

  @ManyToOne(() => Segment, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'segment_id', referencedColumnName: 'id' },
  ])
  segment?: Segment;
}
