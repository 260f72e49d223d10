import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Execution } from '../runs/execution.entity.js';

/**
 * A customer who has been entered in a live execution: still in its steps (`active`), through all of them (`finished`),
 * or out of it (`left`).
 */
@Entity({ name: 'enrolments' })
@Index('enrolments_customer_idx', ['customerId', 'retailerId'])
@Index('enrolments_active_idx', ['executionId', 'retailerId'], { where: `status = 'active'` })
export class Enrolment extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  executionId!: string;

  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  @Column({ type: 'text' })
  sequenceId!: string;

  /** Index of the step whose message is in the ledger, among the steps of the execution. */
  @Column({ type: 'integer', default: 0 })
  step!: number;

  @Column({ type: 'text', default: 'active' })
  status!: 'active' | 'finished' | 'left';

  /** Why the customer left. */
  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ type: 'timestamptz' })
  enrolledAt!: Date;

  /** The place of the offer that the customer was shown last; empty for that of the sequence. */
  @Column({ type: 'text', default: '' })
  offerPlace!: string;

  /**
   * The trace that the customer's emails belong to: the id of the delivery that made the customer enter, if its trace
   * is recorded.
   */
  @Column({ type: 'uuid', nullable: true })
  traceId!: string | null;

  @BelongsTo(() => Execution, 'execution_id')
  execution?: Execution;
}
