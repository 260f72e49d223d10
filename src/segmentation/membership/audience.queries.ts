import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { isNamed, LIVE, type SegmentStatus } from '../definitions/segment.entity.js';

/** Segments as audiences of sequences and emails, on the caller's connection. */
@Injectable()
export class AudienceQueries {
  /** The id of the brand's segment that has this name or had it. */
  async idOf(sql: Sql, retailerId: string, brandId: string, name: string): Promise<string | undefined> {
    const [row] = await sql.query<{ id: string }>(
      `SELECT id FROM segments WHERE retailer_id = $1 AND brand_id = $2 AND ${isNamed('$3')} AND ${LIVE}`,
      [retailerId, brandId, name],
    );
    return row?.id;
  }

  /** Undefined where the segment does not exist or is being deleted. */
  async status(sql: Sql, retailerId: string, segmentId: string): Promise<SegmentStatus | undefined> {
    const [row] = await sql.query<{ status: SegmentStatus }>(
      `SELECT status FROM segments WHERE retailer_id = $1 AND id = $2 AND ${LIVE}`,
      [retailerId, segmentId],
    );
    return row?.status;
  }

  async count(sql: Sql, retailerId: string, segmentId: string): Promise<number> {
    const [row] = await sql.query<{ members: number }>(
      `SELECT count(*)::int AS members FROM segment_memberships
        WHERE retailer_id = $1 AND segment_id = $2 AND left_at IS NULL`,
      [retailerId, segmentId],
    );
    return row?.members ?? 0;
  }

  /** Ids of the members after `after`, sorted. With `enteredBy` only those who were members at that instant. */
  async memberIds(
    sql: Sql,
    retailerId: string,
    segmentId: string,
    after: string | null,
    limit: number,
    enteredBy: Date | null = null,
  ): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `SELECT customer_id AS id FROM segment_memberships
        WHERE retailer_id = $1 AND segment_id = $2 AND left_at IS NULL AND ($3::uuid IS NULL OR customer_id > $3)
          AND ($5::timestamptz IS NULL OR entered_at <= $5)
        ORDER BY customer_id LIMIT $4`,
      [retailerId, segmentId, after, limit, enteredBy],
    );
    return rows.map(({ id }) => id);
  }

  /** Which of these customers are in the segment. */
  async membersAmong(
    sql: Sql,
    retailerId: string,
    segmentId: string,
    customerIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const rows = await sql.query<{ id: string }>(
      `SELECT customer_id AS id FROM segment_memberships
        WHERE retailer_id = $1 AND segment_id = $2 AND customer_id = ANY ($3::uuid[]) AND left_at IS NULL`,
      [retailerId, segmentId, customerIds],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
