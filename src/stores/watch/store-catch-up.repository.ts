import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import type { BackfillResource } from '../../jobs/payloads.js';

/** Where a reading of changes stands. */
export interface CatchUpPlace {
  readonly retailerId: string;
  readonly resource: BackfillResource;
  /** Every change before this was read. */
  readonly since: Date;
  readonly begunAt: Date;
  readonly cursor: string | null;
}

/** What a reading leaves to the next one again: clocks differ, and what changes may take a while to be found. */
const OVERLAP = `interval '5 minutes'`;

/** Up to when stores were read: all SQL of `store_catch_ups`. */
@Injectable()
export class StoreCatchUpRepository {
  constructor(private readonly database: Database) {}

  /**
   * The reading under way, or a new one from the last good moment on. An install is a good moment: it reads everything;
   * what was under way for the installation before it is over.
   */
  async place(retailerId: string, resource: BackfillResource, installedAt: Date): Promise<CatchUpPlace> {
    const [row] = await this.database.of(retailerId).query<Pick<CatchUpPlace, 'since' | 'begunAt' | 'cursor'>>(
      `INSERT INTO store_catch_ups AS c (retailer_id, resource, since, begun_at)
       VALUES ($1, $2, $3, date_trunc('milliseconds', clock_timestamp()))
       ON CONFLICT (retailer_id, resource) DO UPDATE SET
         since = greatest(c.since, excluded.since),
         begun_at = CASE WHEN c.since < excluded.since OR c.begun_at IS NULL THEN excluded.begun_at ELSE c.begun_at END,
         cursor = CASE WHEN c.since < excluded.since THEN NULL ELSE c.cursor END
       RETURNING since, begun_at AS "begunAt", cursor`,
      [retailerId, resource, installedAt],
    );
    if (!row) throw new Error('no place was kept');
    return { retailerId, resource, ...row };
  }

  /**
   * Saves the place together with the page that was written; `next` null is the end, and the moment at which the reading
   * began becomes the last good one. False where the place is not the saved one any more.
   */
  async advance(
    tx: Tx,
    { retailerId, resource, begunAt, cursor }: CatchUpPlace,
    next: string | null,
  ): Promise<boolean> {
    const written = await tx.execute(
      `UPDATE store_catch_ups SET cursor = $3,
              since = CASE WHEN $3::text IS NULL THEN greatest(since, begun_at - ${OVERLAP}) ELSE since END,
              begun_at = CASE WHEN $3::text IS NULL THEN NULL ELSE begun_at END
        WHERE retailer_id = $1 AND resource = $2 AND begun_at = $4 AND cursor IS NOT DISTINCT FROM $5`,
      [retailerId, resource, next, begunAt, cursor],
    );
    return written > 0;
  }
}
