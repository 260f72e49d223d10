import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { isInstant, isUuid, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import { In, IsNull, LessThan, MoreThan } from 'typeorm';
import { DryRunRow } from './dry-run-row.entity.js';
import { HistoryImport, type ImportState } from './history-import.entity.js';
import { HistoryImportPart } from './history-import-part.entity.js';
import { HistoryImportRefusal } from './history-import-refusal.entity.js';
import type { RefusedLine } from './reading/lines.js';

export type ImportKey = Pick<HistoryImport, 'retailerId' | 'id'>;
export type NewImport = Pick<HistoryImport, 'retailerId' | 'id' | 'kind' | 'source' | 'format' | 'mapping'>;

/** What one batch of lines adds to the counts. */
export interface BatchCounts {
  readonly refused: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** How many lines were refused for one reason. */
export interface RefusalCount extends Pick<RefusedLine, 'pointer' | 'reason'> {
  readonly lines: number;
  readonly firstLine: number;
}

export const MOST_REASONS = 20;
/** A worker that has written nothing for so long is gone. */
const QUIET_MS = 30_000;
/** An upload that has written nothing for so long was cut off. Its sender may be silent for half of it. */
export const CUT_OFF_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** A file that nobody starts is deleted after so long. */
const WAITS_MS = 7 * DAY_MS;
const KEPT_MS = 30 * DAY_MS;
/** A preview reads a hundred lines. */
const PREVIEW_BYTES = 64 * 1024;
const WHOLE_PART = 2 ** 31 - 1;
/** A file waits: nobody has started the import, or only a dry run of it. */
const FILE_WAITS = `(state = 'uploaded' OR (state = 'completed' AND work = 'dry_run'))`;

/** All reads and writes of imports of history. */
@Injectable()
export class ImportsRepository {
  constructor(private readonly database: Database) {}

  /** The import, or 404. */
  async get(retailerId: string, id: string): Promise<HistoryImport> {
    const found = isUuid(id)
      ? await this.database.of(retailerId).using(HistoryImport, (rows) => rows.findOneBy({ retailerId, id }))
      : null;
    if (!found) throw notFound('import');
    return found;
  }

  async insert(given: NewImport): Promise<void> {
    await this.database.of(given.retailerId).using(HistoryImport, (rows) => rows.insert(given));
  }

  /** How many imports of the retailer are not over. */
  open(retailerId: string): Promise<number> {
    const state = In(['awaiting_file', 'uploaded', 'running']);
    return this.database.of(retailerId).using(HistoryImport, (rows) => rows.countBy({ retailerId, state }));
  }

  /** Newest first. Plain SQL, because a page continues after an instant in microseconds. */
  async list(retailerId: string, limit: number, cursor?: string): Promise<Page<HistoryImport>> {
    const [at, after] = readCursor(cursor, [isInstant, isUuid]) ?? [];
    const rows = await this.database.of(retailerId).query<HistoryImport & { readonly place: string }>(
      `SELECT ${columnsOf(HistoryImport, 'i')},
              to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
         FROM history_imports i
        WHERE retailer_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
        ORDER BY created_at DESC, id DESC LIMIT $4`,
      [retailerId, at ?? null, after ?? null, limit + 1],
    );
    return pageOf(rows, limit, ({ place, id }) => [place, id]);
  }

  /**
   * Changes the import if it is in one of the states, and still does what the caller has seen: a worker that ends must
   * not end the undoing that was begun meanwhile. False if it is not.
   */
  async change(
    tx: Tx,
    { retailerId, id, work }: Pick<HistoryImport, 'retailerId' | 'id' | 'work'>,
    from: readonly ImportState[],
    change: Partial<Omit<HistoryImport, 'retailer' | 'mapping'>> & { readonly mapping?: Record<string, string | null> },
  ): Promise<boolean> {
    const where = { retailerId, id, state: In([...from]), work: work ?? IsNull() };
    const { affected } = await tx.repository(HistoryImport).update(where, { ...change, updatedAt: new Date() });
    return affected === 1;
  }

  /**
   * Lets one upload add bytes, from the beginning. A file that waits is deleted, and what a dry run has found in it.
   * False while another upload adds bytes, or once the import has begun.
   */
  claimUpload({ retailerId, id }: ImportKey, uploadId: string): Promise<boolean> {
    return this.database.transaction(retailerId, async (tx) => {
      const now = new Date();
      const claimed = await tx.execute(
        `UPDATE history_imports
            SET upload_id = $3, state = 'awaiting_file', work = NULL, bytes = 0, bytes_read = 0, lines = 0, refused = 0,
                created = 0, updated = 0, unchanged = 0, problem = NULL, finished_at = NULL, updated_at = $4
          WHERE retailer_id = $1 AND id = $2
            AND (${FILE_WAITS} OR (state = 'awaiting_file' AND (upload_id IS NULL OR updated_at < $5)))`,
        [retailerId, id, uploadId, now, new Date(now.getTime() - CUT_OFF_MS)],
      );
      if (claimed === 0) return false;
      await this.deleteParts(tx, { retailerId, id });
      await this.deleteRefusals(tx, { retailerId, id });
      return true;
    });
  }

  /** Ends an upload whose bytes will not be complete. Idempotent. */
  async cutOff({ retailerId, id }: ImportKey, uploadId: string, problem: string): Promise<void> {
    await this.database.transaction(retailerId, async (tx) => {
      const change = { uploadId: null, bytes: '0', problem, updatedAt: new Date() };
      const where = { retailerId, id, uploadId, state: 'awaiting_file' as const };
      const { affected } = await tx.repository(HistoryImport).update(where, change);
      if (affected === 1) await this.deleteParts(tx, { retailerId, id });
    });
  }

  /** Stores a part of the bytes. False if the upload was given up meanwhile. */
  addPart({ retailerId, id }: ImportKey, uploadId: string, place: number, bytes: Buffer): Promise<boolean> {
    return this.database.step(retailerId, async (tx) => {
      const counted = await tx.execute(
        `UPDATE history_imports SET bytes = bytes + $4, updated_at = $5
          WHERE retailer_id = $1 AND id = $2 AND upload_id = $3 AND state = 'awaiting_file'`,
        [retailerId, id, uploadId, bytes.length, new Date()],
      );
      if (counted === 0) return false;
      await tx.repository(HistoryImportPart).insert({ retailerId, importId: id, place, bytes });
      return true;
    });
  }

  /** False if the upload was given up meanwhile, or if Postgres has crashed and lost some of the bytes. */
  async markUploaded({ retailerId, id }: ImportKey, uploadId: string, bytes: number): Promise<boolean> {
    const change = { state: 'uploaded', uploadId: null, updatedAt: new Date() } as const;
    return this.database.transaction(retailerId, async (tx) => {
      const where = { retailerId, id, uploadId, bytes: String(bytes), state: 'awaiting_file' as const };
      return (await tx.repository(HistoryImport).update(where, change)).affected === 1;
    });
  }

  /**
   * The stored bytes, part by part. The first part comes in two, because a preview needs the beginning alone: whoever
   * looks at an import would wait for megabytes.
   */
  async *bytes(key: ImportKey): AsyncGenerator<Buffer> {
    const beginning = await this.part(key, 0, 1, PREVIEW_BYTES);
    if (!beginning) return;
    yield beginning;
    for (let [place, from] = [0, PREVIEW_BYTES + 1]; ; [place, from] = [place + 1, 1]) {
      const bytes = await this.part(key, place, from, WHOLE_PART);
      if (!bytes) return;
      if (bytes.length > 0) yield bytes;
    }
  }

  /** Up to `length` bytes of a part from a byte on, counted from 1. */
  private async part({ retailerId, id }: ImportKey, place: number, from: number, length: number) {
    const [row] = await this.database.of(retailerId).query<{ bytes: Buffer }>(
      `SELECT substring(bytes FROM $4::int FOR $5::int) AS bytes FROM history_import_parts
        WHERE retailer_id = $1 AND import_id = $2 AND place = $3`,
      [retailerId, id, place, from, length],
    );
    return row?.bytes;
  }

  /**
   * Counts a batch after the `done` lines before it. False if the import is over, or if another worker has counted the
   * batch: then nothing of it may be written.
   */
  async advance(tx: Tx, found: HistoryImport, done: number, bytesRead: number, counts: BatchCounts): Promise<boolean> {
    const { refused, created, updated, unchanged } = counts;
    const written = await tx.execute(
      `UPDATE history_imports
          SET lines = lines + $4 + $5 + $6 + $7, refused = refused + $4, created = created + $5, updated = updated + $6,
              unchanged = unchanged + $7, bytes_read = $8, written = written OR work = 'import', updated_at = $9
        WHERE retailer_id = $1 AND id = $2 AND lines = $3 AND state = 'running' AND work = $10`,
      [found.retailerId, found.id, done, refused, created, updated, unchanged, bytesRead, new Date(), found.work],
    );
    return written === 1;
  }

  /**
   * Holds the import until the transaction ends, and says that its worker is alive. False if the import is over, or if
   * another worker is at another place.
   */
  async hold(tx: Tx, { retailerId, id, work }: HistoryImport, lines: number): Promise<boolean> {
    const written = await tx.execute(
      `UPDATE history_imports SET updated_at = $4 WHERE retailer_id = $1 AND id = $2 AND state = 'running' AND work = $3 AND lines = $5`,
      [retailerId, id, work, new Date(), lines],
    );
    return written === 1;
  }

  async addRefusals(tx: Tx, { retailerId, id }: ImportKey, lines: readonly RefusedLine[]): Promise<void> {
    if (lines.length === 0) return;
    await tx.execute(
      `INSERT INTO history_import_refusals (retailer_id, import_id, line, pointer, reason, text)
       SELECT $1, $2, * FROM unnest($3::int[], $4::text[], $5::text[], $6::text[]) ON CONFLICT DO NOTHING`,
      [
        retailerId,
        id,
        lines.map(({ line }) => line),
        lines.map(({ pointer }) => pointer),
        lines.map(({ reason }) => reason),
        lines.map(({ text }) => text),
      ],
    );
  }

  async deleteRefusals(tx: Tx, { retailerId, id }: ImportKey): Promise<void> {
    await tx.repository(HistoryImportRefusal).delete({ retailerId, importId: id });
  }

  /** Deletes the bytes, and what a dry run remembers of them. */
  async deleteParts(tx: Tx, key: ImportKey): Promise<void> {
    await tx.repository(HistoryImportPart).delete({ retailerId: key.retailerId, importId: key.id });
    await this.deleteDryRun(tx, key);
  }

  /** Deletes what a dry run remembers. */
  async deleteDryRun(tx: Tx, { retailerId, id }: ImportKey): Promise<void> {
    await tx.repository(DryRunRow).delete({ retailerId, importId: id });
  }

  /** Refused lines after a line, in the order of the file. */
  refusals({ retailerId, id }: ImportKey, after: number, limit: number): Promise<HistoryImportRefusal[]> {
    return this.database.of(retailerId).using(HistoryImportRefusal, (rows) =>
      rows.find({
        where: { retailerId, importId: id, line: MoreThan(after) },
        order: { line: 'ASC' },
        take: limit,
      }),
    );
  }

  /** The reasons of refused lines, the most frequent first. */
  refusalCounts({ retailerId, id }: ImportKey): Promise<RefusalCount[]> {
    return this.database.of(retailerId).query<RefusalCount>(
      `SELECT pointer, reason, count(*)::int AS lines, min(line) AS "firstLine" FROM history_import_refusals
        WHERE retailer_id = $1 AND import_id = $2 GROUP BY pointer, reason ORDER BY count(*) DESC, min(line) LIMIT $3`,
      [retailerId, id, MOST_REASONS],
    );
  }

  /** Imports that no worker reads, because Redis has lost their job or their worker has died. */
  forgotten(): Promise<HistoryImport[]> {
    const updatedAt = LessThan(new Date(Date.now() - QUIET_MS));
    return this.database.acrossRetailers.using(HistoryImport, (rows) =>
      rows.find({ where: { state: 'running', updatedAt }, order: { updatedAt: 'ASC' }, take: 100 }),
    );
  }

  /** Imports whose file nobody has sent or started for a week, and files of dry runs that nothing followed. */
  async abandoned(): Promise<HistoryImport[]> {
    const updatedAt = LessThan(new Date(Date.now() - WAITS_MS));
    return this.database.acrossRetailers.using(HistoryImport, (rows) =>
      rows.find({
        where: [
          { state: In(['awaiting_file', 'uploaded']), updatedAt },
          { state: 'completed', work: 'dry_run', updatedAt },
        ],
        take: 100,
      }),
    );
  }

  /** Imports that ended 30 days ago. */
  old(): Promise<HistoryImport[]> {
    const finishedAt = LessThan(new Date(Date.now() - KEPT_MS));
    return this.database.acrossRetailers.using(HistoryImport, (rows) =>
      rows.find({ where: { finishedAt }, take: 100 }),
    );
  }

  async delete(tx: Tx, { retailerId, id }: ImportKey): Promise<void> {
    await tx.repository(HistoryImport).delete({ retailerId, id });
  }

  /** Deletes refused lines that mention the person. `traces` are regular expressions for lower-case text. */
  eraseMentions(tx: Tx, retailerId: string, traces: readonly string[]): Promise<number> {
    return tx.execute(`DELETE FROM history_import_refusals WHERE retailer_id = $1 AND lower(text) ~ ANY ($2::text[])`, [
      retailerId,
      traces,
    ]);
  }

  /** Deletes the files that wait, whose bytes can't be searched for a person. Returns how many. */
  async dropFiles(tx: Tx, retailerId: string, problem: string): Promise<number> {
    const rows = await tx.query<{ id: string }>(
      `UPDATE history_imports SET state = 'cancelled', upload_id = NULL, problem = $2, finished_at = $3, updated_at = $3
        WHERE retailer_id = $1 AND (${FILE_WAITS} OR (state = 'awaiting_file' AND upload_id IS NOT NULL))
       RETURNING id`,
      [retailerId, problem, new Date()],
    );
    for (const { id } of rows) await this.deleteParts(tx, { retailerId, id });
    return rows.length;
  }

  /** The number of running imports, whose bytes can't be searched for a person. */
  async unread(sql: Sql, retailerId: string): Promise<number> {
    const [row] = await sql.query<{ imports: number }>(
      `SELECT count(*)::int AS imports FROM history_imports WHERE retailer_id = $1 AND state = 'running'`,
      [retailerId],
    );
    return row?.imports ?? 0;
  }
}
