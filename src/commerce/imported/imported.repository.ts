import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { ADD_FACTS, type CustomersToWrite, INSERT_CUSTOMERS } from './imported-customers.sql.js';
import {
  type CountedImport,
  GIVEN,
  INSERT_ORDERS,
  ORDERED_AT,
  type OrdersToInsert,
  type OrderTerms,
  valuesOf,
} from './imported-orders.sql.js';
import type { CustomerChangeByImport } from './merge-imported.js';
import type { ImportedCustomer, ImportedPerson, ImportName } from './records.js';

export interface FoundCustomer {
  readonly externalId: string;
  readonly customerId: string;
  /** Found by the address alone: its id is not known yet. */
  readonly byEmail: boolean;
  /** Known by imports alone, and its address is not known yet. */
  readonly lacksEmail: boolean;
}

/** All SQL of imports, plain for speed: bulk statements in the caller's transaction. */
@Injectable()
export class ImportedRepository {
  /**
   * The stored customers of the people: by the id of an earlier import, else by their own id, else by their address.
   * A later lookup is made only where the earlier ones find nothing.
   */
  async found(tx: Tx, retailerId: string, people: readonly ImportedPerson[]): Promise<FoundCustomer[]> {
    const named = await tx.query<FoundCustomer>(
      `SELECT external_id AS "externalId", own.id AS "customerId", false AS "byEmail",
              wanted.email IS NOT NULL AND own.lacks_email AS "lacksEmail"
         FROM (SELECT w.external_id, w.email,
                      coalesce((SELECT k.customer_id FROM imported_customers k
                                  JOIN customers c ON c.retailer_id = k.retailer_id AND c.id = k.customer_id
                                 WHERE (SELECT EXISTS (SELECT FROM imported_customers WHERE retailer_id = $1))
                                   AND k.retailer_id = $1 AND k.external_id = w.external_id), w.id) AS id
                 FROM unnest($2::text[], $3::uuid[], $4::text[]) AS w (external_id, id, email) OFFSET 0) wanted
         JOIN LATERAL (SELECT c.id, c.email IS NULL AND c.import_id IS NOT NULL AND c.platform_updated_at IS NULL
                         FROM customers c WHERE c.retailer_id = $1 AND c.id = wanted.id OFFSET 0)
           AS own (id, lacks_email) ON true`,
      [
        retailerId,
        people.map(({ externalId }) => externalId),
        people.map(({ customerId }) => customerId),
        people.map(({ email }) => email),
      ],
    );
    const ids = new Set(named.map(({ externalId }) => externalId));
    const others = people.filter(({ externalId }) => !ids.has(externalId));
    const sharing = await this.sharing(tx, retailerId, [...new Set(others.flatMap(({ email }) => email ?? []))]);
    return [
      ...named,
      ...others.flatMap(({ externalId, email }) => {
        const customerId = sharing.get(email ?? '');
        return customerId === undefined ? [] : [{ externalId, customerId, byEmail: true, lacksEmail: false }];
      }),
    ];
  }

  /**
   * Our ids of stored customers by their address. Where a table counts as empty, which index Postgres takes for one
   * address is chance. So it is asked for a list that it knows: at worst it reads each customer of the store once.
   */
  private async sharing(tx: Tx, retailerId: string, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (emails.length === 0) return new Map();
    const rows = await tx.planForValues(() =>
      tx.query<{ email: string; id: string }>(
        `SELECT DISTINCT ON (email) email, id FROM customers WHERE retailer_id = $1 AND email = ANY ($2::text[])
          ORDER BY email, import_id IS NOT NULL, external_id`,
        [retailerId, emails],
      ),
    );
    return new Map(rows.map(({ email, id }) => [email, id]));
  }

  /** Keeps that these ids of other systems mean these customers. */
  async link(tx: Tx, { retailerId, importId }: ImportName, links: ReadonlyMap<string, string>): Promise<void> {
    if (links.size === 0) return;
    await tx.execute(
      `INSERT INTO imported_customers (retailer_id, external_id, customer_id, import_id)
       SELECT $1, l.external_id, l.customer_id, $2 FROM unnest($3::text[], $4::uuid[]) AS l (external_id, customer_id)
        ORDER BY l.external_id
       ON CONFLICT (retailer_id, external_id) DO UPDATE
         SET customer_id = excluded.customer_id, import_id = excluded.import_id`,
      [retailerId, importId, [...links.keys()], [...links.values()]],
    );
  }

  async addCustomers(
    tx: Tx,
    { retailerId, importId }: ImportName,
    customers: ReadonlyMap<string, ImportedCustomer>,
  ): Promise<void> {
    if (customers.size === 0) return;
    const of = (read: (customer: ImportedCustomer) => string | Date | null) => [...customers.values()].map(read);
    await tx.execute(
      `INSERT INTO customers (retailer_id, id, external_id, email, first_name, last_name, country, marketing,
                              marketing_updated_at, import_id)
       SELECT $1, g.id, g.external_id, g.email, g.first_name, g.last_name, g.country, g.marketing, g.decided_at, $2
         FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                     $10::timestamptz[])
           AS g (id, external_id, email, first_name, last_name, country, marketing, decided_at)
       RETURNING 1`,
      [
        retailerId,
        importId,
        [...customers.keys()],
        of(({ person }) => person.externalId),
        of(({ person }) => person.email),
        of(({ firstName }) => firstName),
        of(({ lastName }) => lastName),
        of(({ country }) => country),
        of(({ marketing }) => marketing),
        of(({ marketing, decidedAt }) => (marketing === 'unknown' ? null : decidedAt)),
      ],
    );
  }

