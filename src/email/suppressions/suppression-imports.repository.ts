import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { isInstant, isUuid, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import { In, LessThan, MoreThan } from 'typeorm';
import type { RefusedLine } from './import-lines.js';
import { SuppressionImport } from './suppression-import.entity.js';
import { SuppressionImportPart } from './suppression-import-part.entity.js';
import { SuppressionRefusal } from './suppression-refusal.entity.js';

export type NewImport = Pick<SuppressionImport, 'retailerId' | 'id' | 'format' | 'requestKey'>;
export type ImportName = Pick<SuppressionImport, 'retailerId' | 'id'>;

/** What one batch of lines adds to the counts. */
export interface BatchCounts {
  readonly accepted: number;
  readonly refused: number;
}

/** The states in which a worker reads the file. */
export const OPEN = ['uploaded', 'running', 'proving'] as const;
/** A worker that has written nothing for so long is gone. */
const QUIET_MS = 30_000;
/** An upload that has written nothing for so long was cut off. Its sender may be silent for half of it. */
export const CUT_OFF_MS = 60_000;
const KEPT_MS = 30 * 24 * 3_600_000;

/** All reads and writes of imports of suppressions. */
@Injectable()
export class SuppressionImportsRepository {
  constructor(private readonly database: Database) {}

  /** The import, or 404. */
  async get(retailerId: string, id: string): Promise<SuppressionImport> {
    const found = isUuid(id)
      ? await this.database.of(retailerId).using(SuppressionImport, (rows) => rows.findOneBy({ retailerId, id }))
      : null;
    if (!found) throw notFound('import');
    return found;
  }

  async ofRequest(retailerId: string, requestKey: string): Promise<SuppressionImport | undefined> {
    const found = await this.database
      .of(retailerId)
      .using(SuppressionImport, (rows) => rows.findOneBy({ retailerId, requestKey }));
    return found ?? undefined;
  }

  /** Newest first. Plain SQL, because a page continues after an instant in microseconds. */
  async list(retailerId: string, limit: number, cursor?: string): Promise<Page<SuppressionImport>> {
    const [at, after] = readCursor(cursor, [isInstant, isUuid]) ?? [];
    const rows = await this.database.of(retailerId).query<SuppressionImport & { readonly place: string }>(
      `SELECT ${columnsOf(SuppressionImport, 'i')},
              to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
         FROM suppression_imports i
        WHERE retailer_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
        ORDER BY created_at DESC, id DESC LIMIT $4`,
      [retailerId, at ?? null, after ?? null, limit + 1],
    );
    return pageOf(rows, limit, ({ place, id }) => [place, id]);
  }

  /** False if another upload with the same request key is under way. */
  async begin({ retailerId, ...given }: NewImport): Promise<boolean> {
    const inserted = await this.database.of(retailerId).using(SuppressionImport, (rows) =>
      rows
        .createQueryBuilder()
        .insert()
        .values({ retailerId, ...given })
        .orIgnore()
        .returning('id')
        .execute(),
    );
    return (inserted.raw as unknown[]).length > 0;
  }

  /** Lets another request use the key. */
  async freeKey({ retailerId, id }: ImportName): Promise<void> {
    await this.database
      .of(retailerId)
      .using(SuppressionImport, (rows) => rows.update({ retailerId, id }, { requestKey: null }));
  }

  /** Ends an upload whose bytes will not be complete, and lets another request use its key. Idempotent. */
  async cutOff({ retailerId, id }: ImportName, problem: string): Promise<void> {
    const now = new Date();
    const change = { state: 'failed', problem, requestKey: null, updatedAt: now, finishedAt: now } as const;
    await this.database.transaction(retailerId, async (tx) => {
      const { affected } = await tx
        .repository(SuppressionImport)
        .update({ retailerId, id, state: 'receiving' }, change);
      if (affected === 1) await tx.repository(SuppressionImportPart).delete({ retailerId, importId: id });
    });
  }

  /** Stores a part of the bytes. False if the upload was given up meanwhile. */
  addPart({ retailerId, id }: ImportName, place: number, bytes: Buffer): Promise<boolean> {
    return this.database.transaction(retailerId, async (tx) => {
      const counted = await tx.execute(
        `UPDATE suppression_imports SET bytes = bytes + $3, updated_at = $4
          WHERE retailer_id = $1 AND id = $2 AND state = 'receiving'`,
        [retailerId, id, bytes.length, new Date()],
      );
      if (counted === 0) return false;
      await tx.repository(SuppressionImportPart).insert({ retailerId, importId: id, place, bytes });
      return true;
    });
  }

  /** False if the upload was given up meanwhile. */
  async markUploaded(tx: Tx, { retailerId, id }: ImportName, bodyHash: string): Promise<boolean> {
    const change = { state: 'uploaded', bodyHash, updatedAt: new Date() } as const;
    const { affected } = await tx.repository(SuppressionImport).update({ retailerId, id, state: 'receiving' }, change);
    return affected === 1;
  }

  /** The stored bytes, part by part. */
  async *bytes({ retailerId, id }: ImportName): AsyncGenerator<Buffer> {
    for (let place = 0; ; place += 1) {
      const part = await this.database
        .of(retailerId)
        .using(SuppressionImportPart, (parts) => parts.findOneBy({ retailerId, importId: id, place }));
      if (!part) return;
      yield part.bytes;
    }
  }

  /**
   * Counts a batch of lines after the `done` lines before it. False if the import is over, or if another worker has
   * counted the batch: then nothing of it may be written.
   */
  async advance(tx: Tx, { retailerId, id }: ImportName, done: number, counts: BatchCounts): Promise<boolean> {
    const { accepted, refused } = counts;
    const written = await tx.execute(
      `UPDATE suppression_imports
          SET state = 'running', lines = lines + $4 + $5, accepted = accepted + $4, refused = refused + $5,
              updated_at = $6
        WHERE retailer_id = $1 AND id = $2 AND lines = $3 AND state IN ('uploaded', 'running')`,
      [retailerId, id, done, accepted, refused, new Date()],
    );
    return written === 1;
  }

  /** All lines are done, and their addresses are checked next. Idempotent. */
  async beginProof({ retailerId, id }: ImportName): Promise<void> {
    await this.database
      .of(retailerId)
      .using(SuppressionImport, (rows) =>
        rows.update(
          { retailerId, id, state: In(['uploaded', 'running']) },
          { state: 'proving', updatedAt: new Date() },
        ),
      );
  }

  /** Counts a batch of checked lines after the `checked` lines before it. False as for `advance`. */
  async advanceProof(
    { retailerId, id }: ImportName,
    checked: number,
    batch: { readonly lines: number; readonly mailable: number },
  ): Promise<boolean> {
    const written = await this.database.of(retailerId).execute(
      `UPDATE suppression_imports SET checked = checked + $4, mailable = mailable + $5, updated_at = $6
        WHERE retailer_id = $1 AND id = $2 AND checked = $3 AND state = 'proving'`,
      [retailerId, id, checked, batch.lines, batch.mailable, new Date()],
    );
    return written === 1;
  }

  async addRefusals(tx: Tx, { retailerId, id }: ImportName, lines: readonly RefusedLine[]): Promise<void> {
    if (lines.length === 0) return;
    const rows = lines.map((line) => ({ retailerId, importId: id, ...line }));
    await tx.repository(SuppressionRefusal).createQueryBuilder().insert().values(rows).orIgnore().execute();
  }

  /** Ends the import and deletes its bytes. Idempotent. */
  async finish({ retailerId, id }: ImportName, problem: string | null): Promise<void> {
    await this.database.transaction(retailerId, async (tx) => {
      const state = problem === null ? ('completed' as const) : ('failed' as const);
      const [now, open] = [new Date(), { retailerId, id, state: In([...OPEN]) }];
      await tx.repository(SuppressionImport).update(open, { state, problem, updatedAt: now, finishedAt: now });
      await tx.repository(SuppressionImportPart).delete({ retailerId, importId: id });
    });
  }

  /** Refused lines after a line, in the order of the file. */
  refusals({ retailerId, id }: ImportName, after: number, limit: number): Promise<SuppressionRefusal[]> {
    return this.database.of(retailerId).using(SuppressionRefusal, (rows) =>
      rows.find({
        where: { retailerId, importId: id, line: MoreThan(after) },
        order: { line: 'ASC' },
        take: limit,
      }),
    );
  }

  /** Imports that no worker reads, because Redis has lost their job or their worker has died. */
  forgotten(): Promise<SuppressionImport[]> {
    const updatedAt = LessThan(new Date(Date.now() - QUIET_MS));
    return this.database.acrossRetailers.using(SuppressionImport, (rows) =>
      rows.find({ where: { state: In([...OPEN]), updatedAt }, order: { updatedAt: 'ASC' }, take: 100 }),
    );
  }

  /** Uploads whose process has died. */
  silent(): Promise<SuppressionImport[]> {
    const updatedAt = LessThan(new Date(Date.now() - CUT_OFF_MS));
    return this.database.acrossRetailers.using(SuppressionImport, (rows) =>
      rows.find({ where: { state: 'receiving', updatedAt }, take: 100 }),
    );
  }

  /** Deletes imports that ended 30 days ago. */
  async deleteOld(): Promise<void> {
    const finishedAt = LessThan(new Date(Date.now() - KEPT_MS));
    await this.database.acrossRetailers.using(SuppressionImport, (rows) => rows.delete({ finishedAt }));
  }

  /** Deletes refused lines that mention the person. `traces` are regular expressions for lower-case text. */
  async eraseMentions(tx: Tx, retailerId: string, traces: readonly string[]): Promise<number> {
    return tx.execute(`DELETE FROM suppression_refusals WHERE retailer_id = $1 AND lower(text) ~ ANY ($2::text[])`, [
      retailerId,
      traces,
    ]);
  }

  /** The number of unfinished imports, whose bytes can't be searched for a person. */
  async unread(sql: Sql, retailerId: string): Promise<number> {
    const [row] = await sql.query<{ imports: number }>(
      `SELECT count(*)::int AS imports FROM suppression_imports WHERE retailer_id = $1 AND state = ANY ($2::text[])`,
      [retailerId, ['receiving', ...OPEN]],
    );
    return row?.imports ?? 0;
  }
}
