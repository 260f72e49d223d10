import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { isText, isUuid, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import { holdBrand } from '../../retailers/brands.queries.js';
import { LIVE, Segment, type SegmentStatus, USES_RFM } from './segment.entity.js';

/** A segment that is shown, and so not on its way out. */
export type SegmentRow = Segment & { readonly status: SegmentStatus };

/** What an evaluation of single customers asks about a segment besides its criteria. */
export interface SegmentHead extends Pick<SegmentRow, 'id' | 'brandId' | 'status' | 'evaluationCursor'> {
  /** The same as long as the row is: the transaction that wrote it last. */
  readonly state: string;
}

const STATE = `id || ' ' || xmin::text`;

const COLUMNS = columnsOf(Segment, 's');

/** The same as long as nothing about any of the retailer's segments has changed; `heads` in the order of their ids. */
export const stateOf = (heads: readonly SegmentHead[]): string =>
  createHash('sha256')
    .update(heads.map(({ state }) => state).join(','))
    .digest('hex');

/** All SQL of segment definitions. It is plain: evaluations read definitions by the thousand, and lock them. */
@Injectable()
export class SegmentRepository {
  constructor(private readonly database: Database) {}

  /** The segment, or 404. */
  async get(id: string): Promise<SegmentRow> {
    const rows = isUuid(id)
      ? await this.database.acrossRetailers.query<SegmentRow>(
          `SELECT ${COLUMNS} FROM segments s WHERE id = $1 AND ${LIVE}`,
          [id],
        )
      : [];
    if (!rows[0]) throw notFound('segment');
    return rows[0];
  }

  /** The brand's segments by name; holds the brand, so that one request at a time defines them. */
  async ofBrand(tx: Tx, retailerId: string, brandId: string): Promise<Map<string, Segment>> {
    await holdBrand(tx, retailerId, brandId);
    const rows = await tx.query<Segment>(`SELECT ${COLUMNS} FROM segments s WHERE retailer_id = $1 AND brand_id = $2`, [
      retailerId,
      brandId,
    ]);
    return new Map(rows.map((row) => [row.name, row]));
  }

  heads(sql: Sql, retailerId: string): Promise<SegmentHead[]> {
    return sql.query<SegmentHead>(
      `SELECT id, brand_id AS "brandId", status, evaluation_cursor AS "evaluationCursor", ${STATE} AS state
         FROM segments WHERE retailer_id = $1 AND ${LIVE} ORDER BY id`,
      [retailerId],
    );
  }

  /** What `stateOf` says of the heads, which need not be read for it: a thousand cost more than to judge a customer by. */
  async state(sql: Sql, retailerId: string): Promise<string> {
    const [row] = await sql.query<{ state: string }>(
      `SELECT encode(sha256(coalesce(string_agg(${STATE}, ',' ORDER BY id), '')::bytea), 'hex') AS state
         FROM segments WHERE retailer_id = $1 AND ${LIVE}`,
      [retailerId],
    );
    return row?.state ?? '';
  }

  definitions(
    sql: Sql,
    retailerId: string,
    ids: readonly string[],
  ): Promise<(Pick<SegmentRow, 'id' | 'criteria'> & Pick<SegmentHead, 'state'>)[]> {
    return sql.query(
      `SELECT id, criteria, ${STATE} AS state FROM segments WHERE retailer_id = $1 AND id = ANY ($2::uuid[])`,
      [retailerId, ids],
    );
  }

  /** Those that are evaluated. */
  async readyAmong(retailerId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database
      .of(retailerId)
      .query<{ id: string }>(
        `SELECT id FROM segments WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) AND status = 'ready'`,
        [retailerId, ids],
      );
    return new Set(rows.map(({ id }) => id));
  }

  async lock(tx: Tx, retailerId: string, id: string): Promise<Segment | undefined> {
    const rows = await tx.query<Segment>(
      `SELECT ${COLUMNS} FROM segments s WHERE retailer_id = $1 AND id = $2 FOR UPDATE`,
      [retailerId, id],
    );
    return rows[0];
  }

  /** Creates the segment, or gives it new criteria and the next version; either way it has to be evaluated. */
  async save(
    tx: Tx,
    {
      retailerId,
      id,
      brandId,
      name,
      criteria,
    }: Pick<SegmentRow, 'retailerId' | 'id' | 'brandId' | 'name' | 'criteria'>,
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO segments (retailer_id, id, brand_id, name, criteria) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (retailer_id, id) DO UPDATE
         SET criteria = excluded.criteria, version = segments.version + 1, status = 'evaluating',
             evaluation_cause = 'definition', evaluation_cursor = NULL`,
      [retailerId, id, brandId, name, JSON.stringify(criteria)],
    );
  }

  /** The evaluation, or the deletion, has come so far. */
  async progress(tx: Tx, { retailerId, id }: SegmentRef, cursor: string): Promise<void> {
    await tx.execute(`UPDATE segments SET evaluation_cursor = $3 WHERE retailer_id = $1 AND id = $2`, [
      retailerId,
      id,
      cursor,
    ]);
  }

  async markEvaluated(tx: Tx, { retailerId, id }: SegmentRef, at: Date): Promise<void> {
    await tx.execute(
      `UPDATE segments SET status = 'ready', evaluated_at = $3, evaluation_cursor = NULL
        WHERE retailer_id = $1 AND id = $2`,
      [retailerId, id, at],
    );
  }

  /** All customers have to be looked at under these definitions, by a build that can read them. */
  async evaluateAgain(tx: Tx, retailerId: string, ids: readonly string[]): Promise<void> {
    await tx.execute(
      `UPDATE segments SET status = 'evaluating', evaluation_cause = 'definition', evaluation_cursor = NULL
        WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) AND status = 'ready'`,
      [retailerId, ids],
    );
  }

  /** The brand's segments that ask for fifths have to be evaluated; returns their ids. */
  async evaluateRfm(tx: Tx, retailerId: string, brandId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `UPDATE segments SET status = 'evaluating', evaluation_cursor = NULL,
              evaluation_cause = CASE status WHEN 'ready' THEN 'rfm' ELSE evaluation_cause END
        WHERE retailer_id = $1 AND brand_id = $2 AND ${LIVE} AND ${USES_RFM} RETURNING id`,
      [retailerId, brandId],
    );
    return rows.map(({ id }) => id);
  }

  async list(retailerId: string, brandId: string, limit: number, cursor?: string): Promise<Page<SegmentRow>> {
    const [after] = readCursor(cursor, [isText]) ?? [];
    const rows = await this.database.of(retailerId).query<SegmentRow>(
      `SELECT ${COLUMNS} FROM segments s
        WHERE retailer_id = $1 AND brand_id = $2 AND ${LIVE} AND ($3::text IS NULL OR name > $3)
        ORDER BY name LIMIT $4`,
      [retailerId, brandId, after ?? null, limit + 1],
    );
    return pageOf(rows, limit, ({ name }) => [name]);
  }

  /** From now on nobody sees it and no evaluation looks at it. False where somebody else has deleted it. */
  async markDeleting(tx: Tx, { retailerId, id }: SegmentRef): Promise<boolean> {
    const marked = await tx.execute(
      `UPDATE segments SET status = 'deleting', evaluation_cursor = NULL
        WHERE retailer_id = $1 AND id = $2 AND ${LIVE}`,
      [retailerId, id],
    );
    return marked > 0;
  }

  /** With what it would still have told, which one of the same name must not. */
  async delete(tx: Tx, { retailerId, id }: SegmentRef): Promise<void> {
    await tx.execute(`DELETE FROM segment_events WHERE retailer_id = $1 AND segment_id = $2`, [retailerId, id]);
    await tx.execute(`DELETE FROM segments WHERE retailer_id = $1 AND id = $2`, [retailerId, id]);
  }

  /** Segments whose evaluation or deletion nobody finished; the job may be lost, or never was one. */
  forgotten(): Promise<(SegmentRef & { readonly status: 'evaluating' | 'deleting' })[]> {
    return this.database.acrossRetailers.query(
      `SELECT retailer_id AS "retailerId", id, status FROM segments
        WHERE status IN ('evaluating', 'deleting') LIMIT 100`,
    );
  }
}

type SegmentRef = Pick<SegmentRow, 'retailerId' | 'id'>;
