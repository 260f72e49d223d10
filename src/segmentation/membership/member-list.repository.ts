import { Injectable } from '@nestjs/common';
import { Database, each, type Sql } from '#libs/database';
import { isUuid, type Page, pageOf, readCursor } from '#libs/kernel';
import { LIVE } from '../definitions/segment.entity.js';
import type { MemberAnswer } from './member.dto.js';
import { customerOf } from '../../commerce/storage/customers.sql.js';

/** All SQL that lists the members of segments, now or at an instant. */
@Injectable()
export class MemberListRepository {
  constructor(private readonly database: Database) {}

  async count(retailerId: string, segmentId: string, sql: Sql = this.database.of(retailerId)): Promise<number> {
    return (await this.counts(retailerId, [segmentId], sql)).get(segmentId) ?? 0;
  }

  /** The number of members by segment. A segment without members is missing. */
  async counts(
    retailerId: string,
    segmentIds: readonly string[],
    sql: Sql = this.database.of(retailerId),
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await sql.query<{ id: string; members: number }>(
      `SELECT segment_id AS id, count(*)::int AS members FROM segment_memberships
        WHERE retailer_id = $1 AND segment_id = ANY ($2::uuid[]) AND left_at IS NULL GROUP BY segment_id`,
      [retailerId, segmentIds],
    );
    return new Map(rows.map(({ id, members }) => [id, members]));
  }

  /** Sorted by customer, so that pages do not shift while customers enter and leave. */
  async members(
    segment: { readonly retailerId: string; readonly id: string },
    at: Date | undefined,
    limit: number,
    cursor?: string,
  ): Promise<Page<MemberAnswer>> {
    const [after] = readCursor(cursor, [isUuid]) ?? [];
    const rows = await this.slice(segment, at, after, limit + 1);
    return pageOf(rows, limit, ({ customerId }) => [customerId]);
  }

  /**
   * The members whose ids come after `after`, now or at an instant. The condition is said of both tables: otherwise a
   * merge join reads all customers before the slice, so that a file of all members takes quadratic time.
   */
  slice(
    { retailerId, id }: { readonly retailerId: string; readonly id: string },
    at: Date | undefined,
    after: string | undefined,
    limit: number,
  ): Promise<MemberAnswer[]> {
    const then = at ? `m.entered_at <= $5 AND (m.left_at IS NULL OR m.left_at > $5)` : `m.left_at IS NULL`;
    return this.database.readOnly(retailerId, (sql) =>
      sql.query<MemberAnswer>(
        `SELECT m.customer_id AS "customerId", c.external_id AS "externalId", c.email, m.entered_at AS "enteredAt"
           FROM segment_memberships m ${customerOf('m')}
          WHERE m.retailer_id = $1 AND m.segment_id = $2 AND m.customer_id > $3::uuid AND c.id > $3::uuid AND ${then}
          ORDER BY m.customer_id LIMIT $4`,
        [retailerId, id, after ?? BEFORE_ALL, limit, ...(at ? [at] : [])],
      ),
    );
  }

  /** When the customer entered the segment; null for a customer who is not a member. */
  async memberSince(retailerId: string, segmentId: string, customerId: string): Promise<Date | null> {
    const [row] = await this.database.of(retailerId).query<{ enteredAt: Date }>(
      `SELECT entered_at AS "enteredAt" FROM segment_memberships
        WHERE retailer_id = $1 AND customer_id = $2 AND segment_id = $3 AND left_at IS NULL`,
      [retailerId, customerId, segmentId],
    );
    return row?.enteredAt ?? null;
  }

  /**
   * The names of the segments that each customer is in, sorted. The shape of the first statement gives the order: the
   * open memberships of each customer from their index. The names are a statement of their own. After an evaluation of
   * many segments Postgres has outdated statistics: it would read all memberships of the retailer, or compare each of
   * them with every segment.
   */
  async segmentNames(
    retailerId: string,
    customerIds: readonly string[],
    sql: Sql = this.database.of(retailerId),
  ): Promise<Map<string, string[]>> {
    const rows = await sql.query<{ customerId: string; segmentIds: string[] }>(
      `SELECT found.customer_id AS "customerId", array_agg(found.segment_id) AS "segmentIds"
         FROM ${each('segment_memberships', 'left_at IS NULL AND customer_id', 'uuid')}
        GROUP BY found.customer_id`,
      [retailerId, customerIds],
    );
    const ids = [...new Set(rows.flatMap(({ segmentIds }) => segmentIds))];
    if (ids.length === 0) return new Map();
    const named = await sql.query<{ id: string; name: string }>(
      `SELECT s.id, s.name FROM segments s WHERE s.retailer_id = $1 AND s.id = ANY ($2::uuid[]) AND ${LIVE} ORDER BY s.name`,
      [retailerId, ids],
    );
    const namesOf = (segmentIds: readonly string[]): string[] => {
      const own = new Set(segmentIds);
      return named.flatMap(({ id, name }) => (own.has(id) ? [name] : []));
    };
    return new Map(rows.map(({ customerId, segmentIds }) => [customerId, namesOf(segmentIds)]));
  }
}

/** Below every id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
