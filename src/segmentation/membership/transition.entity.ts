import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Segment } from '../definitions/segment.entity.js';

/** A customer entered or left a segment, with the instant and the cause. The table is partitioned by month. */
@Entity({ name: 'segment_transitions' })
export class Transition extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  segmentId!: string;

  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  @PrimaryColumn({ type: 'timestamptz' })
  at!: Date;

  @Column({ type: 'text' })
  kind!: 'entered' | 'left';

  /**
   * The id of a delivery, `backfill`, `definition` (a new or changed definition), `rfm` (a new RFM run) or `clock`
   * (time alone).
   */
  @Column({ type: 'text' })
  cause!: string;

  @BelongsTo(() => Segment, 'segment_id')
  segment?: Segment;
}
