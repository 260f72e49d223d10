import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Brand } from '../../retailers/brand.entity.js';
import type { Trigger } from './definition.dto.js';

/** A sequence of emails as it is now; what it was before is in its versions. */
@Entity({ name: 'sequences' })
@Index('sequences_id_idx', ['id'])
@Index('sequences_trigger_idx', ['segmentId', 'retailerId'], { where: `trigger = 'segment_entered'` })
export class Sequence {
  @PrimaryColumn({ type: 'uuid' })
  retailerId!: string;

  /** Chosen by the admin; one of a kind in the whole service, because addresses name nothing else. */
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ type: 'uuid' })
  brandId!: string;

  /** Goes up with every change. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  @Column({ type: 'text' })
  trigger!: Trigger;

  /** Since when entering the segment starts the sequence; null where it does not. */
  @Column({ type: 'timestamptz', nullable: true })
  triggeredSince!: Date | null;

  /** The segment that the definition names. */
  @Column({ type: 'uuid', nullable: true })
  segmentId!: string | null;

  /** While it is set, nothing of the sequence is planned or sent live. */
  @Column({ type: 'timestamptz', nullable: true })
  pausedAt!: Date | null;

  /** A deleted sequence is visible to nobody; its executions stay as the proof of who received it. */
  @Column({ type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  @ManyToOne(() => Brand, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'brand_id', referencedColumnName: 'id' },
  ])
  brand?: Brand;
}
