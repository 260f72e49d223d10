import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Segment } from '../definitions/segment.entity.js';

/** One change of membership and what caused it. */
@Entity({ name: 'segment_transitions' })
export class Transition {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  @PrimaryColumn({ type: 'uuid' })
  segmentId!: string;

  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  @PrimaryColumn({ type: 'timestamptz' })
  at!: Date;

  /** entered or left. */
  @Column({ type: 'text' })
  kind!: string;

  /** The id of a delivery, `backfill`, `definition` (a new or changed one), `rfm` (a new run) or `clock` (time alone). */
  @Column({ type: 'text' })
  cause!: string;

  @ManyToOne(() => Segment, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'segment_id', referencedColumnName: 'id' },
  ])
  segment?: Segment;
}
