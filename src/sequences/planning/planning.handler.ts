import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { isDatastoreDown } from '#libs/kernel';
import { JobProducer, OnJob } from '#libs/queue';
import type { ExecutionRef } from '../../jobs/payloads.js';
import { AudienceQueries } from '../../segmentation/membership/audience.queries.js';
import { ExecutionEndsService } from '../enrolments/execution-ends.service.js';
import { ExecutionRepository } from '../runs/execution.repository.js';
import { PlanningService } from './planning.service.js';
import type { Run } from '../runs/run.js';

/** Between two looks whether a segment is evaluated. */
const LOOK_AGAIN_MS = 250;

/** Plans executions that were started. */
@Injectable()
export class PlanningHandler {
  constructor(
    private readonly database: Database,
    private readonly executions: ExecutionRepository,
    private readonly ends: ExecutionEndsService,
    private readonly planning: PlanningService,
    private readonly audiences: AudienceQueries,
    private readonly jobs: JobProducer,
  ) {}

  @OnJob('sequences.plan')
  async plan(execution: ExecutionRef): Promise<void> {
    const run = await this.executions.get(execution.executionId);
    if (await this.isAudienceEvaluated(run)) await this.planAll(run);
    else this.lookAgain(execution);
  }

  private async planAll(run: Run): Promise<void> {
    const { retailerId, id: executionId } = run;
    try {
      let more = true;
      while (more) more = await this.database.transaction(retailerId, (tx) => this.planning.planSome(tx, run));
    } catch (error) {
      if (!isDatastoreDown(error)) await this.ends.recordFailure(retailerId, executionId);
      throw error;
    }
    await this.ends.completeIfDone(retailerId, executionId);
  }

  /** Who is in a segment is known once it is evaluated: a run right after the definition must not find it empty. */
  private async isAudienceEvaluated({ retailerId, segmentId, status }: Run): Promise<boolean> {
    if (segmentId === null || status !== 'running') return true;
    return (await this.audiences.status(this.database.of(retailerId), retailerId, segmentId)) !== 'evaluating';
  }

  /** Waiting here would keep the runs of others from being planned. Those who ring for one execution become one look. */
  private lookAgain(execution: ExecutionRef): void {
    const look = Math.floor(Date.now() / LOOK_AGAIN_MS);
    this.jobs.enqueue('sequences.plan', execution, {
      jobId: `look-${execution.executionId}-${look}`,
      delayMs: LOOK_AGAIN_MS,
    });
  }
}
