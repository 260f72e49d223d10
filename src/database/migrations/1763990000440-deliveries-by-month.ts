import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type ByMonth, makeMonths, monthName, partitionByMonth, plainAgain, proveBounds } from './ageing/by-month.js';
import { FIRST_OTHER_ID, MONTH_BOUND, MONTH_FUNCTIONS } from './ageing/functions.js';
import type { PreparedStep } from './step.js';

const DELIVERIES: ByMonth = {
  table: 'deliveries',
  primaryKey: 'retailer_id, id',
  key: 'id',
  indexes: (ifNotExists) => ({
    body_hash: `CREATE INDEX ${ifNotExists} deliveries_body_hash_idx ON deliveries (body_hash, retailer_id)
      WHERE body_hash IS NOT NULL`,
    due: `CREATE INDEX ${ifNotExists} deliveries_due_idx ON deliveries (due_at) WHERE status = 'pending'`,
    failed: `CREATE INDEX ${ifNotExists} deliveries_failed_idx ON deliveries (retailer_id, received_at, id)
      WHERE status = 'failed'`,
    kept: `CREATE INDEX ${ifNotExists} deliveries_kept_idx ON deliveries (processed_at)
      WHERE status IN ('processed', 'ignored') AND emptied_at IS NULL`,
    received: `CREATE INDEX ${ifNotExists} deliveries_received_idx ON deliveries (retailer_id, received_at, id)`,
    about: `CREATE INDEX ${ifNotExists} deliveries_about_idx ON deliveries USING gin (about)
      WITH (gin_pending_list_limit = 256) WHERE about IS NOT NULL`,
    unread: `CREATE INDEX ${ifNotExists} deliveries_unread_idx ON deliveries (retailer_id, id)
      WHERE about IS NULL AND emptied_at IS NULL AND status <> 'pending'`,
  }),
  before: {
    until: monthName(new Date()),
    check: `id >= '${FIRST_OTHER_ID}'`,
    bounds: `FROM ('${FIRST_OTHER_ID}') TO (MAXVALUE)`,
  },
};

/**
 * Partitions deliveries by month. The stored rows become one partition as they are: their ids are no months, and lie
 * behind all months. The version before goes on with its statements, and its rows go there too.
 */
export class DeliveriesByMonth1763990000440 implements MigrationInterface, PreparedStep {
  name = 'DeliveriesByMonth1763990000440';

  prepare(runner: QueryRunner): Promise<void> {
    return proveBounds(runner, DELIVERIES);
  }

  async up(runner: QueryRunner): Promise<void> {
    await partitionByMonth(runner, DELIVERIES);
    await makeMonths(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of [...MONTH_FUNCTIONS, MONTH_BOUND]) await runner.query(`DROP FUNCTION ${name}`);
    await plainAgain(runner, DELIVERIES);
  }
}
