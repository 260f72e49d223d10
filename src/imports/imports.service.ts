import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { waitUntil } from '#libs/durable-work';
import { conflict, invalidInput, type Page } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { csvLine, UnreadableFileError } from '#libs/text-files';
import { notUsable } from '../retailers/install-state.js';
import { RetailersService } from '../retailers/retailers.service.js';
import type { HistoryImport, ImportState, ImportWork } from './history-import.entity.js';
import { type FileHead, ImportReaderService } from './import-reader.service.js';
import { ImportsRepository, type NewImport, type RefusalCount } from './imports.repository.js';
import { type Mapping, problemsOf, unknownTargets } from './reading/mapping.js';
import { refusalParts } from './reading/refusals.js';

/** An import with the beginning of its file; null while or after there is no file. */
export interface ShownImport {
  readonly found: HistoryImport;
  readonly head: FileHead | null;
  /** Why the file can't be read, or why the import has ended without success. */
  readonly problem: string | null;
  readonly refusals: readonly RefusalCount[];
}

const MOST_OPEN = 20;
const ROWS_AT_ONCE = 5_000;
const CHECK_AGAIN_MS = 100;

/** Imports of history, for their callers: create, start, cancel, undo, look at. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly imports: ImportsRepository,
    private readonly reader: ImportReaderService,
    private readonly jobs: JobProducer,
  ) {}

  async create(given: string, body: Pick<NewImport, 'kind' | 'source' | 'format' | 'mapping'>): Promise<ShownImport> {
    const retailerId = await this.installed(given);
    const problems = unknownTargets(body.kind, body.mapping);
    if (problems.length > 0) throw invalidInput(problems);
    if ((await this.imports.open(retailerId)) >= MOST_OPEN) {
      throw conflict('too_many_imports', `A retailer has at most ${MOST_OPEN} imports that are not over.`);
    }
    const id = randomUUID();
    await this.imports.insert({ ...body, retailerId, id });
    return this.shown(retailerId, id);
  }

  /** The import, or 404; 409 where the store has uninstalled the app. */
  async ofInstalled(given: string, importId: string): Promise<HistoryImport> {
    return this.imports.get(await this.installed(given), importId);
  }

  /** The import, or 404. Waits for the end of its run for at most `waitSeconds`. */
  async shown(given: string, importId: string, waitSeconds = 0): Promise<ShownImport> {
    const { id } = await this.retailers.get(given);
    const isOver = ({ state }: HistoryImport): boolean => state !== 'running';
    const patience = { seconds: waitSeconds, everyMs: CHECK_AGAIN_MS };
    const found = await waitUntil(() => this.imports.get(id, importId), isOver, patience);
    const head = hasFile(found) ? await this.headOf(found) : null;
    const refusals = found.refused > 0 ? await this.imports.refusalCounts(found) : [];
    if (typeof head !== 'string') return { found, head, problem: found.problem, refusals };
    return { found, head: null, problem: head, refusals };
  }

  async list(given: string, limit: number, cursor?: string): Promise<Page<HistoryImport>> {
    const { id } = await this.retailers.get(given);
    return this.imports.list(id, limit, cursor);
  }

  /** Starts the import, or a dry run of it. The answer to a repetition is the import as it is. */
  async start(given: string, importId: string, isDryRun: boolean, mapping?: Mapping): Promise<void> {
    const found = await this.ofInstalled(given, importId);
    const work: ImportWork = isDryRun ? 'dry_run' : 'import';
    if (found.state === 'running' && found.work === work) return;
    if (!hasFile(found) || found.state === 'running') throw wrongState(found, 'started');
    const complete = await this.checkedMapping(found, mapping ?? {});
    await this.begin(found, [found.state], { work, mapping: complete });
  }

  async cancel(given: string, importId: string): Promise<void> {
    const { id } = await this.retailers.get(given);
    const found = await this.imports.get(id, importId);
    if (found.state === 'cancelled') return;
    const from = cancellable(found);
    if (!from.includes(found.state)) throw wrongState(found, 'cancelled');
    await this.database.transaction(id, async (tx) => {
      const change = { state: 'cancelled', uploadId: null, finishedAt: new Date() } as const;
      if (!(await this.imports.change(tx, found, from, change))) throw wrongState(found, 'cancelled');
      await this.imports.deleteParts(tx, found);
    });
  }

  async undo(given: string, importId: string): Promise<void> {
    const { id } = await this.retailers.get(given);
    const found = await this.imports.get(id, importId);
    if (found.state === 'undone' || (found.state === 'running' && found.work === 'undo')) return;
    if (!found.written || !UNDOABLE.includes(found.state)) throw wrongState(found, 'undone');
    await this.begin(found, UNDOABLE, { work: 'undo' });
  }

  /** The refused lines of an import as lines of CSV. */
  async refused(given: string, importId: string): Promise<AsyncIterable<string>> {
    const { id } = await this.retailers.get(given);
    return this.refusedLines(await this.imports.get(id, importId));
  }

  /** The id of the retailer. A store that has uninstalled the app takes no history: a purge deletes all that it has. */
  private async installed(given: string): Promise<string> {
    const { id, status } = await this.retailers.get(given);
    if (status === 'uninstalled') throw notUsable(status);
    return id;
  }

  private async begin(
    found: HistoryImport,
    from: readonly ImportState[],
    { work, mapping }: { readonly work: ImportWork; readonly mapping?: Mapping },
  ): Promise<void> {
    const { retailerId, id } = found;
    await this.database.transaction(retailerId, async (tx) => {
      const counts = { lines: 0, refused: 0, created: 0, updated: 0, unchanged: 0, bytesRead: '0' };
      const fresh = work === 'undo' ? {} : counts;
      const change = { state: 'running', work, problem: null, finishedAt: null, ...fresh } as const;
      const isBegun = await this.imports.change(tx, found, from, { ...change, ...(mapping ? { mapping } : {}) });
      if (!isBegun) throw wrongState(await this.imports.get(retailerId, id), work === 'undo' ? 'undone' : 'started');
      if (work !== 'undo') await this.imports.deleteRefusals(tx, found);
      tx.afterCommit(() => this.jobs.enqueue('imports.run', { retailerId, importId: id }));
    });
  }

  /** The mapping with a column for each target that the file has; 422 if it can't be used. */
  private async checkedMapping(found: HistoryImport, given: Mapping): Promise<Mapping> {
    const unknown = unknownTargets(found.kind, given);
    if (unknown.length > 0) throw invalidInput(unknown);
    try {
      const { columns, mapping } = await this.reader.head(found, { ...found.mapping, ...given });
      const problems = problemsOf(found.kind, { format: found.format, columns }, mapping);
      if (problems.length > 0) throw invalidInput(problems);
      return mapping;
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      throw invalidInput([{ pointer: '', detail: error.message }]);
    }
  }

  /** A file that can't be read has no preview, but a problem. */
  private async headOf(found: HistoryImport): Promise<FileHead | string> {
    try {
      return await this.reader.head(found);
    } catch (error) {
      if (error instanceof UnreadableFileError) return error.message;
      throw error;
    }
  }

  private async *refusedLines(found: HistoryImport): AsyncGenerator<string> {
    yield csvLine(['line', 'reason', 'text', 'pointer', 'code']);
    let after = 0;
    for (;;) {
      const rows = await this.imports.refusals(found, after, ROWS_AT_ONCE);
      const lines = rows.map(({ line, reason, text, pointer }) =>
        csvLine([`${line}`, reason, text, pointer, refusalParts(reason)?.code ?? '']),
      );
      if (lines.length > 0) yield lines.join('');
      if (rows.length < ROWS_AT_ONCE) return;
      after = rows.at(-1)?.line ?? after;
    }
  }
}

