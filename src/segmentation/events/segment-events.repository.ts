import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { RETAILERS } from '../../retailers/retailers.sql.js';
import type { SegmentTransition } from './segment-event-consumers.service.js';
import { LIVE } from '../definitions/segment.entity.js';

/** All SQL of segment events. */
@Injectable()
export class SegmentEventsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes the retailer's earliest events, in order. The caller holds the retailer's lock. `live`: the segment exists.
   */
  take(tx: Tx, retailerId: string, limit: number): Promise<(SegmentTransition & { readonly live: boolean })[]> {
    return tx.query(
      `WITH taken AS (
         DELETE FROM segment_events WHERE retailer_id = $1 AND seq = ANY (ARRAY(
           SELECT seq FROM segment_events WHERE retailer_id = $1 ORDER BY seq LIMIT $2))
         RETURNING seq, segment_id, customer_id, kind, cause, at
       )
       SELECT seq, segment_id AS "segmentId", customer_id AS "customerId", kind, cause, at,
              EXISTS (SELECT FROM segments s WHERE s.retailer_id = $1 AND s.id = taken.segment_id AND ${LIVE}) AS live
         FROM taken ORDER BY seq`,
      [retailerId, limit],
    );
  }

  /** Retailers with an event that is older than two seconds. */
  async forgotten(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT r.id FROM ${RETAILERS} WHERE EXISTS (
         SELECT FROM segment_events e WHERE e.retailer_id = r.id AND e.recorded_at < now() - interval '2 seconds')`,
    );
    return rows.map(({ id }) => id);
  }
}
