import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { BACKFILL_RESOURCES, type BackfillResource } from '../../jobs/payloads.js';
import type { Platform } from '../../retailers/retailer.entity.js';
import { retailerOf, SET_UP } from '../../retailers/retailers.sql.js';

/** Where to go on reading; a null cursor is the beginning. */
export interface BackfillPlace {
  readonly retailerId: string;
  readonly resource: BackfillResource;
  readonly cursor: string | null;
}

/** How far the collections of a store were read. */
@Injectable()
export class BackfillRepository {
  constructor(private readonly database: Database) {}

  /** Starts the reading of every collection from the beginning. */
  async startAll(tx: Tx, retailerId: string): Promise<void> {
    await tx.execute(
      `INSERT INTO backfills (retailer_id, resource) SELECT $1, unnest($2::text[])
       ON CONFLICT (retailer_id, resource) DO UPDATE SET cursor = NULL, records = 0, finished_at = NULL, updated_at = excluded.updated_at`,
      [retailerId, BACKFILL_RESOURCES],
    );
  }

  /** Undefined where there is nothing (more) to read. */
  async place(retailerId: string, resource: BackfillResource): Promise<BackfillPlace | undefined> {
    const rows = await this.database.of(retailerId).query<BackfillPlace>(
      `SELECT retailer_id AS "retailerId", resource, cursor FROM backfills
        WHERE retailer_id = $1 AND resource = $2 AND finished_at IS NULL`,
      [retailerId, resource],
    );
    return rows[0];
  }

  /**
   * Saves the place together with the page that was written; `next` null is the end. False where the place is not the
   * saved one any more: another run, or a new install, has moved it.
   */
  async advance(tx: Tx, place: BackfillPlace, next: string | null, records: number): Promise<boolean> {
    const written = await tx.execute(
      `UPDATE backfills SET cursor = $3, records = records + $4, updated_at = now(),
              finished_at = $6
        WHERE retailer_id = $1 AND resource = $2 AND cursor IS NOT DISTINCT FROM $5 AND finished_at IS NULL`,
      [place.retailerId, place.resource, next, records, place.cursor, next === null ? new Date() : null],
    );
    return written > 0;
  }

  /**
   * Unfinished ones of stores that are set up, which nobody moved on for a minute. They count as moved by this, so that
   * each is handed out once a minute however many ask.
   */
  claimForgotten(platform: Platform): Promise<Pick<BackfillPlace, 'retailerId' | 'resource'>[]> {
    return this.database.acrossRetailers.query(
      `WITH forgotten AS MATERIALIZED (
         SELECT b.retailer_id, b.resource FROM backfills b ${retailerOf('b')}
          WHERE b.finished_at IS NULL AND b.updated_at < now() - interval '1 minute'
            AND r.platform = $1 AND ${SET_UP}
          LIMIT 100 FOR UPDATE OF b SKIP LOCKED)
       UPDATE backfills SET updated_at = now() WHERE (retailer_id, resource) IN (TABLE forgotten)
       RETURNING retailer_id AS "retailerId", resource`,
      [platform],
    );
  }
}
