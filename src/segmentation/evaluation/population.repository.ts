import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { nextChangeSql } from '../criteria/next-change.js';
import { silentChangesOf } from '../../commerce/storage/customer-changes.sql.js';
import { CUSTOMERS, customersThen } from '../../commerce/storage/customers.sql.js';
import { ORDERS, ordersOf, ordersUntil } from '../../commerce/storage/orders.sql.js';
import type { CompiledCriteria } from '../criteria/compile.js';
import { Binder } from '../criteria/binder.js';
import type { SqlScope } from '../criteria/criterion.js';
import type { RfmBoundaries } from '../criteria/rfm.js';

/** A definition and what it is looked at with. */
export interface Question {
  readonly retailerId: string;
  readonly criteria: CompiledCriteria;
  readonly rfm: RfmBoundaries | null;
  /** The instant that counts as now, in milliseconds since the epoch. */
  readonly at: number;
}

export interface SampleCustomer {
  readonly customerId: string;
  readonly externalId: string;
  readonly email: string | null;
}

/** How many would enter and leave, and some of them. */
export interface Movement {
  readonly entered: number;
  readonly left: number;
  readonly sample: { readonly entered: readonly SampleCustomer[]; readonly left: readonly SampleCustomer[] };
}

/** Customers in the order of their ids: after `after`, up to and including `upTo`. */
export interface Slice {
  readonly after: string;
  readonly upTo: string;
}

/** More do not make a slice cheaper, only longer. */
export const CUSTOMERS_AT_ONCE = 50_000;
const SAMPLE = 10;
const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const OPEN_OF_SEGMENT = `m.retailer_id = $1 AND m.segment_id = $2 AND m.left_at IS NULL`;
const EXAMPLE = `json_build_object('customerId', id, 'externalId', external_id, 'email', email)`;

/** All SQL that looks at all customers of a retailer at once. */
@Injectable()
export class PopulationRepository {
  /** The next so many customers; `done` where they are the last. */
  async slice(tx: Tx, retailerId: string, cursor: string | null, size: number): Promise<Slice & { done: boolean }> {
    const after = cursor ?? FIRST;
    const [row] = await tx.query<{ id: string }>(
      `SELECT c.id FROM ${CUSTOMERS} WHERE c.retailer_id = $1 AND c.id > $2 ORDER BY c.id OFFSET $3 LIMIT 1`,
      [retailerId, after, size - 1],
    );
    return { after, upTo: row?.id ?? LAST, done: row === undefined };
  }

