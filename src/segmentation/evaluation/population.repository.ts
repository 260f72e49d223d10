import { Injectable } from '@nestjs/common';
import { moneyOf } from '#libs/kernel';
import type { Sql, Tx } from '#libs/database';
import { nextChangeSql } from '../criteria/next-change.js';
import { silentChangesOf } from '../../commerce/storage/customer-changes.sql.js';
import { CUSTOMERS, customersThen } from '../../commerce/storage/customers.sql.js';
import { ORDERS, ordersOf, ordersUntil } from '../../commerce/storage/orders.sql.js';
import type { CompiledCriteria } from '../criteria/compile.js';
import { Binder } from '../criteria/binder.js';
import type { SqlScope } from '../criteria/criterion.js';
import type { RfmBoundaries } from '../criteria/rfm.js';
import { type Estimate, estimateOf } from './estimate.js';
import type { SampleCustomerAnswer } from './sample-customer.dto.js';

/** The inputs of one evaluation that are the same for every customer. */
export interface EvaluationContext {
  readonly retailerId: string;
  readonly criteria: CompiledCriteria;
  readonly rfm: RfmBoundaries | null;
  /** The instant that counts as now, in milliseconds since the epoch. */
  readonly at: number;
}

/** How many customers a definition would bring in and take out, each with a sample. */
export interface ExpectedChange {
  readonly entered: number;
  readonly left: number;
  readonly sample: Readonly<Record<'entered' | 'left', readonly SampleCustomerAnswer[]>>;
}

/** The customers whose ids are above `after` and not above `upTo`. */
export interface Slice {
  readonly after: string;
  readonly upTo: string;
}

/**
 * The largest size of a slice, in customers. A larger slice is no cheaper for each customer, and holds the lock for
 * longer.
 */
export const CUSTOMERS_AT_ONCE = 50_000;
const SAMPLE = 10;
/** Where so many customers hold no sample, few of all meet the criteria. */
const FIRST_CUSTOMERS = 1_000;
/** So many customers are read for an estimate. Four times as many halve its error. */
const ESTIMATED_FROM = 4_000;
const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const OPEN_OF_SEGMENT = `m.retailer_id = $1 AND m.segment_id = $2 AND m.left_at IS NULL`;
const EXAMPLE = `json_build_object('customerId', id, 'externalId', external_id, 'email', email)`;

/** All SQL that evaluates many customers in one statement. */
@Injectable()
export class PopulationRepository {
  /** The next `size` customers; `done` where no customer comes after them. */
  async slice(sql: Sql, retailerId: string, cursor: string | null, size: number): Promise<Slice & { done: boolean }> {
    const after = cursor ?? FIRST;
    const [row] = await sql.query<{ id: string }>(
      `SELECT c.id FROM ${CUSTOMERS} WHERE c.retailer_id = $1 AND c.id > $2 ORDER BY c.id OFFSET $3 LIMIT 1`,
      [retailerId, after, size - 1],
    );
    return { after, upTo: row?.id ?? LAST, done: row === undefined };
  }

