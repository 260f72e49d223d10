import { entityId } from '#libs/kernel';
import type { Client } from 'pg';
import { BRAND_ID, RETAILER_ID } from '../support/tenant.js';

export const PERCENT = 20;
export const WINDOW_DAYS = 14;
const DAY_MS = 86_400_000;

/** A running experiment of a sequence, without units. Returns its id. */
export async function insertExperiment(client: Client, sequenceId: string): Promise<string> {
  const id = entityId(RETAILER_ID, 'experiment', sequenceId);
  await client.query(
    `INSERT INTO experiments (retailer_id, id, scope, scope_id, brand_id, number, percent, window_ms, salt, started_at)
     VALUES ($1, $2, 'sequence', $3, $4, 1, $5, $6, repeat('5', 32), now() - interval '40 days')`,
    [RETAILER_ID, id, sequenceId, BRAND_ID, PERCENT, WINDOW_DAYS * DAY_MS],
  );
  return id;
}

/**
 * Assigns the first customers by their ids, one after the other between these days before now. A third of them comes
 * back in each group.
 */
export async function assign(
  client: Client,
  experimentId: string,
  { customers, fromDays, toDays }: { readonly customers: number; readonly fromDays: number; readonly toDays: number },
): Promise<void> {
  await client.query(
    `WITH chosen AS (
       SELECT id, row_number() OVER (ORDER BY id) AS n FROM customers WHERE retailer_id = $1 ORDER BY id LIMIT $3
     ), units AS (
       INSERT INTO experiment_units (retailer_id, experiment_id, person_id, held, x, assigned_at, closes_at,
                                     sequence_version, execution_id, prior_spend, came_back, orders, revenue)
       SELECT $1, $2, id, n % 5 = 0, 0, at, at + $6 * interval '1 day', 1, $2, n % 97, n % 3 = 0, (n % 3 = 0)::int,
              CASE WHEN n % 3 = 0 THEN 20 + n % 50 ELSE 0 END
         FROM chosen CROSS JOIN LATERAL (
           SELECT now() - ($4::float8 - ($4::float8 - $5::float8) * n / $3::float8) * interval '1 day' AS at) made)
     INSERT INTO experiment_people (retailer_id, experiment_id, customer_id, person_id) SELECT $1, $2, id, id FROM chosen`,
    [RETAILER_ID, experimentId, customers, fromDays, toDays, WINDOW_DAYS],
  );
}

/**
 * Lets the first customers get one of two variants of a step, one after the other between these days before now. A
 * third of them comes back.
 */
export async function assignVariants(
  client: Client,
  sequenceId: string,
  { customers, fromDays, toDays }: { readonly customers: number; readonly fromDays: number; readonly toDays: number },
): Promise<void> {
  await client.query(
    `WITH begun AS (
       INSERT INTO variant_epochs (retailer_id, sequence_id, step_id, epoch, shares, started_at)
       VALUES ($1, $2, 'one', 1, '{"short": 50, "long": 50}', now() - interval '40 days')
     ), chosen AS (
       SELECT id, row_number() OVER (ORDER BY id) AS n FROM customers WHERE retailer_id = $1 ORDER BY id LIMIT $3
     ), units AS (
       INSERT INTO variant_units (retailer_id, sequence_id, step_id, customer_id, epoch, variant, starts_at, closes_at,
                                  came_back)
       SELECT $1, $2, 'one', id, 1, CASE n % 2 WHEN 0 THEN 'short' ELSE 'long' END, at, at + $6 * interval '1 day', n % 3 = 0
         FROM chosen CROSS JOIN LATERAL (
           SELECT now() - ($4::float8 - ($4::float8 - $5::float8) * n / $3::float8) * interval '1 day' AS at) made
       RETURNING variant)
     INSERT INTO variant_sums (retailer_id, sequence_id, step_id, epoch, variant, assigned)
     SELECT $1, $2, 'one', 1, variant, count(*) FROM units GROUP BY variant`,
    [RETAILER_ID, sequenceId, customers, fromDays, toDays, WINDOW_DAYS],
  );
}
