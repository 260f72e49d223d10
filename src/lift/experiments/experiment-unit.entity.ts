import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Experiment } from './experiment.entity.js';

/** A person in an experiment. The group never changes. Instants have whole milliseconds. */
@Entity({ name: 'experiment_units' })
// The condition keeps Postgres from checking foreign keys by this index, before it knows how large an experiment is.
@Index('experiment_units_assigned_idx', ['experimentId', 'retailerId', 'assignedAt'], {
  where: 'assigned_at IS NOT NULL',
})
@Index('experiment_units_unfolded_idx', ['experimentId', 'retailerId', 'closesAt'], { where: 'NOT folded' })
@Index('experiment_units_closing_idx', ['closesAt'], { where: 'NOT folded' })
export class ExperimentUnit extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  experimentId!: string;

  /** The customer whose id decided the group. `ExperimentPerson` has every record of the person. */
  @PrimaryColumn({ type: 'uuid' })
  personId!: string;

  /** Whether the person is held back. */
  @Column({ type: 'boolean' })
  held!: boolean;

  /** The assignment number, a whole number from 0 to 2^32 - 1. */
  @Column({ type: 'double precision' })
  x!: number;

  @Column({ type: 'timestamptz' })
  assignedAt!: Date;

  /** Orders of this instant or later do not belong to the unit. */
  @Column({ type: 'timestamptz' })
  closesAt!: Date;

  @Column({ type: 'integer' })
  sequenceVersion!: number;

  /** The execution that assigned the person. */
  @Column({ type: 'uuid' })
  executionId!: string;

  /** The counted net spend of the 365 days before the assignment, in the store's currency. It never changes. */
  @Column({ type: 'numeric', precision: 20, scale: 4 })
  priorSpend!: string;

  /** Whether a counted order lies in the window, as of the last order that came in. */
  @Column({ type: 'boolean', default: false })
  cameBack!: boolean;

  /** Counted orders in the window. */
  @Column({ type: 'integer', default: 0 })
  orders!: number;

  /** Their net sum, in the store's currency. */
  @Column({ type: 'numeric', precision: 20, scale: 4, default: 0 })
  revenue!: string;

  /** Whether one of the person's records has said no to emails since the assignment. */
  @Column({ type: 'boolean', default: false })
  unsubscribed!: boolean;

  /** Whether the sequence has emailed the person since the assignment; for a brand, any of its sequences. */
  @Column({ type: 'boolean', default: false })
  mailed!: boolean;

  /** Whether another sequence has emailed the person in the window; for a brand, one of another brand. */
  @Column({ type: 'boolean', default: false })
  mailedByOthers!: boolean;

  /** Whether the figures of the unit are in `ExperimentSums`. Whoever changes such a figure changes the sums, too. */
  @Column({ type: 'boolean', default: false })
  folded!: boolean;

  @BelongsTo(() => Experiment, 'experiment_id')
  experiment?: Experiment;
}
