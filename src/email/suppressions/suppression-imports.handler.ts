import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '#libs/database';
import { SingleFlight, Sweeper } from '#libs/durable-work';
import { JobProducer, OnJob } from '#libs/queue';
import type { SuppressionImportRef } from '../../jobs/payloads.js';
import { SuppressionRepository } from '../consent/suppression.repository.js';
import { UnreadableFileError } from './file-text.js';
import { type ImportLine, linesOf } from './import-lines.js';
import type { SuppressionImport } from './suppression-import.entity.js';
import { SuppressionImportsRepository } from './suppression-imports.repository.js';

const BATCH = 2_000;
/** A file of the wrong kind may have a million refused lines; nobody reads more than these. */
const MOST_REFUSALS = 100_000;

/**
 * Reads the lines of imports and suppresses their addresses. Each batch of lines is one transaction with the number of
 * lines that are done, so a worker that continues leaves out these lines.
 */
@Injectable()
export class SuppressionImportsHandler implements OnModuleInit {
  private readonly runs = new SingleFlight<void>();

  constructor(
    private readonly database: Database,
    private readonly imports: SuppressionImportsRepository,
    private readonly suppressions: SuppressionRepository,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('email.suppression-imports', async () => {
      for (const { retailerId, id } of await this.imports.forgotten()) {
        this.jobs.enqueue('email.import-suppressions', { retailerId, importId: id }, { jobId: `sweep-${id}` });
      }
      await this.imports.deleteOld();
    });
  }

  @OnJob('email.import-suppressions')
  async run({ retailerId, importId }: SuppressionImportRef): Promise<void> {
    if (!this.runs.has(importId)) await this.runs.run(importId, () => this.read(retailerId, importId));
  }

  private async read(retailerId: string, importId: string): Promise<void> {
    const found = await this.imports.get(retailerId, importId);
    if (found.state !== 'uploaded' && found.state !== 'running') return;
    try {
      if (await this.readAll(found)) await this.imports.finish(found, null);
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      await this.imports.finish(found, error.message);
    }
  }

  /** False if another worker reads the import. */
  private async readAll(found: SuppressionImport): Promise<boolean> {
    let [done, refused, skipped] = [found.lines, found.refused, 0];
    let batch: ImportLine[] = [];
    const write = async (): Promise<boolean> => {
      const written = await this.write(found, done, refused, batch);
      done += batch.length;
      refused += batch.filter((line) => 'refused' in line).length;
      batch = [];
      return written;
    };
    for await (const lines of linesOf(this.imports.bytes(found), found.format)) {
      for (const line of lines) {
        skipped += 1;
        if (skipped > found.lines) batch.push(line);
        if (batch.length >= BATCH && !(await write())) return false;
      }
    }
    return batch.length === 0 || write();
  }

  private async write(
    found: SuppressionImport,
    done: number,
    refusedBefore: number,
    batch: readonly ImportLine[],
  ): Promise<boolean> {
    const accepted = batch.flatMap((line) => ('accepted' in line ? [line.accepted] : []));
    const refused = batch.flatMap((line) => ('refused' in line ? [line.refused] : []));
    const counts = { accepted: accepted.length, refused: refused.length };
    return this.database.transaction(found.retailerId, async (tx) => {
      if (!(await this.imports.advance(tx, found, done, counts))) return false;
      await this.suppressions.suppressAll(tx, found.retailerId, accepted);
      await this.imports.addRefusals(tx, found, refused.slice(0, Math.max(0, MOST_REFUSALS - refusedBefore)));
      return true;
    });
  }
}