const UNDOABLE: readonly ImportState[] = ['completed', 'cancelled', 'failed'];

/** The states in which what the import does, or did last, can be cancelled. A dry run leaves a file that waits. */
function cancellable({ state, work }: HistoryImport): readonly ImportState[] {
  if (work === 'undo') return [];
  return work === 'dry_run' && state === 'completed' ? ['completed'] : ['awaiting_file', 'uploaded', 'running'];
}

const hasFile = ({ state, work }: HistoryImport): boolean =>
  state === 'uploaded' || (state === 'running' && work !== 'undo') || (state === 'completed' && work === 'dry_run');

const wrongState = (found: HistoryImport, what: 'started' | 'cancelled' | 'undone') => {
  const { state, work } = found;
  const is = `The import is ${state}${work === 'dry_run' ? ' (dry run)' : ''} and can't be ${what}.`;
  return conflict('import_state', `${is}${remedy(found, what)}`);
};

/** What the caller can do instead; empty where nothing is to be done. */
function remedy({ state, work, written }: HistoryImport, what: 'started' | 'cancelled' | 'undone'): string {
  if (state === 'running') return work === 'undo' ? ' Wait until it is undone.' : ' Wait for its end, or cancel it.';
  if (what === 'started') return state === 'awaiting_file' ? ' Send its file first.' : ' Create another import.';
  if (what === 'undone') return written ? '' : ' It has written nothing.';
  return written && state !== 'undone' ? ' An undo takes back what it has written.' : '';
}
