import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Brand } from '../../retailers/brand.entity.js';
import type { Trigger } from './definition.dto.js';

/** A sequence of emails. Its definition is in its versions. */
@Entity({ name: 'sequences' })
@Index('sequences_id_idx', ['id'])
@Index('sequences_trigger_idx', ['segmentId', 'retailerId'], { where: `trigger = 'segment_entered'` })
export class Sequence extends RetailerRow {
  /** Chosen by the admin. Unique among all retailers, because routes contain nothing but this id. */
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ type: 'uuid' })
  brandId!: string;

  /** Increases with every change. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  /** What starts the sequence now. An automatic one that waits for its second approval is manual until then. */
  @Column({ type: 'text' })
  trigger!: Trigger;

  /** Since when entering the segment starts the sequence; null if it does not. */
  @Column({ type: 'timestamptz', nullable: true })
  triggeredSince!: Date | null;

  /** The segment of the definition. */
  @Column({ type: 'uuid', nullable: true })
  segmentId!: string | null;

  /** While this is set, nothing of the sequence is planned or sent live. */
  @Column({ type: 'timestamptz', nullable: true })
  pausedAt!: Date | null;

  /** A deleted sequence is not shown. Its executions stay, as a record of the customers who received it. */
  @Column({ type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  @BelongsTo(() => Brand, 'brand_id')
  brand?: Brand;
}
