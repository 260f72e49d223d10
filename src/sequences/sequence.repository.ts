import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { isText, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import type { SequenceDefinition, Trigger } from './definition.js';

/** A sequence with its present version. */
export interface SequenceRow {
  readonly retailerId: string;
  readonly id: string;
  readonly brandId: string;
  readonly version: number;
  readonly segmentId: string | null;
  readonly definition: SequenceDefinition;
  /** In step with `definition.steps`. */
  readonly templateIds: readonly string[];
  /** Who entered the segment since then has started the sequence; null where it is started by hand. */
  readonly triggeredSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type SavedSequence = Omit<SequenceRow, 'triggeredSince' | 'createdAt' | 'updatedAt'>;

const SELECT = `
  SELECT s.retailer_id AS "retailerId", s.id, s.brand_id AS "brandId", s.version, s.segment_id AS "segmentId",
         v.definition, v.template_ids AS "templateIds", s.triggered_since AS "triggeredSince",
         s.created_at AS "createdAt", s.updated_at AS "updatedAt"
    FROM sequences s
    JOIN sequence_versions v ON v.retailer_id = s.retailer_id AND v.sequence_id = s.id AND v.version = s.version`;

/** All SQL of sequences and their versions. */
@Injectable()
export class SequenceRepository {
  constructor(private readonly database: Database) {}

  /** The sequence, or 404. */
  async get(id: string): Promise<SequenceRow> {
    const row = isText(id) ? await this.find(this.database.acrossRetailers, id) : undefined;
    if (!row) throw notFound('sequence');
    return row;
  }

  async find(sql: Sql, id: string): Promise<SequenceRow | undefined> {
    const rows = await sql.query<SequenceRow>(`${SELECT} WHERE s.id = $1`, [id]);
    return rows[0];
  }

  async list(retailerId: string, brandId: string, limit: number, cursor?: string): Promise<Page<SequenceRow>> {
    const [after] = readCursor(cursor, [isText]) ?? [];
    const rows = await this.database.of(retailerId).query<SequenceRow>(
      `${SELECT} WHERE s.retailer_id = $1 AND s.brand_id = $2 AND ($3::text IS NULL OR s.id > $3)
        ORDER BY s.id LIMIT $4`,
      [retailerId, brandId, after ?? null, limit + 1],
    );
    return pageOf(rows, limit, ({ id }) => [id]);
  }

  /**
   * Writes the sequence and its new version. A trigger that stays on the same segment goes on; a new one sees only who
   * enters from now on.
   */
  async save(tx: Tx, { retailerId, id, brandId, version, segmentId, definition, templateIds }: SavedSequence) {
    const trigger: Trigger = definition.trigger ?? 'manual';
    await tx.execute(
      `INSERT INTO sequences AS s (retailer_id, id, brand_id, version, trigger, segment_id, triggered_since)
       VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $5 = 'segment_entered' THEN clock_timestamp() END)
       ON CONFLICT (retailer_id, id) DO UPDATE
         SET version = excluded.version, trigger = excluded.trigger, segment_id = excluded.segment_id,
             updated_at = now(),
             triggered_since = CASE WHEN s.trigger = excluded.trigger AND s.segment_id = excluded.segment_id
                                    THEN s.triggered_since ELSE excluded.triggered_since END`,
      [retailerId, id, brandId, version, trigger, segmentId],
    );
    await tx.execute(
      `INSERT INTO sequence_versions (retailer_id, sequence_id, version, definition, template_ids)
       VALUES ($1, $2, $3, $4, $5::uuid[])`,
      [retailerId, id, version, JSON.stringify(definition), templateIds],
    );
  }

  /** Sequences that somebody who enters one of these segments starts, with the time since when they do. */
  triggeredBy(
    sql: Sql,
    retailerId: string,
    segmentIds: readonly string[],
  ): Promise<(SequenceRow & { readonly triggeredSince: Date })[]> {
    return sql.query(
      `${SELECT} WHERE s.retailer_id = $1 AND s.segment_id = ANY ($2::uuid[]) AND s.trigger = 'segment_entered'
        ORDER BY s.id`,
      [retailerId, segmentIds],
    );
  }
}
