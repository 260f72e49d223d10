import { columnsOf, type Sql } from '#libs/database';
import { Customer } from '../model/customer.entity.js';
import type { CustomerFactsAnswer } from './customer.dto.js';

/** The columns of `CustomerFactsAnswer`, of a customer `c`. */
export const CUSTOMER = columnsOf(Customer, 'c', [
  'id',
  'externalId',
  'email',
  'firstName',
  'lastName',
  'ordersCount',
  'otherCurrencyOrders',
  'totalSpent',
  'firstOrderAt',
  'lastOrderAt',
  'marketing',
]);

/** What customers are found by. Conditions that are null hold for each customer. */
export interface CustomerSearch {
  readonly id: string | null;
  /** In lower case, as the addresses of customers are. */
  readonly email: string | null;
  /** A part of the name or of the address, in lower case. */
  readonly text: string | null;
  /** Only customers with a higher id. */
  readonly after: string | null;
  readonly limit: number;
}

/** Where a page is not full after so many customers, the text is rare, and all customers are searched at once. */
const FIRST_CUSTOMERS = 10_000;

const LISTED = `c.retailer_id = $1 AND ($2::uuid IS NULL OR c.id = $2) AND ($3::text IS NULL OR c.email = $3)
  AND ($4::uuid IS NULL OR c.id > $4)`;
/** Both names, or the one that there is. `concat_ws` says the same and takes half as long again. */
const NAME = `coalesce(c.first_name || ' ' || c.last_name, c.first_name, c.last_name)`;
const HAS_TEXT = `(strpos(c.email, $6) > 0 OR strpos(lower(${NAME}), $6) > 0)`;

/**
 * The first customers by id that meet the conditions. Postgres expects a text to be in every third name, so it would
 * read customers by id until the page is full, each from another page of the table. For a text that few have, that
 * took seconds in a store of a million. So a second statement may not use the order of the index: it reads the table in
 * its own order, on several cores. Compiling it would take longer than it saves.
 */
export async function searchCustomers(
  sql: Sql,
  retailerId: string,
  { id, email, text, after, limit }: CustomerSearch,
): Promise<Readonly<CustomerFactsAnswer>[]> {
  const values = [retailerId, id, email, after, limit];
  if (text === null) {
    return sql.query(`SELECT ${CUSTOMER} FROM customers c WHERE ${LISTED} ORDER BY c.id LIMIT $5`, values);
  }
  const near = await sql.query<Readonly<CustomerFactsAnswer>>(
    `SELECT ${CUSTOMER} FROM (SELECT * FROM customers c WHERE ${LISTED} ORDER BY c.id LIMIT ${FIRST_CUSTOMERS}) c
      WHERE ${HAS_TEXT} ORDER BY c.id LIMIT $5`,
    [...values, text],
  );
  if (near.length >= limit) return near;
  await sql.queryOnce(`SELECT set_config('enable_indexscan', 'off', true), set_config('jit', 'off', true)`);
  return sql.query(`SELECT ${CUSTOMER} FROM customers c WHERE ${LISTED} AND ${HAS_TEXT} ORDER BY c.id LIMIT $5`, [
    ...values,
    text,
  ]);
}
