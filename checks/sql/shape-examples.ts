/** Statements with the place of their shape in `REFUSED_SHAPES`. */
export const REFUSED: readonly (readonly [string, number])[] = [
  ['UPDATE a SET at = clock_timestamp() WHERE id = $1', 0],
  ['DELETE FROM a WHERE at < clock_timestamp()', 0],
  ['SELECT 1 FROM a WHERE due_at <= now() FOR UPDATE SKIP LOCKED', 1],
  [`UPDATE a SET due_at = now() + interval '1 minute' * attempts WHERE id = $1`, 2],
  [`UPDATE a SET due_at = now() + make_interval(secs => r.ms / 1000.0) FROM r`, 2],
  [`UPDATE a SET left_at = $1 FROM c WHERE $2 >= c.last_at + $3::integer * interval '1 hour'`, 2],
  ['INSERT INTO a (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET at = now()', 3],
  ['INSERT INTO a (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET b = 1 WHERE a.at < now()', 3],
  ['UPDATE a SET at = CASE WHEN b THEN now() END WHERE id = $1', 4],
  ['UPDATE a SET b = 1 WHERE coalesce(c <= now(), true)', 4],
  [`UPDATE a SET at = CASE WHEN b THEN (c ->> 'at')::timestamptz END`, 4],
  [`UPDATE a SET b = CASE WHEN date_trunc('day', at) = $1 THEN 1 END`, 4],
  ['UPDATE a SET b = 1 RETURNING at::text', 5],
  ['UPDATE a SET due_at = ($2::timestamptz[])[attempts] WHERE retailer_id = $1', 6],
  [`UPDATE a SET b = CASE c WHEN 'x' THEN 1 END`, 7],
  ['WITH b AS (INSERT INTO a (id) SELECT unnest($1::uuid[])) UPDATE b SET c = 1 RETURNING 1', 8],
  ['WITH RECURSIVE a AS (SELECT 1) TABLE a', 9],
  ['SELECT 1 FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.retailer_id = $1', 10],
  ['SELECT 1 FROM (SELECT $1::uuid AS retailer_id) a LEFT JOIN b ON b.retailer_id = a.retailer_id', 11],
  [
    'WITH a AS (INSERT INTO a (retailer_id) VALUES ($1) RETURNING *) SELECT 1 FROM a LEFT JOIN b r ON r.retailer_id = a.retailer_id',
    11,
  ],
];

/** Statements without a refused shape. */
export const ACCEPTED: readonly string[] = [
  'UPDATE a SET at = now() WHERE id = $1',
  'UPDATE a SET at = now() + make_interval(secs => $2), b = CASE WHEN c THEN 1 END WHERE id = $1',
  `UPDATE a SET at = now() + $3 * interval '1 second' WHERE retailer_id = $1 AND b IS NULL`,
  'SELECT clock_timestamp() AS now',
  'INSERT INTO a (id) VALUES ($1)',
  'WITH b AS (INSERT INTO a (id) SELECT $1 RETURNING 1) INSERT INTO c (id) SELECT $1 ON CONFLICT DO NOTHING',
  'SELECT 1 FROM orders o JOIN customers c ON c.retailer_id = o.retailer_id AND c.id = o.customer_id',
  'WITH a AS (SELECT 1) SELECT 1 FROM a JOIN b USING (id)',
  `SELECT 1 FROM a WHERE at < now() - interval '1 minute' OR coalesce(b < now(), true)`,
  'SELECT 1 FROM a WHERE retailer_id = $1 FOR UPDATE SKIP LOCKED',
  'INSERT INTO a (at) SELECT CASE WHEN b THEN now() END FROM c ON CONFLICT (id) DO UPDATE SET at = excluded.at',
  'UPDATE a SET due_at = n.at FROM unnest($2::timestamptz[]) WITH ORDINALITY AS n (at, place) WHERE retailer_id = $1',
];
