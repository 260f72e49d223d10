import type { SqlValue } from '#libs/database';
import { recordsWithAddressOf } from '../../commerce/storage/customers.sql.js';
import { ORDERS } from '../../commerce/storage/orders.sql.js';
import { isTreatedAt, recordsOfUnit } from '../../lift/experiments/governed.sql.js';
import { CLICKS } from '../../links/clicks/clicks.sql.js';
import { codesUsed } from '../../offers/used-codes.sql.js';

/** Whose orders are attributed. */
export interface AttributionScope {
  readonly retailerId: string;
  readonly brandId: string;
  readonly sequenceIds: readonly string[];
  /** Null attributes the orders of every recipient. */
  readonly experimentId: string | null;
}

/** How long after a click an order is attributed to it. */
export const AFTER_CLICK = `interval '120 hours'`;
const isTreated = (customerId: string, at: string): string =>
  `($4::uuid IS NULL OR ${isTreatedAt('$4::uuid', customerId, at)})`;

/** An array of all records of the person who clicked: those of the unit, or without an experiment those with the address. */
const RECORDS = `ARRAY(SELECT clicks.customer_id UNION ${recordsOfUnit('$4::uuid', 'clicks.customer_id')}
  UNION (SELECT same.id FROM (${recordsWithAddressOf('clicks.customer_id')}) same WHERE $4::uuid IS NULL) ORDER BY 1)`;

/**
 * Queries that a SELECT may follow, with the parameters of `scopeParameters`: `counted_clicks`, the clicks of people and
 * programs, and `attributed`, the orders after a code, a click or both. An order goes to the last click of a person on
 * any link of the brand's sequences: to one sequence at most.
 */
export const ATTRIBUTED = `
  WITH runs AS MATERIALIZED (
         SELECT x.id, x.sequence_id = ANY ($3::text[]) AS own FROM executions x
           JOIN sequences s ON s.retailer_id = x.retailer_id AND s.id = x.sequence_id
          WHERE x.retailer_id = $1 AND s.brand_id = $2 AND x.mode = 'live'),
       clicks AS MATERIALIZED (
         SELECT c.customer_id, c.message_id, c.link_id, c.clicked_at, c.sign FROM runs
           JOIN ${CLICKS} ON c.retailer_id = $1 AND c.execution_id = runs.id WHERE runs.own),
       by_code AS (
         SELECT used.order_external_id AS id FROM (${codesUsed('$3::text[]')}) used
          WHERE ${isTreated('used.customer_id', 'used.assigned_at')}),
       by_click AS (
         SELECT o.external_id AS id
           FROM (SELECT DISTINCT ${RECORDS} AS records FROM clicks WHERE clicks.sign IS NULL) person
           JOIN ${ORDERS} o ON o.retailer_id = $1 AND o.customer_id = ANY (person.records) AND o.counted
          CROSS JOIN LATERAL (
            SELECT c.customer_id, c.clicked_at, runs.own
              FROM ${CLICKS} JOIN runs ON c.retailer_id = $1 AND runs.id = c.execution_id
             WHERE c.customer_id = ANY (person.records) AND c.sign IS NULL AND c.clicked_at <= o.ordered_at
               AND c.clicked_at > o.ordered_at - ${AFTER_CLICK}
             ORDER BY c.clicked_at DESC LIMIT 1) last
          WHERE last.own AND ${isTreated('last.customer_id', 'last.clicked_at')}),
       attributed AS (
         SELECT id, bool_or(code) AS code, bool_or(click) AS click
           FROM (SELECT id, true AS code, false AS click FROM by_code UNION ALL SELECT id, false, true FROM by_click) a
          GROUP BY id),
       counted_clicks AS (
         SELECT customer_id, message_id, link_id, clicked_at, sign FROM clicks
          WHERE ${isTreated('clicks.customer_id', 'clicks.clicked_at')})`;

export const scopeParameters = ({ retailerId, brandId, sequenceIds, experimentId }: AttributionScope): SqlValue[] => [
  retailerId,
  brandId,
  sequenceIds,
  experimentId,
];
