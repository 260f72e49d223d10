import { Injectable } from '@nestjs/common';
import { Database, each, type Tx } from '#libs/database';
import { orderedIn } from '../../commerce/storage/orders.sql.js';
import type { VariantUnit } from './variant-unit.entity.js';
import { addToVariantSums } from './variant-sums.sql.js';

/** The key of a unit, without the retailer. */
export type VariantUnitKey = Pick<VariantUnit, 'sequenceId' | 'stepId' | 'customerId'>;

const KEY = 'u.sequence_id AS "sequenceId", u.step_id AS "stepId", u.customer_id AS "customerId"';

/**
 * The SQL that keeps the sums of variants true. A unit is locked by a statement of its own: the next statement then
 * sees every order that is committed, so that of two changes at once the later one reads all orders.
 */
@Injectable()
export class VariantOutcomesRepository {
  constructor(private readonly database: Database) {}

  /** Locks the units of these customers, always in the same order. */
  lockOf(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<VariantUnitKey[]> {
    return tx.query<VariantUnitKey>(
      `SELECT ${KEY} FROM variant_units u
        WHERE u.retailer_id = $1 AND (u.sequence_id, u.step_id, u.customer_id) IN (
          SELECT found.sequence_id, found.step_id, found.customer_id FROM ${each('variant_units', 'customer_id', 'uuid')})
        ORDER BY u.sequence_id, u.step_id, u.customer_id FOR UPDATE`,
      [retailerId, customerIds],
    );
  }

  /** Locks units whose windows have closed at `now` and that are not in the sums. */
  lockClosed(tx: Tx, retailerId: string, now: Date, limit: number): Promise<VariantUnitKey[]> {
    return tx.query<VariantUnitKey>(
      `SELECT ${KEY} FROM variant_units u WHERE u.retailer_id = $1 AND NOT u.folded AND u.closes_at <= $2
        ORDER BY u.closes_at LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [retailerId, now, limit],
    );
  }

  /** Computes from the orders again which of the locked units came back. */
  async refresh(tx: Tx, retailerId: string, units: readonly VariantUnitKey[]): Promise<void> {
    if (units.length > 0) await tx.execute(REFRESH, keysOf(retailerId, units));
  }

  /** Adds locked units to the sums. */
  async fold(tx: Tx, retailerId: string, units: readonly VariantUnitKey[]): Promise<void> {
    if (units.length > 0) await tx.execute(FOLD, keysOf(retailerId, units));
  }

  /** Deletes locked units and takes them out of the sums. Returns their number. */
  async erase(tx: Tx, retailerId: string, units: readonly VariantUnitKey[]): Promise<number> {
    if (units.length === 0) return 0;
    await tx.execute(TAKE_OUT, keysOf(retailerId, units));
    return tx.execute(ERASE, keysOf(retailerId, units));
  }

  /** Retailers with units to fold. */
  async retailersToFold(now: Date): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT DISTINCT retailer_id AS id FROM variant_units WHERE NOT folded AND closes_at <= $1`,
      [now],
    );
    return rows.map(({ id }) => id);
  }
}

const keysOf = (retailerId: string, units: readonly VariantUnitKey[]): [string, string[], string[], string[]] => [
  retailerId,
  units.map(({ sequenceId }) => sequenceId),
  units.map(({ stepId }) => stepId),
  units.map(({ customerId }) => customerId),
];

/** For a FROM: the units named by $2, $3 and $4, as `u`. */
const NAMED = `unnest($2::text[], $3::text[], $4::uuid[]) AS named (sequence_id, step_id, customer_id)
  JOIN variant_units u ON u.retailer_id = $1 AND u.sequence_id = named.sequence_id AND u.step_id = named.step_id
                      AND u.customer_id = named.customer_id`;

/** Whether the row `t` that is changed is the unit `u`. */
const IS_UNIT = `t.retailer_id = $1 AND t.sequence_id = u.sequence_id AND t.step_id = u.step_id
  AND t.customer_id = u.customer_id`;

const REFRESH = `
  WITH fresh AS MATERIALIZED (
         SELECT u.*, ordered.orders > 0 AS is_back FROM ${NAMED}
          CROSS JOIN LATERAL (${orderedIn('ARRAY[u.customer_id]', 'u.starts_at', 'u.closes_at')}) ordered
          WHERE (ordered.orders > 0) <> u.came_back),
       written AS (UPDATE variant_units t SET came_back = u.is_back FROM fresh u WHERE ${IS_UNIT})
  ${addToVariantSums(
    '(SELECT *, 0 AS assigned, 0 AS n, CASE WHEN is_back THEN 1 ELSE -1 END AS x FROM fresh WHERE folded) u',
  )}`;

const FOLD = `
  WITH folded AS (UPDATE variant_units t SET folded = true FROM ${NAMED} WHERE ${IS_UNIT} AND NOT t.folded RETURNING t.*)
  ${addToVariantSums('(SELECT *, 0 AS assigned, 1 AS n, came_back::int AS x FROM folded) u')}`;

const TAKE_OUT = addToVariantSums(
  `(SELECT u.*, -1 AS assigned, -u.folded::int AS n, -(u.folded AND u.came_back)::int AS x FROM ${NAMED}) u`,
);

const ERASE = `DELETE FROM variant_units t USING ${NAMED} WHERE ${IS_UNIT}`;
