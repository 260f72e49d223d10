import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Tx, upsert } from '#libs/database';
import { IsNull } from 'typeorm';
import { BACKFILL_RESOURCES, type BackfillRef } from '../../jobs/payloads.js';
import type { Platform } from '../../retailers/retailer.entity.js';
import { retailerOf, SET_UP } from '../../retailers/retailers.sql.js';
import { Backfill } from './backfill.entity.js';

/** The place of a backfill in its collection; a null cursor is the beginning. */
export type BackfillPlace = Pick<Backfill, 'retailerId' | 'resource' | 'cursor'>;

const REF = columnsOf(Backfill, 'b', ['retailerId', 'resource']);

/**
 * Reads and writes of `backfills`. Plain SQL moves a place only where no other run has moved it, and claims rows of all
 * stores.
 */
@Injectable()
export class BackfillRepository {
  constructor(private readonly database: Database) {}

  /** Starts the backfill of every collection from the beginning. */
  async startAll(tx: Tx, retailerId: string): Promise<void> {
    const start = { cursor: null, records: 0, finishedAt: null, updatedAt: new Date() };
    for (const resource of BACKFILL_RESOURCES) {
      await upsert(tx.repository(Backfill), { retailerId, resource, ...start });
    }
  }

  /** How far the reading of each collection is. */
  async progress(retailerId: string): Promise<Pick<Backfill, 'resource' | 'records' | 'finishedAt'>[]> {
    const rows = await this.database
      .of(retailerId)
      .using(Backfill, (backfills) => backfills.find({ where: { retailerId }, order: { resource: 'ASC' } }));
    return rows.map(({ resource, records, finishedAt }) => ({ resource, records, finishedAt }));
  }

  /** Undefined where everything is read. */
  async place({ retailerId, resource }: BackfillRef): Promise<BackfillPlace | undefined> {
    const place = await this.database
      .of(retailerId)
      .using(Backfill, (backfills) => backfills.findOneBy({ retailerId, resource, finishedAt: IsNull() }));
    return place ?? undefined;
  }

  /**
   * Saves the place together with the page that was written; `next` is null at the end. False where another run or a
   * new install has moved the place.
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
   * Unfinished backfills of stores that are set up, without progress for a minute. The claim itself counts as progress,
   * so that each is claimed once a minute, whatever the number of workers.
   */
  claimForgotten(platform: Platform): Promise<BackfillRef[]> {
    return this.database.acrossRetailers.query(
      `WITH forgotten AS MATERIALIZED (
         SELECT b.retailer_id, b.resource FROM backfills b ${retailerOf('b')}
          WHERE b.finished_at IS NULL AND b.updated_at < now() - interval '1 minute'
            AND r.platform = $1 AND ${SET_UP}
          LIMIT 100 FOR UPDATE OF b SKIP LOCKED)
       UPDATE backfills AS b SET updated_at = now() WHERE (retailer_id, resource) IN (TABLE forgotten)
       RETURNING ${REF}`,
      [platform],
    );
  }
}
