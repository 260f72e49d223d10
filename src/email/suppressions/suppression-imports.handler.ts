import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '#libs/database';
import { SingleFlight, Sweeper } from '#libs/durable-work';
import { JobProducer, OnJob } from '#libs/queue';
import { UnreadableFileError } from '#libs/text-files';
import { Runtime } from '../../config/runtime.js';
import type { SuppressionImportRef } from '../../jobs/payloads.js';
import { SuppressionRepository } from '../consent/suppression.repository.js';
import { type ImportLine, linesOf } from './import-lines.js';
import type { SuppressionImport } from './suppression-import.entity.js';
import { OPEN, SuppressionImportsRepository } from './suppression-imports.repository.js';
import { SUPPRESSION_PROBLEMS } from './suppression-problems.js';

const BATCH = 2_000;
/** A file of the wrong kind may have a million refused lines; nobody reads more than these. */
const MOST_REFUSALS = 100_000;

/**
 * Reads the lines of imports and suppresses their addresses, then reads the file again and checks that none of them can
 * get emails. Each batch of lines is one transaction with the number of lines that are done, so a worker that continues
 * leaves out these lines.
 */
@Injectable()
export class SuppressionImportsHandler implements OnModuleInit {
  private readonly runs = new SingleFlight<void>();

  constructor(
    private readonly database: Database,
    private readonly imports: SuppressionImportsRepository,
    private readonly suppressions: SuppressionRepository,
    private readonly runtime: Runtime,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('email.suppression-imports', async () => {
      for (const upload of await this.imports.silent()) await this.imports.cutOff(upload, SUPPRESSION_PROBLEMS.cut_off);
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
    if (!OPEN.some((state) => state === found.state)) return;
    try {
      if (found.state !== 'proving') {
        if (!(await this.suppressAll(found))) return;
        await this.imports.beginProof(found);
      }
      if (await this.prove(found)) await this.imports.finish(found, null);
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      await this.imports.finish(found, error.message);
    }
  }

  /** False if another worker reads the import. */
  private async suppressAll(found: SuppressionImport): Promise<boolean> {
    let { lines: done, refused } = found;
    for await (const batch of this.batches(found, done)) {
      if (!(await this.suppress(found, done, refused, batch))) return false;
      done += batch.length;
      refused += batch.filter((line) => 'refused' in line).length;
    }
    return true;
  }

  private async suppress(
    found: SuppressionImport,
    done: number,
    refusedBefore: number,
    batch: readonly ImportLine[],
  ): Promise<boolean> {
    const accepted = acceptedIn(batch);
    const refused = batch.flatMap((line) => ('refused' in line ? [line.refused] : []));
    const counts = { accepted: accepted.length, refused: refused.length };
    return this.database.transaction(found.retailerId, async (tx) => {
      if (!(await this.imports.advance(tx, found, done, counts))) return false;
      await this.suppressions.suppressAll(tx, found.retailerId, accepted);
      await this.imports.addRefusals(tx, found, refused.slice(0, Math.max(0, MOST_REFUSALS - refusedBefore)));
      return true;
    });
  }

  /** Asks for each address what sending asks. False if another worker reads the import. */
  private async prove(found: SuppressionImport): Promise<boolean> {
    const { retailerId } = found;
    let { checked } = found;
    for await (const batch of this.batches(found, checked, acceptedOnly)) {
      const emails = acceptedIn(batch).map(({ email }) => email);
      const suppressed = await this.suppressions.suppressed(this.database.of(retailerId), retailerId, emails);
      const mailable = emails.filter((email) => !suppressed.has(email)).length;
      if (!(await this.imports.advanceProof(found, checked, { lines: emails.length, mailable }))) return false;
      checked += emails.length;
    }
    return true;
  }

  /** The lines that `isWanted`, after the first `skipped` of them. */
  private async *batches(
    found: SuppressionImport,
    skipped: number,
    isWanted: (line: ImportLine) => boolean = () => true,
  ): AsyncGenerator<readonly ImportLine[]> {
    const { streamed } = this.runtime.config.bodyLimits;
    let [left, batch]: [number, ImportLine[]] = [skipped, []];
    for await (const lines of linesOf(this.imports.bytes(found), found.format, streamed)) {
      for (const line of lines) {
        if (!isWanted(line)) continue;
        if (left > 0) left -= 1;
        else batch.push(line);
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }
}

const acceptedOnly = (line: ImportLine): boolean => 'accepted' in line;

const acceptedIn = (lines: readonly ImportLine[]) =>
  lines.flatMap((line) => ('accepted' in line ? [line.accepted] : []));
