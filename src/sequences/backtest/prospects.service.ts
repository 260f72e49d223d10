import { Injectable } from '@nestjs/common';
import { clockOf, Database } from '#libs/database';
import { PastQueries } from '../../commerce/queries/past.queries.js';
import { SequenceResultsService } from '../results/sequence-results.service.js';
import { ExecutionRepository } from '../runs/execution.repository.js';
import { prospectOf, windowDaysOf } from '../runs/prospect.js';
import type { Run } from '../runs/run.js';
import { PastPlayerService } from './past-player.service.js';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** Customers of a large store that are looked at. Their rate differs from that of all by little. */
const MOST_CUSTOMERS = 10_000;

/** Records with a dry run what the last year says about an experiment. */
@Injectable()
export class ProspectsService {
  constructor(
    private readonly database: Database,
    private readonly executions: ExecutionRepository,
    private readonly past: PastQueries,
    private readonly player: PastPlayerService,
    private readonly results: SequenceResultsService,
  ) {}

  /** Safe to run twice. */
  async prepare(run: Run): Promise<void> {
    const { retailerId, sequenceId: id, definition, segmentId, mode, prospect } = run;
    if (mode !== 'dryRun' || prospect || segmentId === null) return;
    const sql = this.database.of(retailerId);
    const windowDays = windowDaysOf(definition);
    // All windows have closed by now.
    const to = new Date((await clockOf(sql)).getTime() - windowDays * DAY_MS);
    const span = { from: new Date(to.getTime() - YEAR_MS), to };
    const sequence = { retailerId, id, brandId: definition.brandId, definition };
    const played = await this.player.play({ sequence, segmentId, ...span, windowDays, most: MOST_CUSTOMERS });
    const share = played.customers / Math.max(played.customers, await this.past.count(sql, retailerId));
    const proven = await this.isProven(id);
    await this.executions.saveProspect(run, prospectOf({ ...played, ...span, share: share || 1, proven }));
  }

  private async isProven(sequenceId: string): Promise<boolean> {
    const { status, earlier } = await this.results.ofSequence(sequenceId, undefined, 'en');
    return [status, ...earlier.map((one) => one.status)].includes('brought_back');
  }
}
