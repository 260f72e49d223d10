import { Injectable } from '@nestjs/common';
import { clockOf, columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { isText, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import { IsNull, Not } from 'typeorm';
import type { PlanApproval } from './plan-approval.js';
import { SequenceVersion } from './sequence-version.entity.js';
import { Sequence } from './sequence.entity.js';

/** A sequence with its current version. */
export type SequenceRow = Sequence & Pick<SequenceVersion, 'definition' | 'templateIds' | 'approvals'>;

export type SavedSequence = Omit<SequenceRow, 'triggeredSince' | 'pausedAt' | 'deletedAt' | 'createdAt' | 'updatedAt'>;

const SELECT = `
  SELECT ${columnsOf(Sequence, 's')}, ${columnsOf(SequenceVersion, 'v', ['definition', 'templateIds', 'approvals'])}
    FROM sequences s
    JOIN sequence_versions v ON v.retailer_id = s.retailer_id AND v.sequence_id = s.id AND v.version = s.version`;

/**
 * Sequences and their versions. A statement is plain SQL where it joins both, or where a new value depends on the row.
 */
@Injectable()
export class SequenceRepository {
  constructor(private readonly database: Database) {}

  /** The sequence. 404 if it is unknown or deleted. */
  async get(id: string): Promise<SequenceRow> {
    const row = isText(id) ? await this.find(this.database.acrossRetailers, id) : undefined;
    if (!row) throw notFound('sequence');
    return row;
  }

  /** The retailer's sequence; undefined if it is unknown or deleted. */
  ofRetailer(retailerId: string, id: string): Promise<SequenceRow | undefined> {
    return this.find(this.database.of(retailerId), id);
  }

  async find(sql: Sql, id: string): Promise<SequenceRow | undefined> {
    const rows = await sql.query<SequenceRow>(`${SELECT} WHERE s.id = $1 AND s.deleted_at IS NULL`, [id]);
    return rows[0];
  }

  /** The last version of the retailer's sequence, even if it is deleted; 0 for a new id. */
  async lastVersion(sql: Sql, retailerId: string, id: string): Promise<number> {
    const row = await sql.using(Sequence, (sequences) => sequences.findOneBy({ retailerId, id }));
    return row?.version ?? 0;
  }

  /** The sequences of a brand, of a retailer, or all, sorted by id. */
  async list(
    owner: { readonly retailerId: string; readonly brandId: string | undefined } | undefined,
    limit: number,
    cursor?: string,
  ): Promise<Page<SequenceRow>> {
    const [after] = readCursor(cursor, [isText]) ?? [];
    const rows = await (owner ? this.database.of(owner.retailerId) : this.database.acrossRetailers).query<SequenceRow>(
      `${SELECT} WHERE s.deleted_at IS NULL AND ($1::uuid IS NULL OR s.retailer_id = $1) AND ($2::uuid IS NULL OR s.brand_id = $2)
          AND ($3::text IS NULL OR s.id > $3)
        ORDER BY s.id LIMIT $4`,
      [owner?.retailerId ?? null, owner?.brandId ?? null, after ?? null, limit + 1],
    );
    return pageOf(rows, limit, ({ id }) => [id]);
  }

  /** The ids of the brand's paused sequences. */
  async pausedOf(retailerId: string, brandId: string): Promise<string[]> {
    const where = { retailerId, brandId, pausedAt: Not(IsNull()), deletedAt: IsNull() };
    const rows = await this.database
      .of(retailerId)
      .using(Sequence, (sequences) => sequences.find({ where, order: { id: 'ASC' } }));
    return rows.map(({ id }) => id);
  }

  /**
   * Locks the sequence until the transaction ends: no other transaction starts an execution, enrols customers, pauses
   * or deletes. Undefined if it is deleted. Call it before any lock of an execution, to avoid deadlocks.
   */
  async hold(tx: Tx, retailerId: string, id: string): Promise<Sequence | undefined> {
    const row = await tx
      .repository(Sequence)
      .findOne({ where: { retailerId, id }, lock: { mode: 'for_no_key_update' } });
    return row && !row.deletedAt ? row : undefined;
  }

  async pause(tx: Tx, retailerId: string, id: string): Promise<void> {
    await tx.repository(Sequence).update({ retailerId, id }, { pausedAt: new Date() });
  }

  /** Customers who entered the segment during the pause do not get the sequence, even if the event comes later. */
  async resume(tx: Tx, retailerId: string, id: string): Promise<void> {
    await tx.execute(
      `UPDATE sequences
          SET paused_at = NULL, triggered_since = CASE WHEN trigger = 'segment_entered' THEN $3::timestamptz END
        WHERE retailer_id = $1 AND id = $2`,
      [retailerId, id, await clockOf(tx)],
    );
  }

  /**
   * Marks the sequence as deleted. The row stays for its executions, which record the customers who received the
   * sequence.
   */
  async delete(tx: Tx, retailerId: string, id: string): Promise<void> {
    const gone = { deletedAt: new Date(), pausedAt: null, triggeredSince: null };
    await tx.repository(Sequence).update({ retailerId, id }, gone);
  }

  /**
   * Writes the sequence and its new version. A trigger on the same segment continues without a gap; a new trigger
   * applies to customers who enter from now on. A deleted sequence is restored with its versions and executions.
   */
  async save(tx: Tx, { definition, templateIds, approvals, ...sequence }: SavedSequence) {
    const { retailerId, id, brandId, version, trigger, segmentId } = sequence;
    await tx.execute(
      `INSERT INTO sequences AS s (retailer_id, id, brand_id, version, trigger, segment_id, triggered_since)
       VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $5 = 'segment_entered' THEN $7::timestamptz END)
       ON CONFLICT (retailer_id, id) DO UPDATE
         SET version = excluded.version, brand_id = excluded.brand_id, trigger = excluded.trigger,
             segment_id = excluded.segment_id, deleted_at = NULL, updated_at = $7,
             created_at = CASE WHEN s.deleted_at IS NULL THEN s.created_at ELSE $7 END,
             triggered_since = CASE WHEN s.deleted_at IS NULL AND s.trigger = excluded.trigger
                                         AND s.segment_id = excluded.segment_id
                                    THEN s.triggered_since ELSE excluded.triggered_since END`,
      [retailerId, id, brandId, version, trigger, segmentId, await clockOf(tx)],
    );
    const saved = { retailerId, sequenceId: id, version, definition, templateIds, approvals };
    await tx.repository(SequenceVersion).insert(saved);
  }

  /** Adds the approval to a version, once for each person. Returns all of them. */
  async approve(
    tx: Tx,
    { retailerId, id, version }: Pick<Sequence, 'retailerId' | 'id' | 'version'>,
    approval: PlanApproval,
  ): Promise<readonly PlanApproval[]> {
    const { kind, subject } = approval;
    await tx.execute(
      `UPDATE sequence_versions SET approvals = approvals || $4::jsonb
        WHERE retailer_id = $1 AND sequence_id = $2 AND version = $3 AND NOT approvals @> $5::jsonb`,
      [retailerId, id, version, JSON.stringify([approval]), JSON.stringify([{ kind, subject }])],
    );
    const saved = await tx.repository(SequenceVersion).findOneByOrFail({ retailerId, sequenceId: id, version });
    return saved.approvals;
  }

  /** From now on the sequence starts for every customer who enters its segment. The caller has locked the sequence. */
  async startByItself(tx: Tx, retailerId: string, id: string): Promise<void> {
    const started = { trigger: 'segment_entered', triggeredSince: await clockOf(tx) } as const;
    await tx.repository(Sequence).update({ retailerId, id, trigger: 'manual' }, started);
  }

  /** The ids of the brand's automatic sequences that wait for an approval. */
  async unapprovedOf(retailerId: string, brandId: string): Promise<string[]> {
    const rows = await this.database.of(retailerId).query<{ id: string }>(
      `${SELECT} WHERE s.retailer_id = $1 AND s.brand_id = $2 AND s.deleted_at IS NULL AND s.trigger = 'manual'
          AND v.definition->>'trigger' = 'segment_entered'
        ORDER BY s.id`,
      [retailerId, brandId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * The sequences that start for a customer who enters one of these segments, locked until the transaction ends. The
   * sequences are read after the lock, so that a change by another transaction is seen as a whole.
   */
  async triggeredBy(
    tx: Tx,
    retailerId: string,
    segmentIds: readonly string[],
  ): Promise<(SequenceRow & { readonly triggeredSince: Date })[]> {
    await tx.query(
      `SELECT 1 FROM sequences WHERE retailer_id = $1 AND segment_id = ANY ($2::uuid[]) AND trigger = 'segment_entered'
        ORDER BY id FOR NO KEY UPDATE`,
      [retailerId, segmentIds],
    );
    return tx.query(
      `${SELECT} WHERE s.retailer_id = $1 AND s.segment_id = ANY ($2::uuid[]) AND s.trigger = 'segment_entered'
          AND s.paused_at IS NULL AND s.deleted_at IS NULL
        ORDER BY s.id`,
      [retailerId, segmentIds],
    );
  }
}
