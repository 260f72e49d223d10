import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import type { ImportTenant } from '../commerce/imported/imported-orders.service.js';
import { ImportedRecordsService } from '../commerce/imported/imported-records.service.js';
import type { ImportOutcome } from '../commerce/imported/records.js';
import { type UndoPlace, UndoService } from '../commerce/imported/undo.service.js';
import type { WrittenRow } from '../commerce/imported/written-rows.js';
import { countingRules } from '../commerce/model/count-order.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { DryRunsService } from './dry-runs.service.js';
import type { HistoryImport } from './history-import.entity.js';
import { IMPORT_PROBLEMS } from './import-problems.js';
import { type BatchCounts, ImportsRepository } from './imports.repository.js';
import type { LineBatch } from './reading/line-batch.js';
import type { RefusedLine } from './reading/lines.js';
import { REFUSALS } from './reading/refusals.js';

/** Lines in one transaction. It holds the lock of commerce, for which deliveries of the same store wait. */
export const BATCH_LINES = 5_000;

/**
 * How the statements of a batch and of an undo are planned. Where the statistics do not know the store, Postgres would
 * expect one row for it by the values of the batch, and would read all rows of the store for each line.
 */
export const PLANS_OF_BATCHES = { plans: 'fresh' } as const;

/** A file of the wrong kind may have a million refused lines; nobody reads more than these. */
const MOST_REFUSALS = 100_000;

/** How far an import has come before a batch. */
export interface BatchPlace {
  readonly done: number;
  readonly refused: number;
  /** With the batch. */
  readonly bytesRead: number;
}

/** What a batch has done. `rows` are what a dry run remembers of it. */
interface Applied {
  readonly counts: BatchCounts;
  readonly refused: readonly RefusedLine[];
  readonly rows: readonly WrittenRow[];
}

/** Ends the transaction of a batch without writing it. */
class DryRun extends Error {
  constructor(readonly batch: Applied) {
    super('dry run');
  }
}

/** The store has left; its data is being deleted. */
export class StoreGone extends Error {}

/** The transactions of imports: write some lines, take some back, end. */
@Injectable()
export class ImportBatchesService {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsRepository,
    private readonly records: ImportedRecordsService,
    private readonly undoing: UndoService,
    private readonly retailers: RetailersService,
    private readonly dryRuns: DryRunsService,
  ) {}

  /**
   * Writes the records of some lines, or for a dry run does the same and rolls it back. Undefined if another worker
   * reads the import, if Postgres has crashed and lost the batch before, or if it was cancelled: then nothing is
   * written.
   */
  async write(found: HistoryImport, place: BatchPlace, lines: LineBatch): Promise<BatchCounts | undefined> {
    const save = async (tx: Tx, { counts, refused, rows }: Applied): Promise<BatchCounts | undefined> => {
      if (!(await this.imports.advance(tx, found, place.done, place.bytesRead, counts))) return undefined;
      await this.imports.addRefusals(tx, found, refused.slice(0, Math.max(0, MOST_REFUSALS - place.refused)));
      await this.dryRuns.remember(tx, found, rows);
      return counts;
    };
    try {
      return await this.database.step(
        found.retailerId,
        async (tx) => {
          if (!(await this.imports.hold(tx, found, place.done))) return undefined;
          const batch = await this.apply(tx, found, lines);
          if (found.work === 'dry_run') throw new DryRun(batch);
          return save(tx, batch);
        },
        PLANS_OF_BATCHES,
      );
    } catch (error) {
      if (!(error instanceof DryRun)) throw error;
      return this.database.step(found.retailerId, (tx) => save(tx, error.batch), PLANS_OF_BATCHES);
    }
  }

  private async apply(tx: Tx, found: HistoryImport, lines: LineBatch): Promise<Applied> {
    const tenant = await this.tenant(tx, found);
    const isDryRun = found.work === 'dry_run';
    if (isDryRun) await this.dryRuns.recall(tx, found, tenant, lines);
    const outcomes = await this.applyRecords(tx, tenant, lines);
    const erased = lines.lineNumbers.filter((_, index) => outcomes[index] === 'erased').map(ofErased);
    const refused = [...lines.refused, ...erased];
    const { created, updated, unchanged } = numbersOf(outcomes);
    return {
      counts: { refused: refused.length, created, updated, unchanged },
      refused,
      rows: isDryRun ? await this.dryRuns.rowsOf(tx, found, lines) : [],
    };
  }

  private applyRecords(tx: Tx, tenant: ImportTenant, { orders, customers }: LineBatch): Promise<ImportOutcome[]> {
    if (orders.length > 0) return this.records.applyOrders(tx, tenant, orders);
    return this.records.applyCustomers(tx, tenant, customers);
  }

  private async tenant(tx: Tx, { retailerId, id }: HistoryImport): Promise<ImportTenant> {
    const retailer = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
    if (!retailer || retailer.status === 'uninstalled') throw new StoreGone();
    return {
      retailerId,
      importId: id,
      rules: countingRules(retailer.settings),
      currency: retailer.currency,
      at: new Date(),
    };
  }

  /** Takes some records back. Returns the place of the next step; undefined at the end. */
  undo(found: HistoryImport, place: UndoPlace): Promise<UndoPlace | 'over' | undefined> {
    const step = async (tx: Tx): Promise<UndoPlace | 'over' | undefined> => {
      if (!(await this.imports.hold(tx, found, found.lines))) return 'over';
      return this.undoing.step(tx, await this.tenant(tx, found), place);
    };
    return this.database.transaction(found.retailerId, step, PLANS_OF_BATCHES);
  }

  /** Ends the run. The file stays after a dry run, which the import may follow. Idempotent. */
  async finish(found: HistoryImport, problem: string | null): Promise<void> {
    const over = found.work === 'undo' ? ('undone' as const) : ('completed' as const);
    await this.database.transaction(found.retailerId, async (tx) => {
      const change = { state: problem === null ? over : ('failed' as const), problem, finishedAt: new Date() };
      const isEnded = await this.imports.change(tx, found, ['running'], change);
      if (!isEnded) return;
      if (found.work === 'dry_run' && problem === null) await this.imports.deleteDryRun(tx, found);
      else await this.imports.deleteParts(tx, found);
    });
  }

  /** Ends an import that nobody starts. */
  async abandon(found: HistoryImport): Promise<void> {
    await this.database.transaction(found.retailerId, async (tx) => {
      const change = {
        state: 'cancelled',
        problem: IMPORT_PROBLEMS.not_started,
        uploadId: null,
        finishedAt: new Date(),
      } as const;
      if (!(await this.imports.change(tx, found, [found.state], change))) return;
      await this.imports.deleteParts(tx, found);
    });
  }

  /** Deletes the import and what it replaced. Its records stay. */
  async forget(found: HistoryImport): Promise<void> {
    await this.database.transaction(found.retailerId, async (tx) => {
      await this.undoing.forget(tx, found.retailerId, [found.id]);
      await this.imports.delete(tx, found);
    });
  }
}

/** How often each outcome occurs. */
function numbersOf(outcomes: readonly ImportOutcome[]): Readonly<Record<ImportOutcome, number>> {
  const numbers = { created: 0, updated: 0, unchanged: 0, erased: 0 };
  for (const outcome of outcomes) numbers[outcome] += 1;
  return numbers;
}

/** The line is not shown: it names the person. */
const ofErased = (line: number): RefusedLine => ({
  line,
  pointer: '',
  reason: REFUSALS.person_erased,
  text: '',
});
