import type { Sql, Tx } from '#libs/database';
import { lawOfAsking } from './double-opt-in.js';

/** The conditions that are the same for all recipients of a brand's emails. */
export interface Situation {
  /** From the clock of Postgres. */
  readonly now: Date;
  readonly storeInstalled: boolean;
  readonly timeZone: string | null;
  readonly mailUnknownConsent: boolean;
}

/** Undefined if the retailer does not exist. */
export async function situationOf(sql: Sql, retailerId: string, brandId: string): Promise<Situation | undefined> {
  const [row] = await sql.query<Situation>(
    `SELECT clock_timestamp() AS now, r.status <> 'uninstalled' AS "storeInstalled", r.time_zone AS "timeZone",
            coalesce((b.kit #>> '{settings,mailUnknownConsent}')::boolean, false) AS "mailUnknownConsent"
       FROM retailers r LEFT JOIN brands b ON b.retailer_id = r.id AND b.id = $2
      WHERE r.id = $1`,
    [retailerId, brandId],
  );
  return row;
}

/** Locks the brand until the transaction ends. Other transactions can still write rows that refer to it. */
export async function holdBrand(tx: Tx, retailerId: string, brandId: string): Promise<void> {
  await tx.query(`SELECT 1 FROM brands WHERE retailer_id = $1 AND id = $2 FOR NO KEY UPDATE`, [retailerId, brandId]);
}

/**
 * Whether the brand asks customers with unknown consent whether they want emails, and the law of the store's country
 * lets it.
 */
export async function asksForConsent(sql: Sql, retailerId: string, brandId: string): Promise<boolean> {
  const [row] = await sql.query<{ enabled: boolean; country: string | null }>(
    `SELECT coalesce((kit #>> '{settings,doubleOptIn,enabled}')::boolean, false) AS enabled,
            store_sender ->> 'country' AS country
       FROM brands WHERE retailer_id = $1 AND id = $2`,
    [retailerId, brandId],
  );
  return row !== undefined && row.enabled && lawOfAsking(row.country ?? undefined).allowed;
}
