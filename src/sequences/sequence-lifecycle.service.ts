import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { conflict, notFound } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { EmailService } from '../email/email.service.js';
import { ExecutionRepository, type RunningExecution } from './runs/execution.repository.js';
import { SequenceRepository, type SequenceRow } from './definitions/sequence.repository.js';
import type { SequenceAnswer } from './sequences.dto.js';
import { SequencesService } from './sequences.service.js';

/**
 * Pauses, resumes and deletes sequences. Each call locks the sequence, so that nothing starts meanwhile. Pausing and
 * resuming are idempotent; deleting again is a 404.
 */
@Injectable()
export class SequenceLifecycleService {
  constructor(
    private readonly database: Database,
    private readonly sequences: SequenceRepository,
    private readonly executions: ExecutionRepository,
    private readonly email: EmailService,
    private readonly jobs: JobProducer,
    private readonly views: SequencesService,
  ) {}

  /**
   * Once this returns, nothing of the sequence is planned live and no further live message is handed to a mail server.
   * Queued messages stay in the ledger. 404 unknown sequence.
   */
  async pause(id: string): Promise<SequenceAnswer> {
    await this.whileHeld(id, async (tx, retailerId, { pausedAt }) => {
      if (pausedAt) return;
      await this.sequences.pause(tx, retailerId, id);
      await this.email.pause(tx, retailerId, idsOf(await this.liveRuns(tx, retailerId, id)));
    });
    return this.views.get(id);
  }

  /**
   * Continues all live executions, also where complaints or bounces paused the sequence: these no longer count.
   * Messages that became due during the pause are due now. 404 unknown sequence.
   */
  async resume(id: string): Promise<SequenceAnswer> {
    await this.whileHeld(id, async (tx, retailerId, { pausedAt }) => {
      if (!pausedAt) return;
      const runs = await this.liveRuns(tx, retailerId, id);
      await this.sequences.resume(tx, retailerId, id);
      await this.email.resume(tx, retailerId, idsOf(runs), id);
      tx.afterCommit(() => {
        for (const run of runs) this.jobs.enqueue('sequences.plan', { retailerId, executionId: run.id });
      });
    });
    return this.views.get(id);
  }

  /** 404 unknown sequence, 409 while an execution of the sequence runs. */
  async delete(id: string): Promise<void> {
    await this.whileHeld(id, async (tx, retailerId, { brandId }) => {
      const [running] = await this.executions.runningOf(tx, retailerId, id);
      if (running) throw stillRuns(running.id);
      await this.sequences.delete(tx, retailerId, id);
      await this.views.endHoldout(tx, { retailerId, brandId, id });
    });
  }

  private async liveRuns(tx: Tx, retailerId: string, id: string): Promise<RunningExecution[]> {
    return (await this.executions.runningOf(tx, retailerId, id)).filter(({ mode }) => mode === 'live');
  }

  private async whileHeld(
    id: string,
    work: (tx: Tx, retailerId: string, sequence: Pick<SequenceRow, 'pausedAt' | 'brandId'>) => Promise<void>,
  ): Promise<void> {
    const { retailerId } = await this.sequences.get(id);
    await this.database.transaction(retailerId, async (tx) => {
      const sequence = await this.sequences.hold(tx, retailerId, id);
      if (!sequence) throw notFound('sequence');
      await work(tx, retailerId, sequence);
    });
  }
}

const idsOf = (runs: readonly RunningExecution[]): string[] => runs.map(({ id }) => id);

const stillRuns = (executionId: string) =>
  conflict('sequence_running', 'An execution of the sequence is running; wait for its end or cancel it.', {
    executionId,
  });
