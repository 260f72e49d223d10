import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Sequence } from '../definitions/sequence.entity.js';

/** A customer in the comparison of a step's variants, by the first email of the step that was planned. */
@Entity({ name: 'variant_units' })
@Index('variant_units_customer_idx', ['customerId', 'retailerId'])
@Index('variant_units_unfolded_idx', ['sequenceId', 'retailerId', 'closesAt'], { where: 'NOT folded' })
@Index('variant_units_closing_idx', ['closesAt'], { where: 'NOT folded' })
export class VariantUnit extends RetailerRow {
  @PrimaryColumn({ type: 'text' })
  sequenceId!: string;

  @PrimaryColumn({ type: 'text' })
  stepId!: string;

  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  /** Which shares decided. */
  @Column({ type: 'integer' })
  epoch!: number;

  @Column({ type: 'text' })
  variant!: string;

  /** When the email was due at first. Orders from then on, and before `closesAt`, count. */
  @Column({ type: 'timestamptz' })
  startsAt!: Date;

  @Column({ type: 'timestamptz' })
  closesAt!: Date;

  /** As of the last change of the customer's orders. */
  @Column({ type: 'boolean', default: false })
  cameBack!: boolean;

  /** Whether the customer is counted in `n` and `x` of the sums. */
  @Column({ type: 'boolean', default: false })
  folded!: boolean;

  @BelongsTo(() => Sequence, 'sequence_id')
  sequence?: Sequence;
}
