import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Experiment } from './experiment.entity.js';

/** An exact sum of decimals, as a text. */
const ExactSum = (): PropertyDecorator => Column({ type: 'numeric', default: 0 });

/**
 * The sums over the folded units of one group and version, and over people who are erased. X is the spend before the
 * assignment, Y the revenue, O the number of orders.
 */
@Entity({ name: 'experiment_sums' })
export class ExperimentSums extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  experimentId!: string;

  @PrimaryColumn({ type: 'boolean' })
  held!: boolean;

  @PrimaryColumn({ type: 'integer' })
  sequenceVersion!: number;

  /** Units. */
  @Column({ type: 'integer', default: 0 })
  n!: number;

  /** Units that came back. */
  @Column({ type: 'integer', default: 0 })
  x!: number;

  @ExactSum()
  sumX!: string;

  @ExactSum()
  sumXx!: string;

  @ExactSum()
  sumY!: string;

  @ExactSum()
  sumYy!: string;

  @ExactSum()
  sumXy!: string;

  @ExactSum()
  sumO!: string;

  @ExactSum()
  sumOo!: string;

  @ExactSum()
  sumXo!: string;

  /** Units whose person has unsubscribed. */
  @Column({ type: 'integer', default: 0 })
  unsubscribed!: number;

  @Column({ type: 'integer', default: 0 })
  mailed!: number;

  @Column({ type: 'integer', default: 0 })
  mailedByOthers!: number;

  /** Units whose person is erased. They count in all sums, and no longer have a row. */
  @Column({ type: 'integer', default: 0 })
  erased!: number;

  @BelongsTo(() => Experiment, 'experiment_id')
  experiment?: Experiment;
}
