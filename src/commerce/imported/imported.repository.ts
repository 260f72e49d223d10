import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { formatDecimal } from '#libs/kernel';
import type { Counted } from '../model/count-order.js';
import type { CustomerChangeByImport } from './merge-imported.js';
import type { ImportedCustomer, ImportedOrder } from './records.js';

/** The import that writes. */
export interface ImportName {
  readonly retailerId: string;
  readonly importId: string;
}

/** A person whose customer is looked for. */
export interface Wanted {
  readonly externalId: string;
  /** The id of a customer with this external id. */
  readonly id: string;
  readonly email: string | null;
}

export interface FoundCustomer {
  readonly externalId: string;
  readonly customerId: string;
  /** Found by the address alone: its id is not known yet. */
  readonly byEmail: boolean;
}

export interface NewCustomer {
  readonly id: string;
  readonly customer: ImportedCustomer;
}

export interface CountedImport extends Counted {
  readonly order: ImportedOrder;
  readonly customerId: string | null;
  readonly currency: string;
  readonly otherCurrency: boolean;
  readonly isAhead: boolean;
}

/** For a FROM: orders as parallel arrays from $4 on, as `g`. */
const GIVEN = `unnest($4::text[], $5::uuid[], $6::text[], $7::boolean[], $8::numeric[], $9::numeric[], $10::numeric[],
       $11::boolean[], $12::text[], $13::text[], $14::boolean[], $15::text[], $16::timestamptz[], $17::boolean[])
    AS g (external_id, customer_id, currency, other_currency, total, refunded, net, counted, reason, financial_status,
          test, products, ordered_at, is_ahead)`;

/** A unit separator: it is in no product id, because ids have no control characters. */
const SEPARATOR = '\u001f';
const PRODUCTS = `string_to_array(g.products, chr(31))`;

/** An order dated ahead counts as placed when it first came in, so a repetition does not move it. */
const ORDERED_AT = `CASE WHEN g.is_ahead THEN least(o.ordered_at, g.ordered_at) ELSE g.ordered_at END`;

