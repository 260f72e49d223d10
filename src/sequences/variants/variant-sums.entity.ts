import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Sequence } from '../definitions/sequence.entity.js';

/** How many customers got a variant by the shares of an epoch. */
@Entity({ name: 'variant_sums' })
export class VariantSums extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  sequenceId!: string;

  @PrimaryColumn({ type: 'text' })
  stepId!: string;

  @PrimaryColumn({ type: 'integer' })
  epoch!: number;

  @PrimaryColumn({ type: 'text' })
  variant!: string;

  /** Customers, also those whose window is open. */
  @Column({ type: 'integer', default: 0 })
  assigned!: number;

  /** Folded units. */
  @Column({ type: 'integer', default: 0 })
  n!: number;

  /** Folded units that came back. */
  @Column({ type: 'integer', default: 0 })
  x!: number;

  @BelongsTo(() => Sequence, 'sequence_id')
  sequence?: Sequence;
}
