import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Prospect } from './prospect.js';
import type { Trigger } from '../definitions/definition.dto.js';
import { SequenceVersion } from '../definitions/sequence-version.entity.js';

export const EXECUTION_MODES = ['live', 'test', 'dryRun'] as const;
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

export const EXECUTION_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** One run of a sequence. */
@Entity({ name: 'executions' })
@Index('executions_dry_runs_idx', ['finishedAt'], { where: `mode = 'dryRun'` })
@Index('executions_id_idx', ['id'])
@Index('executions_running_idx', ['createdAt'], { where: `status = 'running'` })
@Index('executions_live_key', ['retailerId', 'sequenceId', 'segmentId'], {
  unique: true,
  where: `status = 'running' AND mode = 'live' AND trigger = 'manual'`,
})
@Index('executions_request_key', ['retailerId', 'sequenceId', 'requestKey'], { unique: true })
export class Execution extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  sequenceId!: string;

  @Column({ type: 'integer' })
  sequenceVersion!: number;

  @Column({ type: 'text' })
  mode!: ExecutionMode;

  /** What started the execution: a request, or customers who entered the segment. */
  @Column({ type: 'text', default: 'manual' })
  trigger!: Trigger;

  /** Whether customers that the re-entry policy would leave out get the sequence again. */
  @Column({ type: 'boolean', default: false })
  repeat!: boolean;

  @Column({ type: 'text', default: 'running' })
  status!: ExecutionStatus;

  /** The segment that is the audience; null in test mode. */
  @Column({ type: 'uuid', nullable: true })
  segmentId!: string | null;

  /** Whether a customer who leaves the segment leaves the sequence. */
  @Column({ type: 'boolean' })
  exitOnLeave!: boolean;

  /** Whether a customer whose order arrives after the entry leaves the sequence. */
  @Column({ type: 'boolean' })
  exitOnOrder!: boolean;

  /** The first time at which an email is due, where the schedule of the sequence decides it. */
  @Column({ type: 'timestamptz', nullable: true })
  startsAt!: Date | null;

  /** The chosen steps, in the order of the sequence. */
  @Column({ type: 'text', array: true })
  stepIds!: readonly string[];

  /** Test addresses, until they are in the ledger. */
  @Column({ type: 'text', array: true, default: '{}' })
  recipients!: readonly string[];

  /** SHA-256 of the `Idempotency-Key`, hex; cleared once the key has expired. */
  @Column({ type: 'text', nullable: true })
  requestKey!: string | null;

  /** The plan that was approved. Members who came after the start are not in it. */
  @Column({ type: 'text', nullable: true })
  planHash!: string | null;

  /** Number of recipients: counted at the start, exact once all are planned. */
  @Column({ type: 'integer' })
  audience!: number;

  /** Number of planned recipients. */
  @Column({ type: 'integer', default: 0 })
  planned!: number;

  /** For a dry run: what the past says about an experiment. Null until it is known, and without a segment. */
  @Column({ type: 'jsonb', nullable: true })
  prospect!: Prospect | null;

  /** How many of them are treated; null where no experiment decides about entries. */
  @Column({ type: 'integer', nullable: true })
  treated!: number | null;

  /** How many of them the sequence's holdout holds back; null where no experiment decides about entries. */
  @Column({ type: 'integer', nullable: true })
  heldBack!: number | null;

  /** The last planned member. */
  @Column({ type: 'uuid', nullable: true })
  cursor!: string | null;

  /** When planning was complete. */
  @Column({ type: 'timestamptz', nullable: true })
  plannedAt!: Date | null;

  /** How often planning failed. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;

  /** The delay of the first step counts from here. */
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  finishedAt!: Date | null;

  @ManyToOne(() => SequenceVersion, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'sequence_id', referencedColumnName: 'sequenceId' },
    { name: 'sequence_version', referencedColumnName: 'version' },
  ])
  version?: SequenceVersion;
}