/** All SQL of imports, plain for speed: bulk statements in the caller's transaction. */
@Injectable()
export class ImportedRepository {
  /** The stored customers of the people: by the id of an earlier import, by their own id, or by their address. */
  found(tx: Tx, retailerId: string, people: readonly Wanted[]): Promise<FoundCustomer[]> {
    return tx.query<FoundCustomer>(
      `SELECT w.external_id AS "externalId", coalesce(known.customer_id, own.id, same.id) AS "customerId",
              coalesce(known.customer_id, own.id) IS NULL AS "byEmail"
         FROM unnest($2::text[], $3::uuid[], $4::text[]) AS w (external_id, id, email)
         LEFT JOIN LATERAL (SELECT k.customer_id FROM imported_customers k
                              JOIN customers c ON c.retailer_id = k.retailer_id AND c.id = k.customer_id
                             WHERE k.retailer_id = $1 AND k.external_id = w.external_id OFFSET 0) known ON true
         LEFT JOIN LATERAL (SELECT c.id FROM customers c WHERE c.retailer_id = $1 AND c.id = w.id OFFSET 0) own ON true
         LEFT JOIN LATERAL (SELECT c.id FROM customers c WHERE c.retailer_id = $1 AND c.email = w.email
                             ORDER BY c.import_id IS NOT NULL, c.external_id LIMIT 1) same ON w.email IS NOT NULL
        WHERE coalesce(known.customer_id, own.id, same.id) IS NOT NULL`,
      [
        retailerId,
        people.map(({ externalId }) => externalId),
        people.map(({ id }) => id),
        people.map(({ email }) => email),
      ],
    );
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

  async addCustomers(tx: Tx, { retailerId, importId }: ImportName, rows: readonly NewCustomer[]): Promise<void> {
    if (rows.length === 0) return;
    const of = (read: (customer: ImportedCustomer) => string | Date | null) =>
      rows.map(({ customer }) => read(customer));
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
        rows.map(({ id }) => id),
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

  /** Keeps what a change replaces. The first change of an import counts: undoing goes back before it. */
  async keepCustomers(
    tx: Tx,
    { retailerId, importId }: ImportName,
    changes: readonly CustomerChangeByImport[],
  ): Promise<void> {
    if (changes.length === 0) return;
    await tx.execute(
      `INSERT INTO import_replacements AS b (retailer_id, import_id, kind, key, customer_id, before, after)
       SELECT $1, $2, 'customer', g.id::text, g.id, g.before, g.after
         FROM unnest($3::uuid[], $4::jsonb[], $5::jsonb[]) AS g (id, before, after)
         JOIN customers c ON c.retailer_id = $1 AND c.id = g.id AND c.import_id IS DISTINCT FROM $2
       ON CONFLICT (retailer_id, import_id, kind, key) DO UPDATE
         SET before = excluded.before || b.before, after = b.after || excluded.after`,
      [
        retailerId,
        importId,
        changes.map(({ row }) => row.id),
        changes.map(({ before }) => JSON.stringify(before)),
        changes.map(({ after }) => JSON.stringify(after)),
      ],
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

  /** Inserts the orders that are not stored yet. Returns their ids. */
  async insertOrders(
    tx: Tx,
    name: ImportName,
    at: Date,
    orders: readonly CountedImport[],
  ): Promise<ReadonlySet<string>> {
    if (orders.length === 0) return new Set();
    const rows = await tx.query<{ id: string }>(
      `INSERT INTO orders (retailer_id, external_id, customer_id, currency, other_currency, total, refunded, net, counted,
                           reason, financial_status, test, product_ids, ordered_at, platform_updated_at, import_id)
       SELECT $1, g.external_id, g.customer_id, g.currency, g.other_currency, g.total, g.refunded, g.net, g.counted,
              g.reason, g.financial_status, g.test, ${PRODUCTS}, g.ordered_at, $3, $2
         FROM ${GIVEN}
       ON CONFLICT DO NOTHING RETURNING external_id AS id`,
      valuesOf(name, at, orders),
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Updates the stored orders that differ, and keeps what they were. Returns the former customers by order. */
  async updateOrders(
    tx: Tx,
    name: ImportName,
    at: Date,
    orders: readonly CountedImport[],
  ): Promise<ReadonlyMap<string, string | null>> {
    if (orders.length === 0) return new Map();
    const rows = await tx.query<{ id: string; formerId: string | null }>(
      `WITH changed AS MATERIALIZED (
         SELECT g.*, ${ORDERED_AT} AS placed_at, o.customer_id AS former_id, to_jsonb(o) AS before, o.import_id
           FROM ${GIVEN} JOIN orders o ON o.retailer_id = $1 AND o.external_id = g.external_id
          WHERE (o.customer_id, o.currency, o.other_currency, o.total, o.refunded, o.financial_status, o.test,
                 o.product_ids, o.ordered_at)
                IS DISTINCT FROM (g.customer_id, g.currency, g.other_currency, g.total, g.refunded, g.financial_status,
                 g.test, ${PRODUCTS}, ${ORDERED_AT})
       ), kept AS (
         INSERT INTO import_replacements (retailer_id, import_id, kind, key, customer_id, before)
         SELECT $1, $2, 'order', external_id, former_id, before FROM changed WHERE import_id IS DISTINCT FROM $2
         ON CONFLICT DO NOTHING)
       UPDATE orders o
          SET customer_id = g.customer_id, currency = g.currency, other_currency = g.other_currency, total = g.total,
              refunded = g.refunded, net = g.net, counted = g.counted, reason = g.reason,
              financial_status = g.financial_status, test = g.test, product_ids = ${PRODUCTS}, ordered_at = g.placed_at,
              platform_updated_at = $3, import_id = $2
         FROM changed g WHERE o.retailer_id = $1 AND o.external_id = g.external_id
       RETURNING o.external_id AS id, g.former_id AS "formerId"`,
      valuesOf(name, at, orders),
    );
    return new Map(rows.map(({ id, formerId }) => [id, formerId]));
  }
}

const valuesOf = ({ retailerId, importId }: ImportName, at: Date, rows: readonly CountedImport[]) => [
  retailerId,
  importId,
  at,
  rows.map(({ order }) => order.externalId),
  rows.map(({ customerId }) => customerId),
  rows.map(({ currency }) => currency),
  rows.map(({ otherCurrency }) => otherCurrency),
  rows.map(({ order }) => formatDecimal(order.total)),
  rows.map(({ order }) => formatDecimal(order.refunded)),
  rows.map(({ net }) => formatDecimal(net)),
  rows.map(({ counted }) => counted),
  rows.map(({ reason }) => reason),
  rows.map(({ order }) => order.financialStatus),
  rows.map(({ order }) => order.test),
  rows.map(({ order }) => order.productIds.join(SEPARATOR)),
  rows.map(({ order }) => order.orderedAt),
  rows.map(({ isAhead }) => isAhead),
];
