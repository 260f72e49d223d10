import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';

/** Who of some customers is in a segment, on the caller's connection. */
@Injectable()
export class MemberQueries {
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
