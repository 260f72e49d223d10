import { RETAILERS, retailerOf } from '../retailers/retailers.sql.js';

/**
 * Inserts any number of rows with three parameters: the rows as JSON ($1), the lengths of the bodies ($2) and all
 * bodies concatenated ($3). A parameter for each value of each row would cost the process a tenth of its throughput.
 */
const insert = (retailerId: string, from: string): string => `
  INSERT INTO deliveries (retailer_id, id, topic, delivery_id, event_id, triggered_at, body_hash, body)
  SELECT ${retailerId}, d.id, d.topic, d."deliveryId", d."eventId", d."triggeredAt", d."bodyHash",
         substring($3::bytea FROM (b.ends - b.length + 1)::int FOR b.length)
    FROM ROWS FROM (json_to_recordset($1::json) AS ("retailerId" uuid, id uuid, topic text, "deliveryId" text,
                    "eventId" text, "triggeredAt" timestamptz, "bodyHash" uuid)) WITH ORDINALITY AS d
    JOIN (SELECT length, place, sum(length) OVER (ORDER BY place) AS ends
            FROM unnest($2::int[]) WITH ORDINALITY AS u (length, place)) AS b ON b.place = d.ordinality${from}
  ON CONFLICT (retailer_id, id) DO NOTHING`;

export const INSERT = insert('d."retailerId"', '');

/**
 * As `INSERT`, for deliveries of the retailer $4. The row of the retailer shows Citus the one node that runs the
 * statement; without it the coordinator would collect and distribute the rows.
 */
export const INSERT_OF_RETAILER = insert(
  'r.id',
  `
    CROSS JOIN ${RETAILERS} WHERE r.id = $4`,
);

const CLAIMED = `d.retailer_id AS "retailerId", d.id, r.platform, d.topic, d.triggered_at AS "triggeredAt",
  d.received_at AS "receivedAt", d.attempts, d.body`;

/**
 * Limits the locked rows to a number of bytes, because a body may have 5 MB. The first row is always included. Postgres
 * knows the length of a body without decompressing it, and does not read bodies beyond the limit. The window has no
 * ORDER BY because that would sort, and rows of a CTE already come in the order of its statement.
 */
const upTo = (bytes: string, locking: string): string => `
  WITH locked AS MATERIALIZED (${locking})
  SELECT "retailerId", id, platform, topic, "triggeredAt", "receivedAt", attempts, body
    FROM (SELECT *, sum(octet_length(body)) OVER (ROWS UNBOUNDED PRECEDING) - octet_length(body) AS before
            FROM locked) counted
   WHERE before < ${bytes}`;

const IS_DUE = `d.status = 'pending' AND d.due_at <= now()`;

/** Locks the due deliveries among the named ones ($1 and $2), up to $3 bytes. */
export const CLAIM = upTo(
  '$3',
  `SELECT ${CLAIMED} FROM unnest($1::uuid[], $2::uuid[]) AS wanted (retailer_id, id)
     JOIN deliveries d USING (retailer_id, id) ${retailerOf('d')}
    WHERE ${IS_DUE}
      FOR UPDATE OF d SKIP LOCKED`,
);

/** Locks the $2 deliveries that are due longest, without those in $1, up to $3 bytes. */
export const CLAIM_DUE = upTo(
  '$3',
  `SELECT ${CLAIMED} FROM deliveries d ${retailerOf('d')}
    WHERE ${IS_DUE} AND d.id <> ALL ($1::uuid[])
    ORDER BY d.due_at LIMIT $2
      FOR UPDATE OF d SKIP LOCKED`,
);

/** As `CLAIM`, for deliveries of one retailer. */
export const CLAIM_OF_RETAILER = upTo(
  '$3',
  `SELECT ${CLAIMED} FROM deliveries d ${retailerOf('d')}
    WHERE d.retailer_id = $1 AND d.id = ANY ($2::uuid[]) AND ${IS_DUE}
      FOR UPDATE OF d SKIP LOCKED`,
);

/** The retailers of the $2 deliveries that are due longest, without those in $1. */
export const RETAILERS_DUE = `
  SELECT DISTINCT retailer_id AS id FROM (
    SELECT d.retailer_id FROM deliveries d WHERE ${IS_DUE} AND d.id <> ALL ($1::uuid[])
     ORDER BY d.due_at LIMIT $2) oldest`;

/** As `CLAIM_DUE`, for deliveries of the retailer $4. */
export const CLAIM_DUE_OF_RETAILER = upTo(
  '$3',
  `SELECT ${CLAIMED} FROM deliveries d ${retailerOf('d')}
    WHERE d.retailer_id = $4 AND ${IS_DUE} AND d.id <> ALL ($1::uuid[])
    ORDER BY d.due_at LIMIT $2
      FOR UPDATE OF d SKIP LOCKED`,
);

/** Locks a pending delivery, due or not. */
export const HOLD = `
  SELECT ${CLAIMED} FROM deliveries d ${retailerOf('d')}
   WHERE d.retailer_id = $1 AND d.id = $2 AND d.status = 'pending' FOR UPDATE OF d`;
