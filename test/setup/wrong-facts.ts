import { FACT_COLUMNS, FACTS_OF_ORDERS } from '../../src/commerce/storage/facts.sql.js';
import type { RunsSql } from './test-database.js';

const columnsOf = (alias: string): string =>
  FACT_COLUMNS.split(', ')
    .map((column) => `${alias}.${column}`)
    .join(', ');

/** The external ids of customers whose facts are not those of their orders. */
export async function wrongFacts(app: RunsSql, retailerId: string): Promise<string[]> {
  const rows = await app.sql<{ id: string }>(
    `SELECT c.external_id AS id FROM customers c CROSS JOIN LATERAL (
            SELECT ${FACTS_OF_ORDERS} FROM orders o
             WHERE o.retailer_id = c.retailer_id AND o.customer_id = c.id AND o.counted) AS f (${FACT_COLUMNS})
      WHERE c.retailer_id = $1 AND (${columnsOf('c')}) IS DISTINCT FROM (${columnsOf('f')})`,
    [retailerId],
  );
  return rows.map(({ id }) => id);
}
