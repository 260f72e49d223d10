import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Tx, upsert } from '#libs/database';
import { IsNull } from 'typeorm';
import { BACKFILL_RESOURCES, type BackfillRef, type BackfillResource } from '../../jobs/payloads.js';
import type { Platform } from '../../retailers/retailer.entity.js';
import { retailerOf, SET_UP } from '../../retailers/retailers.sql.js';
import { Backfill } from './backfill.entity.js';

/** The place of a backfill in its collection; a null cursor is the beginning. */
export type BackfillPlace = Pick<Backfill, 'retailerId' | 'resource' | 'cursor' | 'estimate' | 'updatedAt'>;

/** What a page changes in the place. */
export interface Step {
  readonly next: string | null;
  readonly items: number;
  /** The count of records begins again with the next page: what this one has is read once more. */
  readonly restarts?: boolean;
}

/** A collection with this many failures in a row waits for an hour, or until somebody resumes it. */
export const MOST_FAILURES = 8;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
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
    const start = { cursor: null, records: 0, estimate: null, finishedAt: null, updatedAt: new Date() };
    const well = { pausedAt: null, failures: 0, problem: null };
    for (const resource of BACKFILL_RESOURCES) {
      await upsert(tx.repository(Backfill), { retailerId, resource, ...start, ...well });
    }
  }

  /** Every collection of the store. */
  all(retailerId: string): Promise<Backfill[]> {
    return this.database
      .of(retailerId)
      .using(Backfill, (backfills) => backfills.find({ where: { retailerId }, order: { resource: 'ASC' } }));
  }

  /** Undefined where everything is read, and during a pause. */
  async place({ retailerId, resource }: BackfillRef): Promise<BackfillPlace | undefined> {
    const place = await this.database
      .of(retailerId)
      .using(Backfill, (backfills) =>
        backfills.findOneBy({ retailerId, resource, finishedAt: IsNull(), pausedAt: IsNull() }),
      );
    return place ?? undefined;
  }

  async saveEstimate({ retailerId, resource }: BackfillRef, estimate: number): Promise<void> {
    await this.database
      .of(retailerId)
      .using(Backfill, (backfills) => backfills.update({ retailerId, resource, finishedAt: IsNull() }, { estimate }));
  }

  /**
   * Saves the place together with the page that was written; its `next` is null at the end. False where another run or
   * a new install has moved the place.
   */
  async advance(tx: Tx, place: BackfillPlace, { next, items, restarts = false }: Step): Promise<boolean> {
    const now = new Date();
    const written = await tx.execute(
      `UPDATE backfills SET cursor = $3, records = CASE WHEN $7::boolean THEN 0 ELSE records + $4 END, failures = 0,
              problem = NULL, updated_at = $8::timestamptz, finished_at = $6
        WHERE retailer_id = $1 AND resource = $2 AND cursor IS NOT DISTINCT FROM $5 AND finished_at IS NULL`,
      [place.retailerId, place.resource, next, items, place.cursor, next === null ? now : null, restarts, now],
    );
    return written > 0;
  }

  /** Notes that the store still prepares what comes next. False where another run waits for it too. */
  async wait({ retailerId, resource, cursor, updatedAt }: BackfillPlace): Promise<boolean> {
    const waiting = { retailerId, resource, cursor: cursor ?? IsNull(), updatedAt, finishedAt: IsNull() };
    const { affected } = await this.database
      .of(retailerId)
      .using(Backfill, (backfills) => backfills.update(waiting, { updatedAt: new Date(), failures: 0, problem: null }));
    return (affected ?? 0) > 0;
  }

  async recordFailure({ retailerId, resource }: BackfillRef, problem: string): Promise<void> {
    await this.database
      .of(retailerId)
      .using(Backfill, (backfills) =>
        backfills.update(
          { retailerId, resource, finishedAt: IsNull() },
          { problem, failures: () => 'failures + 1', updatedAt: new Date() },
        ),
      );
  }

  /** Stops the reading after the pages under way. */
  async pause(retailerId: string): Promise<void> {
    await this.database
      .of(retailerId)
      .using(Backfill, (backfills) =>
        backfills.update({ retailerId, finishedAt: IsNull(), pausedAt: IsNull() }, { pausedAt: new Date() }),
      );
  }

  /** Ends a pause and forgets failures. Returns the collections that are not finished. */
  async resume(retailerId: string): Promise<BackfillResource[]> {
    return this.database.of(retailerId).using(Backfill, async (backfills) => {
      const fresh = { pausedAt: null, failures: 0, problem: null, updatedAt: new Date() };
      await backfills.update({ retailerId, finishedAt: IsNull() }, fresh);
      const rows = await backfills.findBy({ retailerId, finishedAt: IsNull() });
      return rows.map(({ resource }) => resource);
    });
  }

  /** The number of collections of all stores that are not read to the end. */
  async figures(): Promise<{ running: number; paused: number; failed: number }> {
    const [row] = await this.database.acrossRetailers.query<{ running: number; paused: number; failed: number }>(
      `SELECT count(*) FILTER (WHERE b.paused_at IS NULL AND b.failures < $1)::int AS running,
              count(*) FILTER (WHERE b.paused_at IS NOT NULL)::int AS paused,
              count(*) FILTER (WHERE b.paused_at IS NULL AND b.failures >= $1)::int AS failed
         FROM backfills b ${retailerOf('b')} WHERE b.finished_at IS NULL AND ${SET_UP}`,
      [MOST_FAILURES],
    );
    return row ?? { running: 0, paused: 0, failed: 0 };
  }

  /**
   * The records of all stores in collections that are not read to the end and have an estimate. A collection has at
   * least as many records as were read.
   */
  progress(): Promise<{ resource: BackfillResource; done: number; estimate: number }[]> {
    return this.database.acrossRetailers.query(
      `SELECT b.resource, sum(b.records)::float8 AS done, sum(greatest(b.records, b.estimate))::float8 AS estimate
         FROM backfills b ${retailerOf('b')} WHERE b.finished_at IS NULL AND b.estimate IS NOT NULL AND ${SET_UP}
        GROUP BY b.resource`,
    );
  }

  /**
   * Unfinished backfills of stores that are set up, without progress for a minute, or for an hour after many failures.
   * The claim itself counts as progress, so that each is claimed once a minute, whatever the number of workers: the
   * repeated condition leaves out what another worker claimed meanwhile.
   */
  claimForgotten(platform: Platform, now = new Date()): Promise<BackfillRef[]> {
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    return this.database.acrossRetailers.query(
      `WITH forgotten AS MATERIALIZED (
         SELECT b.retailer_id, b.resource FROM backfills b ${retailerOf('b')}
          WHERE b.finished_at IS NULL AND b.paused_at IS NULL AND b.updated_at < $2
            AND (b.failures < $4 OR b.updated_at < $3) AND r.platform = $1 AND ${SET_UP}
          LIMIT 100)
       UPDATE backfills AS b SET updated_at = $5
        WHERE (retailer_id, resource) IN (TABLE forgotten) AND b.updated_at < $2
       RETURNING ${REF}`,
      [platform, before(MINUTE_MS), before(HOUR_MS), MOST_FAILURES, now],
    );
  }
}
