import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Tx } from '#libs/database';
import type { BackfillResource } from '../../jobs/payloads.js';
import { StoreCatchUp } from './store-catch-up.entity.js';

/** The place of a catch-up that is under way. */
export interface CatchUpPlace extends Pick<StoreCatchUp, 'retailerId' | 'resource' | 'since' | 'cursor'> {
  readonly begunAt: Date;
}

/** The next catch-up reads this much again: clocks differ, and a change may become visible later than its time says. */
const OVERLAP_MS = 5 * 60_000;
const PLACE = columnsOf(StoreCatchUp, 'c', ['retailerId', 'resource', 'since', 'begunAt', 'cursor']);

/**
 * Reads and writes of `store_catch_ups`. They are plain SQL, because each depends on what another run may have written
 * meanwhile.
 */
@Injectable()
export class StoreCatchUpRepository {
  constructor(private readonly database: Database) {}

  /**
   * The place of the catch-up under way, or of a new one. An install reads everything, so a catch-up covers changes
   * since the install at the earliest, and one that is older than the install is replaced by a new one.
   */
  async place(retailerId: string, resource: BackfillResource, installedAt: Date): Promise<CatchUpPlace> {
    const [place] = await this.database.of(retailerId).query<CatchUpPlace>(
      `INSERT INTO store_catch_ups AS c (retailer_id, resource, since, begun_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (retailer_id, resource) DO UPDATE SET
         since = greatest(c.since, excluded.since),
         begun_at = CASE WHEN c.since < excluded.since OR c.begun_at IS NULL THEN excluded.begun_at ELSE c.begun_at END,
         cursor = CASE WHEN c.since < excluded.since THEN NULL ELSE c.cursor END
       RETURNING ${PLACE}`,
      [retailerId, resource, installedAt, new Date()],
    );
    if (!place) throw new Error('the place of a catch-up was not written');
    return place;
  }

  /**
   * Saves the place together with the page that was written. With `next` null the catch-up is complete: the next one
   * covers the changes since the start of this one, less the overlap. False where another run has moved the place.
   */
  async advance(tx: Tx, place: CatchUpPlace, next: string | null): Promise<boolean> {
    const { retailerId, resource, begunAt, cursor } = place;
    const readUntil = new Date(begunAt.getTime() - OVERLAP_MS);
    const written = await tx.execute(
      `UPDATE store_catch_ups SET cursor = $3,
              since = CASE WHEN $3::text IS NULL THEN greatest(since, $6::timestamptz) ELSE since END,
              begun_at = CASE WHEN $3::text IS NULL THEN NULL ELSE begun_at END
        WHERE retailer_id = $1 AND resource = $2 AND begun_at = $4 AND cursor IS NOT DISTINCT FROM $5`,
      [retailerId, resource, next, begunAt, cursor, readUntil],
    );
    return written > 0;
  }
}
