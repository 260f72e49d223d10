import { type SqlValue, written } from '#libs/database';
import { formatDecimal } from '#libs/kernel';
import { FACT_COLUMNS, FACTS_ADDED, FACTS_IF_ANY, FACTS_OF_ORDERS } from '../storage/facts.sql.js';
import type { CountedImport, OrderTerms } from './imported-orders.sql.js';
import type { ImportedPerson } from './records.js';

const COLUMNS = `retailer_id, id, external_id, email, import_id, ${FACT_COLUMNS}`;

/**
 * Customers with the facts of the given orders. Each of these orders belongs to one of these customers, so a LEFT JOIN
 * would return the same rows. Postgres never runs a FULL JOIN as a nested loop, whatever lengths it assumes. No order
 * of an import has a billing country: `FACTS_ADDED` relies on that.
 */
const CUSTOMERS = `
  SELECT $1, p.id, p.external_id, p.email, $2, ${FACTS_IF_ANY}
    FROM unnest($5::uuid[], $6::text[], $7::text[]) AS p (id, external_id, email)
    FULL JOIN (
      SELECT o.customer_id, ${FACTS_OF_ORDERS}
        FROM (SELECT u.external_id, u.customer_id, u.net, coalesce(u.currency <> $4, false) AS other_currency,
                     least(u.ordered_at, $3) AS ordered_at, NULL::text AS billing_country
                FROM unnest($8::text[], $9::uuid[], $10::numeric[], $11::text[], $12::timestamptz[])
                  AS u (external_id, customer_id, net, currency, ordered_at)) o
       GROUP BY o.customer_id) AS f (customer_id, ${FACT_COLUMNS}) ON f.customer_id = p.id`;

export const INSERT_CUSTOMERS = `INSERT INTO customers (${COLUMNS}) ${CUSTOMERS} RETURNING 1`;

/**
 * For customers who are stored: each row conflicts, and only its facts are taken. An UPDATE might read all customers of
 * the store where Postgres knows little of the table. An upsert always looks up the primary key.
 */
export const ADD_FACTS = `INSERT INTO customers AS c (${COLUMNS}) ${CUSTOMERS}
  ON CONFLICT (retailer_id, id) DO UPDATE SET ${FACTS_ADDED}`;

/** Customers and new orders of theirs as the parameters of both statements. */
export interface CustomersToWrite {
  /** Of customers. */
  readonly count: number;
  readonly values: readonly SqlValue[];
}

/** @param people by our id; each order is of one of them */
export function customersToWrite(
  { retailerId, importId, at, currency }: OrderTerms,
  people: ReadonlyMap<string, ImportedPerson>,
  orders: readonly CountedImport[],
): CustomersToWrite {
  const persons = [...people.values()];
  const counting = orders.filter(({ decision }) => decision.counted);
  return {
    count: people.size,
    values: written(CUSTOMERS, [
      retailerId,
      importId,
      at,
      currency,
      [...people.keys()],
      persons.map(({ externalId }) => externalId),
      persons.map(({ email }) => email),
      counting.map(({ order }) => order.externalId),
      counting.map(({ customerId }) => customerId),
      counting.map(({ decision }) => formatDecimal(decision.net)),
      counting.map(({ order }) => order.currency),
      counting.map(({ order }) => order.orderedAt),
    ]),
  };
}
