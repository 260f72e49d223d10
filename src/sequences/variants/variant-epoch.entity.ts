import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Sequence } from '../definitions/sequence.entity.js';

/** A stretch of time in which the variants of a step had the same shares. A row never changes. */
@Entity({ name: 'variant_epochs' })
export class VariantEpochRow extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  sequenceId!: string;

  @PrimaryColumn({ type: 'text' })
  stepId!: string;

  /** Counts up from 1. */
  @PrimaryColumn({ type: 'integer' })
  epoch!: number;

  /** The percent of each variant, by its id. */
  @Column({ type: 'jsonb' })
  shares!: Readonly<Record<string, number>>;

  @Column({ type: 'timestamptz' })
  startedAt!: Date;

  @BelongsTo(() => Sequence, 'sequence_id')
  sequence?: Sequence;
}