  /**
   * Evaluates a slice and writes the differences alone, with a transition and an event for each. The cause is the
   * segment's, unless a change of the customer by an import or by history is in the queue. Then the cause is that of
   * the change.
   */
  async evaluate(
    tx: Tx,
    segment: { readonly id: string; readonly cause: string },
    context: EvaluationContext,
    { after, upTo }: Slice,
  ): Promise<void> {
    await forMany(tx);
    const binder = new Binder([context.retailerId, segment.id, new Date(context.at), after, upTo, segment.cause]);
    const holds = context.criteria.sql({ ...scopeOf(context, binder), orders: ordersOf('$4', '$5') });
    await tx.queryOnce(
      `WITH leaving AS (
         UPDATE segment_memberships m SET left_at = $3 FROM ${CUSTOMERS}
          WHERE ${OPEN_OF_SEGMENT} AND m.customer_id > $4::uuid AND m.customer_id <= $5::uuid
            AND c.retailer_id = $1 AND c.id = m.customer_id AND NOT ${holds}
         RETURNING m.customer_id
       ), entering AS (
         INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
         SELECT $1, $2, c.id, $3 FROM ${CUSTOMERS}
          WHERE c.retailer_id = $1 AND c.id > $4::uuid AND c.id <= $5::uuid AND ${holds}
            AND NOT EXISTS (SELECT 1 FROM segment_memberships m WHERE ${OPEN_OF_SEGMENT} AND m.customer_id = c.id
                               AND m.customer_id > $4::uuid AND m.customer_id <= $5::uuid)
         RETURNING customer_id
       ), silent AS (
         ${silentChangesOf('$4', '$5')}
       ), moving AS (
         INSERT INTO segment_transitions (retailer_id, segment_id, customer_id, at, kind, cause)
         SELECT $1, $2, customer_id, $3, kind, coalesce(silent.cause, $6::text)
           FROM (SELECT customer_id, 'left' AS kind FROM leaving UNION ALL SELECT customer_id, 'entered' FROM entering) moved
           LEFT JOIN silent USING (customer_id)
         RETURNING retailer_id, segment_id, customer_id, at, kind, cause
       )
       INSERT INTO segment_events (retailer_id, segment_id, customer_id, at, kind, cause) SELECT * FROM moving
       ON CONFLICT DO NOTHING`,
      binder.values,
    );
    await this.writeNextChanges(tx, segment.id, context, { after, upTo });
  }

  /** Writes the next changes of the slice that differ from the stored ones. */
  private async writeNextChanges(
    tx: Tx,
    segmentId: string,
    context: EvaluationContext,
    { after, upTo }: Slice,
  ): Promise<void> {
    const { retailerId, criteria } = context;
    const SLICE = `k.retailer_id = $1 AND k.segment_id = $2 AND k.customer_id > $3::uuid AND k.customer_id <= $4::uuid`;
    if (criteria.instants.length === 0) {
      await tx.execute(`DELETE FROM segment_next_changes k WHERE ${SLICE}`, [retailerId, segmentId, after, upTo]);
      return;
    }
    const binder = new Binder([retailerId, segmentId, after, upTo]);
    const scope = { ...scopeOf(context, binder), orders: ordersOf('$3', '$4') };
    const { at, known } = nextChangeSql(criteria, scope);
    await tx.queryOnce(
      `WITH coming AS (
         SELECT * FROM (
           SELECT c.id, ${at} AS at FROM (
             SELECT c.*, ${known.join(', ')} FROM ${CUSTOMERS}
              WHERE c.retailer_id = $1 AND c.id > $3::uuid AND c.id <= $4::uuid OFFSET 0) c) c
          WHERE at IS NOT NULL
       ), gone AS (
         DELETE FROM segment_next_changes k
          WHERE ${SLICE} AND NOT EXISTS (SELECT FROM coming WHERE coming.id = k.customer_id)
       )
       INSERT INTO segment_next_changes AS k (retailer_id, segment_id, customer_id, next_change_at)
       SELECT $1, $2, id, at FROM coming
       ON CONFLICT (retailer_id, segment_id, customer_id) DO UPDATE SET next_change_at = excluded.next_change_at
        WHERE k.next_change_at <> excluded.next_change_at`,
      binder.values,
    );
  }

  /** Deletes the slice's memberships, transitions and next changes of the segment. It writes no event. */
  async deleteSlice(tx: Tx, retailerId: string, segmentId: string, { after, upTo }: Slice): Promise<void> {
    const ofSlice = `WHERE retailer_id = $1 AND segment_id = $2 AND customer_id > $3::uuid AND customer_id <= $4::uuid`;
    await tx.execute(
      `WITH memberships AS (DELETE FROM segment_memberships ${ofSlice}),
            transitions AS (DELETE FROM segment_transitions ${ofSlice})
       DELETE FROM segment_next_changes ${ofSlice}`,
      [retailerId, segmentId, after, upTo],
    );
  }

