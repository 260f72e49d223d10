import { Injectable } from '@nestjs/common';
import { Database, doublingPauses } from '#libs/database';
import type { Platform } from '../../retailers/retailer.entity.js';
import { INSTALLED, RETAILERS, retailerOf, SET_UP } from '../../retailers/retailers.sql.js';

/** A worker that takes longer is taken for lost, and the store is due again. */
const LEASE = `interval '5 minutes'`;
/** The first pause after a failure; it doubles up to the usual interval. */
const FIRST_PAUSE_MS = 60_000;

/** When stores are looked after: all SQL of `store_watches`. Times are those of Postgres, one clock for all workers. */
@Injectable()
export class StoreWatchRepository {
  constructor(private readonly database: Database) {}

  /** Gives every store without a time one within the interval, at random, so that they don't come all at once. */
  async enrol(platform: Platform, intervalSeconds: number): Promise<void> {
    await this.database.acrossRetailers.execute(
      `INSERT INTO store_watches (retailer_id, due_at)
       SELECT r.id, now() + random() * $2 * interval '1 second' FROM ${RETAILERS}
        WHERE r.platform = $1 AND ${INSTALLED}
          AND NOT EXISTS (SELECT 1 FROM store_watches w WHERE w.retailer_id = r.id)
       ON CONFLICT (retailer_id) DO NOTHING`,
      [platform, intervalSeconds],
    );
  }

  /** Stores of the platform whose time has come, the longest due first. */
  async due(platform: Platform): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT w.retailer_id AS id FROM store_watches w ${retailerOf('w')}
        WHERE w.due_at <= now() AND r.platform = $1 AND ${SET_UP}
        ORDER BY w.due_at LIMIT 100`,
      [platform],
    );
    return rows.map(({ id }) => id);
  }

  /** Takes a store that is due; false where another worker has it, or it is not due (any more). */
  async claim(retailerId: string): Promise<boolean> {
    const taken = await this.database
      .of(retailerId)
      .execute(`UPDATE store_watches SET due_at = now() + ${LEASE} WHERE retailer_id = $1 AND due_at <= now()`, [
        retailerId,
      ]);
    return taken > 0;
  }

  async makeDue(retailerId: string): Promise<void> {
    await this.database.of(retailerId).execute(
      `INSERT INTO store_watches (retailer_id, due_at) VALUES ($1, now())
       ON CONFLICT (retailer_id) DO UPDATE SET due_at = excluded.due_at`,
      [retailerId],
    );
  }

  /** All is well: again after the interval, a tenth sooner or later. */
  async rest(retailerId: string, intervalSeconds: number): Promise<void> {
    await this.database.of(retailerId).execute(
      `UPDATE store_watches SET failures = 0, looked_at = now(), due_at = now() + $2 * interval '1 second'
        WHERE retailer_id = $1`,
      [retailerId, intervalSeconds * (0.9 + 0.2 * Math.random())],
    );
  }

  /** The platform let it fail: again after a pause that grows, and not before the platform wants to be asked. */
  async backOff(retailerId: string, intervalSeconds: number, retryAfterSeconds: number): Promise<void> {
    const jitter = 0.5 + 0.5 * Math.random();
    await this.database.of(retailerId).execute(
      `UPDATE store_watches SET failures = failures + 1,
              due_at = greatest($3, ($2::timestamptz[])[least(failures + 1, cardinality($2))])
        WHERE retailer_id = $1`,
      [
        retailerId,
        doublingPauses(FIRST_PAUSE_MS * jitter, intervalSeconds * 1_000 * jitter),
        new Date(Date.now() + retryAfterSeconds * 1_000),
      ],
    );
  }

  /** When the store was last looked after to the end; the time is Postgres's. */
  async lookedAt(retailerId: string): Promise<Date | null> {
    const [row] = await this.database
      .of(retailerId)
      .query<{ lookedAt: Date | null }>(`SELECT looked_at AS "lookedAt" FROM store_watches WHERE retailer_id = $1`, [
        retailerId,
      ]);
    return row?.lookedAt ?? null;
  }
}