  /**
   * Evaluates a slice and writes only the difference, with a transition and an event for each change. Its cause is the
   * segment's, or that of an import or of history that waits for it.
   */
  async evaluate(
    tx: Tx,
    segment: { readonly id: string; readonly cause: string },
    question: Question,
    { after, upTo }: Slice,
  ): Promise<void> {
    await forMany(tx);
    const binder = new Binder([question.retailerId, segment.id, new Date(question.at), after, upTo, segment.cause]);
    const holds = question.criteria.sql({ ...scopeOf(question, binder), orders: ordersOf('$4', '$5') });
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
       INSERT INTO segment_events (retailer_id, segment_id, customer_id, at, kind, cause) SELECT * FROM moving`,
      binder.values,
    );
    await this.appoint(tx, segment.id, question, { after, upTo });
  }

  /** Writes when time changes the memberships of the slice, as far as that is not what stands there. */
  private async appoint(tx: Tx, segmentId: string, question: Question, { after, upTo }: Slice): Promise<void> {
    const { retailerId, criteria } = question;
    const SLICE = `k.retailer_id = $1 AND k.segment_id = $2 AND k.customer_id > $3::uuid AND k.customer_id <= $4::uuid`;
    if (criteria.instants.length === 0) {
      await tx.execute(`DELETE FROM segment_next_changes k WHERE ${SLICE}`, [retailerId, segmentId, after, upTo]);
      return;
    }
    const binder = new Binder([retailerId, segmentId, after, upTo]);
    const scope = { ...scopeOf(question, binder), orders: ordersOf('$3', '$4') };
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

  /** Removes all that the slice has to do with the segment; nobody is told that they left. */
  async forget(tx: Tx, retailerId: string, segmentId: string, { after, upTo }: Slice): Promise<void> {
    const ofSlice = `WHERE retailer_id = $1 AND segment_id = $2 AND customer_id > $3::uuid AND customer_id <= $4::uuid`;
    await tx.execute(
      `WITH stays AS (DELETE FROM segment_memberships ${ofSlice}),
            moves AS (DELETE FROM segment_transitions ${ofSlice})
       DELETE FROM segment_next_changes ${ofSlice}`,
      [retailerId, segmentId, after, upTo],
    );
  }

  /** Who would enter and leave the segment if all customers were evaluated at that instant; changes nothing. */
  async movement(tx: Tx, segmentId: string, question: Question): Promise<Movement> {
    await forMany(tx);
    const binder = new Binder([question.retailerId, segmentId]);
    const holds = question.criteria.sql(scopeOf(question, binder));
    const [row] = await tx.queryOnce<MovementRow>(
      `WITH moved AS MATERIALIZED (
         SELECT c.id, c.external_id, c.email, m.customer_id IS NULL AS enters
           FROM ${CUSTOMERS} LEFT JOIN segment_memberships m ON ${OPEN_OF_SEGMENT} AND m.customer_id = c.id
          WHERE c.retailer_id = $1 AND ${holds} <> (m.customer_id IS NOT NULL)
       )
       SELECT count(*) FILTER (WHERE enters)::int AS entered, count(*) FILTER (WHERE NOT enters)::int AS "left",
              (SELECT json_agg(${EXAMPLE}) FROM (SELECT * FROM moved WHERE enters ORDER BY id LIMIT ${SAMPLE}) e) AS "enteredSample",
              (SELECT json_agg(${EXAMPLE}) FROM (SELECT * FROM moved WHERE NOT enters ORDER BY id LIMIT ${SAMPLE}) l) AS "leftSample"
         FROM moved`,
      binder.values,
    );
    return {
      entered: row?.entered ?? 0,
      left: row?.left ?? 0,
      sample: { entered: row?.enteredSample ?? [], left: row?.leftSample ?? [] },
    };
  }

  /**
   * How many customers meet the criteria, and some of them. `past`: by the orders placed up to that instant, as they are
   * known today; else by the facts as they stand.
   */
  async preview(tx: Tx, question: Question, past: boolean): Promise<{ count: number; sample: SampleCustomer[] }> {
    await forMany(tx);
    const binder = new Binder([question.retailerId]);
    const scope = scopeOf(question, binder);
    const source = past ? sourceThen(binder.bind(new Date(question.at), 'timestamptz')) : SOURCE_NOW;
    const [row] = await tx.queryOnce<{ count: number; sample: SampleCustomer[] | null }>(
      `WITH found AS MATERIALIZED (
         SELECT c.id, c.external_id, c.email FROM ${source.customers}
          WHERE c.retailer_id = $1 AND ${question.criteria.sql({ ...scope, orders: source.orders })}
       )
       SELECT count(*)::int AS count,
              (SELECT json_agg(${EXAMPLE}) FROM (SELECT * FROM found ORDER BY id LIMIT ${SAMPLE}) s) AS sample
         FROM found`,
      binder.values,
    );
    return { count: row?.count ?? 0, sample: row?.sample ?? [] };
  }
}

/**
 * Until a growing table has been analysed Postgres takes a store's customers for a handful and compares each with each:
 * minutes instead of a second after a backfill.
 */
const forMany = (tx: Tx): Promise<unknown> => tx.queryOnce('SET LOCAL enable_nestloop = off');

interface MovementRow {
  readonly entered: number;
  readonly left: number;
  readonly enteredSample: SampleCustomer[] | null;
  readonly leftSample: SampleCustomer[] | null;
}

/** The instant is bound only where time has a say: Postgres wants to know the type of every parameter. */
const scopeOf = ({ criteria, rfm, at }: Question, binder: Binder): SqlScope => ({
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
