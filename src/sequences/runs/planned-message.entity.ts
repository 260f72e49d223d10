import { BelongsTo, RetailerRow } from '#libs/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Execution } from './execution.entity.js';

/** A line of a dry run's plan: the expected outcome of one step for one customer. */
@Entity({ name: 'planned_messages' })
@Index('planned_messages_customer_idx', ['customerId', 'retailerId'])
export class PlannedMessage extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  executionId!: string;

  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  /** Index among the steps of the execution. */
  @PrimaryColumn({ type: 'integer' })
  step!: number;

  /** Whether the line applies only to a run with `repeat`: the customer received the sequence before. */
  @PrimaryColumn({ type: 'boolean', default: false })
  repeat!: boolean;

  /**
   * queued: the email would be sent. skipped or failed: it would not, for the reason. maybe: that depends on what the
   * customer does until then.
   */
  @Column({ type: 'text' })
  status!: 'queued' | 'maybe' | 'skipped' | 'failed';

  @Column({ type: 'text', nullable: true })
  variant!: string | null;

  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ type: 'timestamptz' })
  sendAt!: Date;

  @BelongsTo(() => Execution, 'execution_id')
  execution?: Execution;
}
