import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SingleFlight, Sweeper } from '#libs/durable-work';
import { JobProducer, OnJob } from '#libs/queue';
import { UnreadableFileError } from '#libs/text-files';
import type { UndoPlace } from '../commerce/imported/undo.service.js';
import type { HistoryImportRef } from '../jobs/payloads.js';
import type { HistoryImport } from './history-import.entity.js';
import { BATCH_LINES, ImportBatchesService, StoreGone } from './import-batches.service.js';
import { ImportReaderService } from './import-reader.service.js';
import { IMPORT_PROBLEMS } from './import-problems.js';
import { ImportsRepository } from './imports.repository.js';

/**
 * Reads the lines of imports and writes their records, or takes them back. Each batch of lines is one transaction with
 * the number of lines that are done, so a worker that continues leaves out these lines.
 */
@Injectable()
export class ImportsHandler implements OnModuleInit {
  private readonly runs = new SingleFlight<void>();

  constructor(
    private readonly imports: ImportsRepository,
    private readonly reader: ImportReaderService,
    private readonly batches: ImportBatchesService,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('imports', async () => {
      for (const { retailerId, id } of await this.imports.forgotten()) {
        this.jobs.enqueue('imports.run', { retailerId, importId: id }, { jobId: `sweep-${id}` });
      }
      for (const found of await this.imports.abandoned()) await this.batches.abandon(found);
      for (const found of await this.imports.old()) await this.batches.forget(found);
    });
  }

  @OnJob('imports.run')
  async run({ retailerId, importId }: HistoryImportRef): Promise<void> {
    const work = (): Promise<void> => this.work(retailerId, importId);
    // A run that ends may not know what was begun since, such as the undoing of the import that it was reading.
    if (this.runs.has(importId)) await this.runs.run(importId, work).catch(() => undefined);
    await this.runs.run(importId, work);
  }

  private async work(retailerId: string, importId: string): Promise<void> {
    const found = await this.imports.get(retailerId, importId);
    if (found.state !== 'running') return;
    try {
      const isDone = found.work === 'undo' ? await this.undo(found) : await this.read(found);
      if (isDone) await this.batches.finish(found, null);
    } catch (error) {
      if (error instanceof StoreGone) await this.batches.finish(found, IMPORT_PROBLEMS.store_not_installed);
      else if (error instanceof UnreadableFileError) await this.batches.finish(found, error.message);
      else throw error;
    }
  }

  /** False if another worker reads the import, or if it was cancelled. */
  private async read(found: HistoryImport): Promise<boolean> {
    let { lines: done, refused } = found;
    for await (const { batch, bytesRead } of this.reader.batches(found, done, BATCH_LINES)) {
      const counts = await this.batches.write(found, { done, refused, bytesRead }, batch);
      if (!counts) return false;
      done += batch.size;
      refused += counts.refused;
    }
    return true;
  }

  /** False if another worker has ended the undoing. */
  private async undo(found: HistoryImport): Promise<boolean> {
    let place: UndoPlace | 'over' | undefined = { phase: 0, after: '' };
    while (place && place !== 'over') place = await this.batches.undo(found, place);
    return place !== 'over';
  }
}