  /**
   * The customers that an evaluation of all of them would bring in and take out. It changes nothing. The criteria are a
   * condition of their own: compared with the membership, they would be evaluated customer by customer, which takes ten
   * times as long where they read orders.
   */
  async expectedChange(tx: Tx, segmentId: string, context: EvaluationContext): Promise<ExpectedChange> {
    await forAll(tx);
    await forOrders(tx);
    const binder = new Binder([context.retailerId, segmentId]);
    const holds = context.criteria.sql(scopeOf(context, binder));
    const first = (kind: string): string => `ARRAY(SELECT id FROM moved WHERE ${kind} ORDER BY id LIMIT ${SAMPLE})`;
    const [row] = await tx.queryOnce<ExpectedChangeRow>(
      `WITH holding AS MATERIALIZED (
         SELECT c.id FROM ${CUSTOMERS} WHERE c.retailer_id = $1 AND ${holds}
       ), moved AS MATERIALIZED (
         SELECT coalesce(h.id, m.customer_id) AS id, m.customer_id IS NULL AS enters
           FROM holding h
           FULL JOIN (SELECT m.customer_id FROM segment_memberships m WHERE ${OPEN_OF_SEGMENT}) m ON m.customer_id = h.id
          WHERE h.id IS NULL OR m.customer_id IS NULL
       )
       SELECT count(*) FILTER (WHERE enters)::int AS entered, count(*) FILTER (WHERE NOT enters)::int AS "left",
              ${first('enters')} AS "firstEntered", ${first('NOT enters')} AS "firstLeft"
         FROM moved`,
      binder.values,
    );
    if (!row) throw new Error('a count has no row');
    const { entered, left, firstEntered, firstLeft } = row;
    const customers = await this.examples(tx, context.retailerId, [...firstEntered, ...firstLeft]);
    const sampleOf = (ids: readonly string[]): SampleCustomerAnswer[] =>
      customers.filter(({ customerId }) => ids.includes(customerId));
    return { entered, left, sample: { entered: sampleOf(firstEntered), left: sampleOf(firstLeft) } };
  }

  private examples(sql: Sql, retailerId: string, ids: readonly string[]): Promise<SampleCustomerAnswer[]> {
    return sql.query<SampleCustomerAnswer>(
      `SELECT c.id AS "customerId", c.external_id AS "externalId", c.email FROM ${CUSTOMERS}
        WHERE c.retailer_id = $1 AND c.id = ANY ($2::uuid[]) ORDER BY c.id`,
      [retailerId, ids],
    );
  }

  /**
   * How many customers meet the criteria and what they have spent, with a sample. With `past` the facts are those of
   * the orders placed up to the instant, as these orders are known today; otherwise they are the stored facts.
   *
   * Customers are read once. If the first thousand hold a sample, many meet the criteria, and a parallel scan only sums
   * them up. Otherwise few do, and the scan keeps them for the sample.
   */
  async preview(sql: Sql, context: EvaluationContext, past: boolean): Promise<PopulationPreview> {
    const sample = past ? [] : await this.first(sql, context);
    await forAll(sql);
    if (!past) await forOrders(sql);
    const binder = new Binder([context.retailerId]);
    const scope = scopeOf(context, binder);
    const source = past ? sourceThen(binder.bind(new Date(context.at), 'timestamptz')) : SOURCE_NOW;
    const holds = context.criteria.sql({ ...scope, orders: source.orders });
    const found = `FROM ${source.customers} WHERE c.retailer_id = $1 AND ${holds}`;
    const sums = `count(*)::int AS count, coalesce(sum(total_spent), 0)::text AS spent`;
    const statement =
      sample.length === SAMPLE
        ? `SELECT ${sums} ${found}`
        : `WITH found AS MATERIALIZED (SELECT c.id, c.external_id, c.email, c.total_spent ${found})
           SELECT ${sums}, (SELECT json_agg(${EXAMPLE}) FROM (SELECT * FROM found ORDER BY id LIMIT ${SAMPLE}) s) AS sample
             FROM found`;
    const [row] = await sql.queryOnce<Partial<PopulationPreview>>(statement, binder.values);
    return { count: row?.count ?? 0, spent: moneyOf(row?.spent ?? '0'), sample: row?.sample ?? sample };
  }

