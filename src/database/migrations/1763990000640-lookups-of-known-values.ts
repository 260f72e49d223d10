import type { MigrationInterface, QueryRunner } from 'typeorm';
import { takeLocks } from './ageing/take-locks.js';
import type { PreparedStep } from './step.js';

const INDEXES = [
  { name: 'customers_address_idx', on: 'customers (email, retailer_id) WHERE email IS NOT NULL' },
  { name: 'orders_of_customer_idx', on: 'orders (customer_id, retailer_id) WHERE customer_id IS NOT NULL' },
];

/**
 * Replaces the indexes that find a customer by the address and orders by the customer: no row is in them without the
 * value, so Postgres uses them only for statements that ask for a value. Before, it read the whole of such an index for
 * each id that it looked for, where the statistics said that the table is empty. A dry run of an import rolls back its
 * rows, so ANALYZE finds the tables of a new service empty during it.
 */
export class LookupsOfKnownValues1763990000640 implements MigrationInterface, PreparedStep {
  name = 'LookupsOfKnownValues1763990000640';

  async prepare(runner: QueryRunner): Promise<void> {
    const [found] = (await runner.query(`SELECT FROM pg_class WHERE oid = to_regclass('customers')`)) as unknown[];
    if (!found) return;
    for (const { name, on } of INDEXES) {
      // An interruption leaves an index that no statement may use.
      const [usable] = (await runner.query(
        `SELECT FROM pg_index WHERE indexrelid = to_regclass('${name}') AND indisvalid`,
      )) as unknown[];
      if (usable) continue;
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${on}`);
    }
  }

  async up(runner: QueryRunner): Promise<void> {
    await takeLocks(runner, ['customers', 'orders']);
    for (const { name, on } of INDEXES) await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
    await runner.query('DROP INDEX customers_email_idx');
    await runner.query('DROP INDEX orders_customer_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX customers_email_idx ON customers (email, retailer_id)');
    await runner.query('CREATE INDEX orders_customer_idx ON orders (customer_id, retailer_id)');
    for (const { name } of INDEXES) await runner.query(`DROP INDEX ${name}`);
  }
}
