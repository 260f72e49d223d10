import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  type ByMonth,
  makeMonths,
  partitionByMonth,
  plainAgain,
  proveBounds,
  shardByShard,
  storedWithOtherIds,
} from './ageing/by-month.js';
import { takeLocks } from './ageing/take-locks.js';
import type { PreparedStep } from './step.js';

const MESSAGES: ByMonth = {
  table: 'messages',
  primaryKey: 'retailer_id, id',
  key: 'id',
  foreignKeys: [
    `CONSTRAINT messages_retailer_id_execution_id_fkey FOREIGN KEY (retailer_id, execution_id)
       REFERENCES dispatches (retailer_id, execution_id) ON DELETE CASCADE`,
    `CONSTRAINT messages_retailer_id_template_id_fkey FOREIGN KEY (retailer_id, template_id)
       REFERENCES email_templates (retailer_id, id) ON DELETE CASCADE`,
  ],
  indexes: (ifNotExists) => ({
    customer: `CREATE INDEX ${ifNotExists} messages_customer_idx ON messages (customer_id, retailer_id)`,
    due: `CREATE INDEX ${ifNotExists} messages_due_idx ON messages (retailer_id, due_at)
      WHERE status = 'queued' AND NOT held`,
    execution: `CREATE INDEX ${ifNotExists} messages_execution_idx ON messages (execution_id, retailer_id, id)`,
    sending: `CREATE INDEX ${ifNotExists} messages_sending_idx ON messages (retailer_id, id) WHERE status = 'sending'`,
    settled: `CREATE INDEX ${ifNotExists} messages_settled_idx ON messages (retailer_id, settled_at)
      WHERE settled_at IS NOT NULL AND NOT taken`,
    waiting: `CREATE INDEX ${ifNotExists} messages_waiting_idx ON messages (retailer_id, execution_id)
      WHERE status = 'queued' AND waiting_since IS NOT NULL`,
  }),
  before: storedWithOtherIds('retailers'),
};

const OF_MESSAGE = 'email_events_retailer_id_message_id_fkey';
const OF_RETAILER = 'email_events_retailer_id_fkey';

/**
 * Partitions messages by the month in which their dispatch was opened. A provider's report then belongs to the retailer
 * alone: a foreign key to a partitioned table would be one to each month.
 */
export class MessagesByMonth1763990000500 implements MigrationInterface, PreparedStep {
  name = 'MessagesByMonth1763990000500';

  async prepare(runner: QueryRunner): Promise<void> {
    await proveBounds(runner, MESSAGES);
    const [found] = (await runner.query(`SELECT FROM pg_class WHERE oid = to_regclass('email_events')`)) as unknown[];
    if (!found) return;
    await ofRetailer(runner, 'NOT VALID');
    await runner.query(`ALTER TABLE email_events VALIDATE CONSTRAINT ${OF_RETAILER}`);
  }

  async up(runner: QueryRunner): Promise<void> {
    await shardByShard(runner);
    await takeLocks(runner, ['retailers', 'email_templates', 'dispatches', 'email_events', 'messages']);
    await runner.query('ALTER TABLE dispatches ADD id_month smallint');
    await runner.query(
      `CREATE TABLE sending_months (
         retailer_id uuid NOT NULL,
         id_month smallint NOT NULL,
         sent_on date NOT NULL,
         CONSTRAINT sending_months_pkey PRIMARY KEY (retailer_id, id_month),
         CONSTRAINT sending_months_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
       )`,
    );
    await ofRetailer(runner);
    await runner.query(`ALTER TABLE email_events DROP CONSTRAINT ${OF_MESSAGE}`);
    await partitionByMonth(runner, MESSAGES);
    await makeMonths(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await plainAgain(runner, MESSAGES);
    // Citus adds a constraint only in a statement of its own.
    await runner.query(`ALTER TABLE email_events DROP CONSTRAINT ${OF_RETAILER}`);
    await runner.query(
      `ALTER TABLE email_events ADD CONSTRAINT ${OF_MESSAGE} FOREIGN KEY (retailer_id, message_id)
         REFERENCES messages (retailer_id, id) ON DELETE CASCADE`,
    );
    await runner.query('DROP TABLE sending_months');
    await runner.query('ALTER TABLE dispatches DROP id_month');
  }
}

/** A new database has no report to check. */
async function ofRetailer(runner: QueryRunner, validity = ''): Promise<void> {
  const [found] = (await runner.query(`SELECT FROM pg_constraint WHERE conname = '${OF_RETAILER}'`)) as unknown[];
  if (found) return;
  await runner.query(
    `ALTER TABLE email_events ADD CONSTRAINT ${OF_RETAILER} FOREIGN KEY (retailer_id)
       REFERENCES retailers (id) ON DELETE CASCADE ${validity}`,
  );
}
