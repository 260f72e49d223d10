import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { isDatastoreDown } from '#libs/kernel';
import { JobProducer, OnJob } from '#libs/queue';
import type { ExecutionRef } from '../../jobs/payloads.js';
import { ProspectsService } from '../backtest/prospects.service.js';
import { ExecutionEndsService } from '../enrolments/execution-ends.service.js';
import { ExecutionRepository } from '../runs/execution.repository.js';
import { PlanningService } from './planning.service.js';
import type { Run } from '../runs/run.js';

/** The pause between two checks whether a segment is evaluated. */
const CHECK_AGAIN_MS = 250;

/** Plans executions once they are started. */
@Injectable()
export class PlanningHandler {
  constructor(
    private readonly database: Database,
    private readonly executions: ExecutionRepository,
    private readonly ends: ExecutionEndsService,
    private readonly planning: PlanningService,
    private readonly prospects: ProspectsService,
    private readonly jobs: JobProducer,
  ) {}

  @OnJob('sequences.plan')
  async plan(execution: ExecutionRef): Promise<void> {
    const run = await this.executions.get(execution.executionId);
    if (await this.planning.isAudienceEvaluated(this.database.of(run.retailerId), run)) await this.planAll(run);
    else this.checkLater(execution);
  }

  private async planAll(run: Run): Promise<void> {
    const { retailerId, id: executionId } = run;
    try {
      await this.prospects.prepare(run);
      let more = true;
      while (more) more = await this.database.transaction(retailerId, (tx) => this.planning.planSome(tx, run));
    } catch (error) {
      if (!isDatastoreDown(error)) await this.ends.recordFailure(retailerId, executionId);
      throw error;
    }
    await this.ends.completeIfDone(retailerId, executionId);
  }

  /** Ends the job and enqueues another one, so that other executions are planned meanwhile. Equal jobs become one. */
  private checkLater(execution: ExecutionRef): void {
    const slot = Math.floor(Date.now() / CHECK_AGAIN_MS);
    this.jobs.enqueue('sequences.plan', execution, {
      jobId: `check-${execution.executionId}-${slot}`,
      delayMs: CHECK_AGAIN_MS,
    });
  }
}