  /**
   * Keeps what a change replaces, in the order of the imports. The first change of an import counts: undoing goes back
   * before it. What an import only says alike is kept where another import has written the customer.
   */
  async keepCustomers(
    tx: Tx,
    { retailerId, importId }: ImportName,
    changes: readonly CustomerChangeByImport[],
  ): Promise<void> {
    if (changes.length === 0) return;
    await tx.execute(
      `INSERT INTO import_replacements AS b (retailer_id, import_id, kind, key, customer_id, before, after, kept_at)
       SELECT $1, $2, 'customer', g.id::text, g.id, g.before, g.after, clock_timestamp()
         FROM unnest($3::uuid[], $4::jsonb[], $5::jsonb[], $6::boolean[]) AS g (id, before, after, is_changed)
         JOIN customers c ON c.retailer_id = $1 AND c.id = g.id AND c.import_id IS DISTINCT FROM $2
        WHERE g.is_changed OR c.import_id IS NOT NULL
           OR EXISTS (SELECT FROM import_replacements x WHERE x.retailer_id = $1 AND x.customer_id = g.id)
       ON CONFLICT (retailer_id, import_id, kind, key) DO UPDATE
         SET before = excluded.before || b.before, after = b.after || excluded.after`,
      [
        retailerId,
        importId,
        changes.map(({ row }) => row.id),
        changes.map(({ before }) => JSON.stringify(before)),
        changes.map(({ after }) => JSON.stringify(after)),
        changes.map(({ isChanged }) => isChanged),
      ],
    );
  }

  /** Keeps that the import names these customers of other imports, so that they stay when those are taken back. */
  async nameCustomers(tx: Tx, { retailerId, importId }: ImportName, ids: readonly string[]): Promise<void> {
    await tx.execute(
      `INSERT INTO import_replacements (retailer_id, import_id, kind, key, customer_id, before, after, kept_at)
       SELECT $1, $2, 'customer', c.id::text, c.id, '{}', '{}', clock_timestamp() FROM customers c
        WHERE c.retailer_id = $1 AND c.id = ANY ($3::uuid[]) AND c.import_id <> $2
       ON CONFLICT DO NOTHING`,
      [retailerId, importId, ids],
    );
  }

  /** Which of the customers no platform has said anything about. */
  async ofImports(tx: Tx, retailerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM customers WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) AND import_id IS NOT NULL
          AND platform_updated_at IS NULL`,
      [retailerId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Inserts new customers with the facts of their new orders. */
  async addCustomersOf(tx: Tx, { count, values }: CustomersToWrite): Promise<void> {
    if (count > 0) await tx.execute(INSERT_CUSTOMERS, values);
  }

  /** Adds new orders to the facts of stored customers. */
  async addFacts(tx: Tx, { count, values }: CustomersToWrite): Promise<void> {
    if (count > 0) await tx.execute(ADD_FACTS, values);
  }

  /** Inserts the orders that are not stored yet. Returns their ids. */
  async insertOrders(tx: Tx, { values }: OrdersToInsert): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ id: string }>(INSERT_ORDERS, values);
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Updates the stored orders that differ, and keeps what they were. An order that another import has written alike
   * becomes this import's own, so that it stays when the other one is taken back. Returns the former customers by order
   * that differed.
   */
  async updateOrders(
    tx: Tx,
    terms: OrderTerms,
    orders: readonly CountedImport[],
  ): Promise<ReadonlyMap<string, string | null>> {
    if (orders.length === 0) return new Map();
    const rows = await tx.query<{ id: string; formerId: string | null; isChanged: boolean }>(
      `WITH compared AS MATERIALIZED (
         SELECT g.*, ${ORDERED_AT} AS placed_at, o.customer_id AS former_id, to_jsonb(o) AS before, o.import_id,
                (o.customer_id, o.currency, o.other_currency, o.total, o.refunded, o.financial_status, o.test,
                 o.product_ids, o.ordered_at)
                IS DISTINCT FROM (g.customer_id, g.currency, g.other_currency, g.total, g.refunded, g.financial_status,
                 g.test, g.product_ids, ${ORDERED_AT}) AS is_changed
           FROM ${GIVEN} JOIN orders o ON o.retailer_id = $1 AND o.external_id = g.external_id
       ), changed AS MATERIALIZED (
         SELECT * FROM compared WHERE is_changed OR import_id IS DISTINCT FROM $2
       ), kept AS (
         INSERT INTO import_replacements (retailer_id, import_id, kind, key, customer_id, before)
         SELECT $1, $2, 'order', external_id, former_id,
                CASE WHEN is_changed THEN before ELSE jsonb_build_object('import_id', import_id) END
           FROM changed WHERE import_id IS DISTINCT FROM $2
         ON CONFLICT DO NOTHING)
       UPDATE orders o
          SET customer_id = g.customer_id, currency = g.currency, other_currency = g.other_currency, total = g.total,
              refunded = g.refunded, net = g.net, counted = g.counted, reason = g.reason,
              financial_status = g.financial_status, test = g.test, product_ids = g.product_ids, ordered_at = g.placed_at,
              platform_updated_at = $3, import_id = $2
         FROM changed g WHERE o.retailer_id = $1 AND o.external_id = g.external_id
       RETURNING o.external_id AS id, g.former_id AS "formerId", g.is_changed AS "isChanged"`,
      valuesOf(terms, orders),
    );
    return new Map(rows.filter(({ isChanged }) => isChanged).map(({ id, formerId }) => [id, formerId]));
  }
}
