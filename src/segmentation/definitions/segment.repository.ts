import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { clockOf, columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { isText, isUuid, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import { In, MoreThan, Not } from 'typeorm';
import { holdBrand } from '../../retailers/brands.queries.js';
import { LIVE, Segment, type SegmentStatus, USES_RFM } from './segment.entity.js';

/** A segment that is shown: it is not being deleted. */
export type SegmentRow = Segment & { readonly status: SegmentStatus };

type SegmentRef = Pick<SegmentRow, 'retailerId' | 'id'>;

/** What an evaluation of single customers needs of a segment besides its criteria. */
export interface SegmentHead extends Pick<SegmentRow, 'id' | 'brandId' | 'status' | 'evaluationCursor'> {
  /** Changes with every write of the row, because it contains the id of the transaction that wrote the row last. */
  readonly fingerprint: string;
}

const FINGERPRINT = `id || ' ' || xmin::text`;

/** Changes with every write of any of the retailer's segments. The heads are in the order of their ids. */
export const fingerprintOf = (heads: readonly SegmentHead[]): string =>
  createHash('sha256')
    .update(heads.map(({ fingerprint }) => fingerprint).join(','))
    .digest('hex');

const IS_LIVE = { status: Not('deleting' as const) };

/**
 * All reads and writes of segment definitions. Evaluations read them by plain SQL, because a retailer may have a
 * thousand.
 */
@Injectable()
export class SegmentRepository {
  constructor(private readonly database: Database) {}

  /** The segment, or 404. */
  async get(id: string): Promise<SegmentRow> {
    const rows = isUuid(id)
      ? await this.database.acrossRetailers.query<SegmentRow>(
          `SELECT ${columnsOf(Segment, 's')} FROM segments s WHERE id = $1 AND ${LIVE}`,
          [id],
        )
      : [];
    if (!rows[0]) throw notFound('segment');
    return rows[0];
  }

  /**
   * The brand's segments by each of their names, former ones too. The brand is locked, so that one request at a time
   * changes its segments.
   */
  async ofBrand(tx: Tx, retailerId: string, brandId: string): Promise<Map<string, Segment>> {
    await holdBrand(tx, retailerId, brandId);
    const rows = await tx.repository(Segment).findBy({ retailerId, brandId });
    return new Map(rows.flatMap((row) => [row.name, ...row.formerNames].map((name) => [name, row])));
  }

  heads(sql: Sql, retailerId: string): Promise<SegmentHead[]> {
    return sql.query<SegmentHead>(
      `SELECT id, brand_id AS "brandId", status, evaluation_cursor AS "evaluationCursor", ${FINGERPRINT} AS fingerprint
         FROM segments WHERE retailer_id = $1 AND ${LIVE} ORDER BY id`,
      [retailerId],
    );
  }

  /** `fingerprintOf` without reading the heads: to read a thousand of them costs more than to evaluate a customer. */
  async fingerprint(sql: Sql, retailerId: string): Promise<string> {
    const [row] = await sql.query<{ fingerprint: string }>(
      `SELECT encode(sha256(coalesce(string_agg(${FINGERPRINT}, ',' ORDER BY id), '')::bytea), 'hex') AS fingerprint
         FROM segments WHERE retailer_id = $1 AND ${LIVE}`,
      [retailerId],
    );
    return row?.fingerprint ?? '';
  }

  definitions(
    sql: Sql,
    retailerId: string,
    ids: readonly string[],
  ): Promise<(Pick<SegmentRow, 'id' | 'criteria'> & Pick<SegmentHead, 'fingerprint'>)[]> {
    return sql.query(
      `SELECT id, criteria, ${FINGERPRINT} AS fingerprint
         FROM segments WHERE retailer_id = $1 AND id = ANY ($2::uuid[])`,
      [retailerId, ids],
    );
  }

  /** Which of these segments are evaluated. */
  async readyAmong(retailerId: string, ids: readonly string[]): Promise<Set<string>> {
    const ready = { retailerId, id: In(ids), status: 'ready' as const };
    const rows = await this.database
      .of(retailerId)
      .using(Segment, (segments) => segments.find({ select: { id: true }, where: ready }));
    return new Set(rows.map(({ id }) => id));
  }

  lock(tx: Tx, retailerId: string, id: string): Promise<Segment | null> {
    return tx.repository(Segment).findOne({ where: { retailerId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Creates the segment, or gives it new criteria and the next version; either way it has to be evaluated. */
  async save(
    tx: Tx,
    { retailerId, id, brandId, name, criteria }: SegmentRef & Pick<SegmentRow, 'brandId' | 'name' | 'criteria'>,
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO segments (retailer_id, id, brand_id, name, criteria, defined_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (retailer_id, id) DO UPDATE
         SET criteria = excluded.criteria, version = segments.version + 1, status = 'evaluating', defined_at = $6,
             evaluation_cause = 'definition', evaluation_cursor = NULL`,
      [retailerId, id, brandId, name, JSON.stringify(criteria), await clockOf(tx)],
    );
  }

  /** Gives the segment another name. The present one becomes a former name, and a former one that returns is none. */
  async rename(tx: Tx, { retailerId, id }: SegmentRef, name: string): Promise<void> {
    await tx.execute(
      `UPDATE segments SET name = $3, former_names = array_remove(former_names || name, $3)
        WHERE retailer_id = $1 AND id = $2`,
      [retailerId, id, name],
    );
  }

  /** Saves how far the evaluation or the deletion has come. */
  async progress(tx: Tx, { retailerId, id }: SegmentRef, evaluationCursor: string): Promise<void> {
    await tx.repository(Segment).update({ retailerId, id }, { evaluationCursor });
  }

  async markEvaluated(tx: Tx, { retailerId, id }: SegmentRef, evaluatedAt: Date): Promise<void> {
    await tx.repository(Segment).update({ retailerId, id }, { status: 'ready', evaluatedAt, evaluationCursor: null });
  }

  /** Has all customers evaluated under these definitions, by a build that can read them. */
  async evaluateAgain(tx: Tx, retailerId: string, ids: readonly string[]): Promise<void> {
    await tx
      .repository(Segment)
      .update(
        { retailerId, id: In(ids), status: 'ready' },
        { status: 'evaluating', evaluationCause: 'definition', evaluationCursor: null },
      );
  }

  /** Has the brand's segments with the criterion `rfm` evaluated; returns their ids. */
  async evaluateRfm(tx: Tx, retailerId: string, brandId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `UPDATE segments SET status = 'evaluating', evaluation_cursor = NULL,
              evaluation_cause = CASE WHEN status = 'ready' THEN 'rfm' ELSE evaluation_cause END
        WHERE retailer_id = $1 AND brand_id = $2 AND ${LIVE} AND ${USES_RFM} RETURNING id`,
      [retailerId, brandId],
    );
    return rows.map(({ id }) => id);
  }

  /** The names and brands of the segments with these ids, by id. */
  async namesOf(
    sql: Sql,
    retailerId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<Segment, 'name' | 'brandId'>>> {
    const rows = await sql.query<Pick<Segment, 'id' | 'name' | 'brandId'>>(
      `SELECT ${columnsOf(Segment, 's', ['id', 'name', 'brandId'])} FROM segments s
        WHERE retailer_id = $1 AND id = ANY ($2::uuid[])`,
      [retailerId, ids],
    );
    return new Map(rows.map(({ id, ...segment }) => [id, segment]));
  }

  async list(retailerId: string, brandId: string, limit: number, cursor?: string): Promise<Page<SegmentRow>> {
    const [after] = readCursor(cursor, [isText]) ?? [];
    const rows = await this.database.of(retailerId).using(Segment, (segments) =>
      segments.find({
        where: { retailerId, brandId, ...IS_LIVE, ...(after === undefined ? {} : { name: MoreThan(after) }) },
        order: { name: 'ASC' },
        take: limit + 1,
      }),
    );
    return pageOf(rows as SegmentRow[], limit, ({ name }) => [name]);
  }

  /** Hides the segment from requests and evaluations. False where it was already marked or deleted. */
  async markDeleting(tx: Tx, { retailerId, id }: SegmentRef): Promise<boolean> {
    const { affected } = await tx
      .repository(Segment)
      .update({ retailerId, id, ...IS_LIVE }, { status: 'deleting', evaluationCursor: null });
    return Boolean(affected);
  }

  /**
   * Deletes the segment with its pending events. A new segment of the same name gets the same id, and these events are
   * not about the new one.
   */
  async delete(tx: Tx, { retailerId, id }: SegmentRef): Promise<void> {
    await tx.execute(`DELETE FROM segment_events WHERE retailer_id = $1 AND segment_id = $2`, [retailerId, id]);
    await tx.repository(Segment).delete({ retailerId, id });
  }

  /** Segments under evaluation or deletion. The sweep enqueues their jobs again, because Redis may have lost them. */
  forgotten(): Promise<(SegmentRef & { readonly status: 'evaluating' | 'deleting' })[]> {
    return this.database.acrossRetailers.query(
      `SELECT retailer_id AS "retailerId", id, status FROM segments
        WHERE status IN ('evaluating', 'deleting') LIMIT 100`,
    );
  }
}
