import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { UnreadableFileError } from '#libs/text-files';
import { Runtime } from '../config/runtime.js';
import type { HistoryImport } from './history-import.entity.js';
import { IMPORT_PROBLEMS } from './import-problems.js';
import { ImportsRepository } from './imports.repository.js';
import { LineBatch } from './reading/line-batch.js';
import { lineOf, type RefusedLine } from './reading/lines.js';
import { completeMapping, type Mapping } from './reading/mapping.js';
import { rowsOf, type TableRow } from './reading/table.js';

/** The beginning of a file. */
export interface FileHead {
  readonly columns: readonly string[];
  /** The cells of the first rows, in the order of the columns. */
  readonly rows: readonly (readonly string[])[];
  readonly mapping: Mapping;
  /** Those of the first rows that would be refused. */
  readonly refused: readonly Omit<RefusedLine, 'text'>[];
}

/** Some lines of a file, and how many of its bytes are read with them. */
export interface ReadLines {
  readonly batch: LineBatch;
  readonly bytesRead: number;
}

const HEAD_ROWS = 10;
/** JSON lines have no header: the keys of so many lines are the columns. */
const COLUMN_ROWS = 100;
const LONGEST_CELL = 200;
/** The batch before is written while this one is read. Its next statement waits for so many rows at most. */
const ROWS_AT_ONCE = 16;
/** A file whose first lines never end is not read to its end for a preview. */
const LONGEST_HEAD_MS = 2_000;

/** Reads the stored bytes of imports. */
@Injectable()
export class ImportReaderService {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly runtime: Runtime,
  ) {}

  /** @throws UnreadableFileError if the file as a whole can't be read */
  async head(found: HistoryImport, given = found.mapping): Promise<FileHead> {
    const sample = await this.sample(found);
    const columns = [...new Set(sample.flatMap((row) => row.columns))];
    if (columns.length === 0) {
      throw new UnreadableFileError(IMPORT_PROBLEMS[sample.length === 0 ? 'no_lines' : 'no_objects']);
    }
    const cells = (column: string): string[] => sample.map((row) => row.cell(column));
    const mapping = completeMapping(found.kind, { format: found.format, columns, cells }, given);
    const shown = sample.slice(0, HEAD_ROWS);
    const context = { retailerId: found.retailerId, kind: found.kind, source: found.source, mapping };
    return {
      columns,
      rows: shown.map((row) => columns.map((column) => row.cell(column).replaceAll('\0', '').slice(0, LONGEST_CELL))),
      mapping,
      refused: shown.flatMap((row) => {
        const line = lineOf(row, context);
        if (!('refused' in line)) return [];
        const { text: _, ...refused } = line.refused;
        return [refused];
      }),
    };
  }

  private async sample(found: HistoryImport): Promise<readonly TableRow[]> {
    const rows: TableRow[] = [];
    const { streamed } = this.runtime.config.bodyLimits;
    const end = performance.now() + LONGEST_HEAD_MS;
    for await (const some of rowsOf(this.imports.bytes(found), found.format, streamed)) {
      rows.push(...some);
      if (rows.length >= COLUMN_ROWS || performance.now() > end) break;
    }
    return rows.slice(0, COLUMN_ROWS);
  }

  /**
   * The lines after the first `skipped` ones, in batches. The next batch is read while the caller works on the one
   * before, so two are in memory.
   */
  async *batches(found: HistoryImport, skipped: number, size: number): AsyncGenerator<ReadLines> {
    const reading = this.read(found, skipped, size);
    let next = reading.next();
    try {
      for (;;) {
        const { done, value } = await next;
        if (done) return;
        next = reading.next();
        // An error is thrown by the `await` above. Without this line it could end the process before.
        next.catch(() => undefined);
        yield value;
      }
    } finally {
      await next.catch(() => undefined);
      await reading.return(undefined);
    }
  }

  private async *read(found: HistoryImport, skipped: number, size: number): AsyncGenerator<ReadLines> {
    let bytesRead = 0;
    const bytes = counted(this.imports.bytes(found), (length) => (bytesRead += length));
    let left = skipped;
    let batch = new LineBatch();
    for await (const rows of rowsOf(bytes, found.format, this.runtime.config.bodyLimits.streamed)) {
      for (const row of rows) {
        if (row.line % ROWS_AT_ONCE === 0) await breathe();
        if (left > 0) left -= 1;
        else batch.add(lineOf(row, found));
        if (batch.size < size) continue;
        yield { batch, bytesRead };
        batch = new LineBatch();
      }
    }
    if (batch.size > 0) yield { batch, bytesRead };
  }
}

async function* counted(bytes: AsyncIterable<Buffer>, count: (length: number) => void): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    count(part.length);
    yield part;
  }
}
