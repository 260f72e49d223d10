import { entityId } from '#libs/kernel';
import { expect } from 'vitest';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { given } from '../factories/given.js';
import type { RunsSql } from './test-database.js';

/** The state of a store; customers by the platform's id. */
export interface StoreState {
  readonly facts: Readonly<
    Record<
      string,
      {
        readonly ordersCount: number;
        /** Two decimals. */
        readonly totalSpent: string;
        /** Milliseconds since the epoch. */
        readonly firstOrderAt: number | null;
        readonly lastOrderAt: number | null;
      }
    >
  >;
  /** Members by the segment's name, sorted. */
  readonly segments: Readonly<Record<string, readonly string[]>>;
}

export async function storedState(database: RunsSql): Promise<StoreState> {
  const customers = await database.sql<{ id: string; facts: StoreState['facts'][string] }>(
    `SELECT external_id AS id,
            json_build_object('ordersCount', orders_count, 'totalSpent', round(total_spent, 2)::text,
              'firstOrderAt', extract(epoch FROM first_order_at) * 1000,
              'lastOrderAt', extract(epoch FROM last_order_at) * 1000) AS facts
       FROM customers`,
  );
  const segments = await database.sql<{ name: string; members: string[] }>(
    `SELECT s.name, coalesce(array_agg(c.external_id) FILTER (WHERE c.id IS NOT NULL), '{}') AS members
       FROM segments s
       LEFT JOIN segment_memberships m ON m.retailer_id = s.retailer_id AND m.segment_id = s.id AND m.left_at IS NULL
       LEFT JOIN customers c ON c.retailer_id = m.retailer_id AND c.id = m.customer_id
      GROUP BY s.retailer_id, s.id`,
  );
  return {
    facts: Object.fromEntries(customers.map(({ id, facts }) => [id, facts])),
    segments: Object.fromEntries(segments.map(({ name, members }) => [name, members.sort()])),
  };
}

/** Inserts segments without the API, for tests of other things. The sweep of the service finds them. */
export async function defineSegments(
  database: RunsSql,
  { retailerId, brandId }: { readonly retailerId: string; readonly brandId: string },
  segments: Readonly<Record<string, object>>,
): Promise<void> {
  for (const [name, criteria] of Object.entries(segments)) {
    const id = entityId(retailerId, 'segment', `${brandId}/${name}`);
    await given(database).insert(Segment, { retailerId, id, brandId, name, criteria: { ...criteria } });
  }
}

/** Statements that find rows which break a rule. They follow the rules, not the code. */
const OFFENDERS = {
  'facts that are not what the orders say': `
    WITH net AS (
      SELECT o.retailer_id, o.customer_id, o.ordered_at,
             greatest(0, o.total - coalesce((SELECT sum(r.amount) FROM refunds r
               WHERE r.retailer_id = o.retailer_id AND r.order_external_id = o.external_id), 0)) AS amount
        FROM orders o
       WHERE NOT o.test AND o.cancelled_at IS NULL
         AND o.financial_status IN ('paid', 'partially_paid', 'partially_refunded')
    )
    SELECT c.external_id, c.orders_count, c.total_spent, count(net.*) AS counted, sum(net.amount) AS spent
      FROM customers c LEFT JOIN net ON net.retailer_id = c.retailer_id AND net.customer_id = c.id
     GROUP BY c.retailer_id, c.id
    HAVING (c.orders_count, c.total_spent) <> (count(net.*), coalesce(sum(net.amount), 0))
        OR c.first_order_at IS DISTINCT FROM min(net.ordered_at)
        OR c.last_order_at IS DISTINCT FROM max(net.ordered_at)
        OR c.largest_order IS DISTINCT FROM max(net.amount)`,
  'memberships that are not what the criteria say of the facts': `
    SELECT s.name, c.external_id, m.entered_at
      FROM segments s JOIN customers c USING (retailer_id)
      LEFT JOIN segment_memberships m
        ON m.retailer_id = s.retailer_id AND m.segment_id = s.id AND m.customer_id = c.id AND m.left_at IS NULL
     WHERE (m.customer_id IS NOT NULL) <>
           (c.orders_count >= coalesce((s.criteria ->> 'minOrders')::int, 0)
            AND c.total_spent >= coalesce((s.criteria ->> 'minPurchaseAmount')::numeric, 0))`,
  'a second open stay in a segment': `
    SELECT segment_id, customer_id, count(*) FROM segment_memberships WHERE left_at IS NULL
     GROUP BY retailer_id, segment_id, customer_id HAVING count(*) > 1`,
  'stays that overlap or end before they begin': `
    SELECT * FROM (
      SELECT segment_id, customer_id, entered_at, left_at,
             lag(coalesce(left_at, 'infinity')) OVER (
               PARTITION BY retailer_id, segment_id, customer_id ORDER BY entered_at) AS left_before
        FROM segment_memberships) stay
     WHERE left_at < entered_at OR left_before > entered_at`,
  'transitions that do not take turns, beginning with an entry': `
    SELECT * FROM (
      SELECT segment_id, customer_id, at, kind,
             lag(kind, 1, 'left') OVER (PARTITION BY retailer_id, segment_id, customer_id ORDER BY at) AS before
        FROM segment_transitions) step
     WHERE kind = before`,
  'stays that are not what the transitions tell': `
    (SELECT segment_id, customer_id, entered_at AS at, 'entered' AS kind FROM segment_memberships
     UNION ALL SELECT segment_id, customer_id, left_at, 'left' FROM segment_memberships WHERE left_at IS NOT NULL
     EXCEPT ALL SELECT segment_id, customer_id, at, kind FROM segment_transitions)
    UNION ALL
    (SELECT segment_id, customer_id, at, kind FROM segment_transitions
     EXCEPT ALL (SELECT segment_id, customer_id, entered_at, 'entered' FROM segment_memberships
     UNION ALL SELECT segment_id, customer_id, left_at, 'left' FROM segment_memberships WHERE left_at IS NOT NULL))`,
} as const;

/**
 * Fails with the rows that break a rule. The rules hold whenever nothing is pending. Use `simple: false` where
 * customers do not come from orders or criteria have more than two keys.
 */
export async function expectConsistency(database: RunsSql, { simple = true } = {}): Promise<void> {
  for (const [what, statement] of Object.entries(OFFENDERS).slice(simple ? 0 : 2)) {
    expect(await database.sql(`SELECT * FROM (${statement}) offender LIMIT 5`), what).toEqual([]);
  }
}
