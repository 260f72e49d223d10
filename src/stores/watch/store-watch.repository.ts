import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '#libs/database';
import type { Platform } from '../../retailers/retailer.entity.js';
import { INSTALLED, RETAILERS, retailerOf, SET_UP } from '../../retailers/retailers.sql.js';
import { StoreWatch } from './store-watch.entity.js';

export interface LeasedWatch extends Pick<StoreWatch, 'retailerId' | 'attempts'> {
  readonly leasedBy: string;
}

/** A watch that takes longer counts as lost: the store is due again. */
const LEASE = `interval '5 minutes'`;
const LEASED_WATCH = columnsOf(StoreWatch, 'w', ['retailerId', 'attempts', 'leasedBy']);
/**
 * The condition that a watch `w` is due and no worker has it. The clock is that of Postgres, which all workers share.
 */
const DUE = `w.due_at <= now() AND (w.leased_until IS NULL OR w.leased_until <= now())`;

/**
 * Reads and writes of `store_watches`. Plain SQL leases rows, compares with the clock of Postgres, or writes many rows.
 */
@Injectable()
export class StoreWatchRepository {
  constructor(private readonly database: Database) {}

  /**
   * Gives each installed store of the platform without a watch a random due time within the interval, so that the
   * watches are spread over it.
   */
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

  /**
   * At most 100 stores of the platform that are set up and due for a watch; those that have waited longest come first.
   */
  async due(platform: Platform): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT w.retailer_id AS id FROM store_watches w ${retailerOf('w')}
        WHERE ${DUE} AND r.platform = $1 AND ${SET_UP}
        ORDER BY w.due_at LIMIT 100`,
      [platform],
    );
    return rows.map(({ id }) => id);
  }

  /** Leases a store that is due; undefined where it is not, or where another worker has it. */
  async lease(retailerId: string, worker: string): Promise<LeasedWatch | undefined> {
    const [row] = await this.database.of(retailerId).query<LeasedWatch>(
      `UPDATE store_watches AS w SET leased_by = $2, leased_until = now() + ${LEASE}
        WHERE w.retailer_id = $1 AND ${DUE} RETURNING ${LEASED_WATCH}`,
      [retailerId, worker],
    );
    return row;
  }

  /**
   * Makes the store due at once and ends its lease. A watch under way may already have passed the place of what the new
   * watch has to find.
   */
  async makeDue(retailerId: string): Promise<void> {
    await this.database.of(retailerId).execute(
      `INSERT INTO store_watches (retailer_id, due_at) VALUES ($1, now())
       ON CONFLICT (retailer_id) DO UPDATE SET due_at = excluded.due_at, leased_by = NULL, leased_until = NULL`,
      [retailerId],
    );
  }

  /**
   * Saves the outcome and ends the lease. Has no effect where the lease is no longer this worker's: another worker has
   * leased the store, or `makeDue` has ended the lease.
   */
  async end(
    { retailerId, leasedBy }: LeasedWatch,
    outcome: Pick<StoreWatch, 'attempts' | 'dueAt'> & Partial<Pick<StoreWatch, 'watchedAt'>>,
  ): Promise<void> {
    await this.database
      .of(retailerId)
      .using(StoreWatch, (watches) => watches.update({ retailerId, leasedBy }, { ...outcome, leasedUntil: null }));
  }

  async watchedAt(retailerId: string): Promise<Date | null> {
    const watch = await this.database.of(retailerId).using(StoreWatch, (watches) => watches.findOneBy({ retailerId }));
    return watch?.watchedAt ?? null;
  }
}
