import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  type ByMonth,
  makeMonths,
  partitionByMonth,
  plainAgain,
  proveBounds,
  storedUntilNow,
} from './ageing/by-month.js';
import { takeLocks } from './ageing/take-locks.js';
import type { PreparedStep } from './step.js';

const ofRetailer = (table: string): string =>
  `CONSTRAINT ${table}_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE`;

const CLICKS: ByMonth = {
  table: 'link_clicks',
  primaryKey: 'retailer_id, message_id, number, clicked_at',
  formerKey: 'retailer_id, message_id, number',
  key: 'clicked_at',
  foreignKeys: [ofRetailer('link_clicks')],
  indexes: (ifNotExists) => ({
    clicked_at: `CREATE INDEX ${ifNotExists} link_clicks_clicked_at_idx ON link_clicks (clicked_at)`,
    customer: `CREATE INDEX ${ifNotExists} link_clicks_customer_idx ON link_clicks (customer_id, retailer_id)`,
    execution: `CREATE INDEX ${ifNotExists} link_clicks_execution_idx ON link_clicks (execution_id, retailer_id, step_id)`,
  }),
  before: storedUntilNow('clicked_at'),
};

const OPENS: ByMonth = {
  table: 'email_opens',
  primaryKey: 'retailer_id, message_id, opened_at',
  formerKey: 'retailer_id, message_id',
  key: 'opened_at',
  foreignKeys: [ofRetailer('email_opens')],
  indexes: (ifNotExists) => ({
    customer: `CREATE INDEX ${ifNotExists} email_opens_customer_idx ON email_opens (customer_id, retailer_id)`,
    execution: `CREATE INDEX ${ifNotExists} email_opens_execution_idx ON email_opens (execution_id, retailer_id)`,
    opened_at: `CREATE INDEX ${ifNotExists} email_opens_opened_at_idx ON email_opens (opened_at)`,
  }),
  before: storedUntilNow('opened_at'),
};

/** Partitions clicks and opens by month. Whoever writes them has locked the message, so the keys may have the time. */
export class ClicksByMonth1763990000490 implements MigrationInterface, PreparedStep {
  name = 'ClicksByMonth1763990000490';

  async prepare(runner: QueryRunner): Promise<void> {
    for (const table of [CLICKS, OPENS]) await proveBounds(runner, table);
  }

  async up(runner: QueryRunner): Promise<void> {
    await takeLocks(runner, ['retailers', 'link_clicks', 'email_opens']);
    for (const table of [CLICKS, OPENS]) await partitionByMonth(runner, table);
    await makeMonths(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [OPENS, CLICKS]) await plainAgain(runner, table);
  }
}
