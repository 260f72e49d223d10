import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who started an execution and whether it repeats, one live run for each audience, pausing and deleting sequences, and what
 * a repeat would do in the plan of a dry run.
 */
const UP = [
  `ALTER TABLE sequences ADD COLUMN paused_at timestamptz, ADD COLUMN deleted_at timestamptz`,
  `ALTER TABLE executions ADD COLUMN trigger text NOT NULL DEFAULT 'manual',
    ADD COLUMN repeat boolean NOT NULL DEFAULT false`,
  // How those that run now were started is not known; counted as manual, two of them could not stand side by side.
  `UPDATE executions SET trigger = 'segment_entered' WHERE mode = 'live' AND status = 'running'`,
  `CREATE UNIQUE INDEX executions_live_key ON executions (retailer_id, sequence_id, segment_id)
    WHERE status = 'running' AND mode = 'live' AND trigger = 'manual'`,
  `ALTER TABLE mailings ADD COLUMN status text NOT NULL DEFAULT 'open'`,
  `ALTER TABLE messages ADD COLUMN held boolean NOT NULL DEFAULT false`,
  `DROP INDEX messages_due_idx`,
  `CREATE INDEX messages_due_idx ON messages (retailer_id, due_at) WHERE state = 'queued' AND NOT held`,
  `ALTER TABLE planned_messages ADD COLUMN repeat boolean NOT NULL DEFAULT false`,
  `ALTER TABLE planned_messages DROP CONSTRAINT planned_messages_pkey,
    ADD CONSTRAINT planned_messages_pkey PRIMARY KEY (retailer_id, execution_id, customer_id, step, repeat)`,
];

const DOWN = [
  `DELETE FROM planned_messages WHERE repeat`,
  `ALTER TABLE planned_messages DROP CONSTRAINT planned_messages_pkey,
    ADD CONSTRAINT planned_messages_pkey PRIMARY KEY (retailer_id, execution_id, customer_id, step)`,
  `ALTER TABLE planned_messages DROP COLUMN repeat`,
  `DROP INDEX messages_due_idx`,
  `CREATE INDEX messages_due_idx ON messages (retailer_id, due_at) WHERE state = 'queued'`,
  `ALTER TABLE messages DROP COLUMN held`,
  `ALTER TABLE mailings DROP COLUMN status`,
  `DROP INDEX executions_live_key`,
  `ALTER TABLE executions DROP COLUMN trigger, DROP COLUMN repeat`,
  `ALTER TABLE sequences DROP COLUMN paused_at, DROP COLUMN deleted_at`,
];

export class SequenceRuns1763902000000 implements MigrationInterface {
  name = 'SequenceRuns1763902000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