  /** How many customers meet the criteria, from those with the lowest ids. Exact in a store that has few. */
  async estimate(sql: Sql, context: EvaluationContext): Promise<Estimate> {
    const { after, upTo, done } = await this.slice(sql, context.retailerId, null, ESTIMATED_FROM);
    const binder = new Binder([context.retailerId, after, upTo]);
    const holds = context.criteria.sql({ ...scopeOf(context, binder), orders: ordersOf('$2', '$3') });
    const [row] = await sql.queryOnce<{ found: number }>(
      `SELECT count(*)::int AS found FROM ${CUSTOMERS}
        WHERE c.retailer_id = $1 AND c.id > $2::uuid AND c.id <= $3::uuid AND ${holds}`,
      binder.values,
    );
    const found = row?.found ?? 0;
    return done ? { about: found, low: found, high: found } : estimateOf(found, upTo);
  }

  /** The first of the first customers who meet the criteria, at most a sample. */
  private async first(sql: Sql, context: EvaluationContext): Promise<SampleCustomerAnswer[]> {
    const { after, upTo } = await this.slice(sql, context.retailerId, null, FIRST_CUSTOMERS);
    const binder = new Binder([context.retailerId, after, upTo]);
    const holds = context.criteria.sql({ ...scopeOf(context, binder), orders: ordersOf('$2', '$3') });
    return sql.queryOnce<SampleCustomerAnswer>(
      `SELECT c.id AS "customerId", c.external_id AS "externalId", c.email FROM ${CUSTOMERS}
        WHERE c.retailer_id = $1 AND c.id > $2::uuid AND c.id <= $3::uuid AND ${holds} ORDER BY c.id LIMIT ${SAMPLE}`,
      binder.values,
    );
  }
}

/** What a preview says of the customers who meet the criteria. */
export interface PopulationPreview {
  readonly count: number;
  /** A decimal in the store's currency. */
  readonly spent: string;
  readonly sample: SampleCustomerAnswer[];
}

/**
 * Turns nested loops off. Until a growing table has been analysed, Postgres expects a handful of customers and compares
 * each row with each. After a backfill, that took minutes instead of a second.
 */
const forMany = (sql: Sql): Promise<unknown> => sql.queryOnce('SET LOCAL enable_nestloop = off');

/**
 * For a statement over all customers: each table is read once, and joins are made by hashes. With merge joins Postgres
 * would read the orders in the order of their customers, each from another page; with five million orders that took
 * forty seconds. Compiling the statement takes longer than it saves.
 */
async function forAll(sql: Sql): Promise<void> {
  await forMany(sql);
  await sql.queryOnce(`SELECT set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)`);
}

/**
 * For a statement that joins orders. Where few customers have many of the orders, Postgres expects many comparisons in
 * a hash table of orders, and joins on one core to avoid them. Most of them never happen, because the first match ends
 * the search, so the price of a comparison is a fifth of the default. A hash table of a few megabytes fits into the
 * processor's cache; with much more memory Postgres would also remove repeated customers first, on one core.
 */
const forOrders = (sql: Sql): Promise<unknown> =>
  sql.queryOnce(`SELECT set_config('cpu_operator_cost', '0.0005', true), set_config('work_mem', '2MB', true)`);

interface ExpectedChangeRow extends Pick<ExpectedChange, 'entered' | 'left'> {
  readonly firstEntered: readonly string[];
  readonly firstLeft: readonly string[];
}

/** The instant is bound only where the criteria use it: Postgres refuses a parameter without a known type. */
const scopeOf = ({ criteria, rfm, at }: EvaluationContext, binder: Binder): SqlScope => ({
  binder,
  now: criteria.instants.length > 0 ? binder.bind(new Date(at), 'timestamptz') : 'NULL',
  rfm,
  orders: ORDERS,
});

const SOURCE_NOW = { customers: CUSTOMERS, orders: ORDERS };

const sourceThen = (until: string): typeof SOURCE_NOW => ({
  customers: customersThen(until),
  orders: ordersUntil(until),
});
