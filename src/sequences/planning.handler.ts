import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { isStoreDown } from '#libs/kernel';
import { type ExecutionRef, OnJob } from '#libs/queue';
import { AudienceQueries } from '../segmentation/audience.queries.js';
import { ExecutionEnds } from './execution-ends.js';
import { ExecutionRepository } from './execution.repository.js';
import { PlanningService } from './planning.service.js';

/** A segment that was just defined is evaluated in less; after it the sweep looks again. */
const EVALUATION_MS = 30_000;
const LOOK_AGAIN_MS = 50;

/** Plans executions that were started. */
@Injectable()
export class PlanningHandler {
  constructor(
    private readonly database: Database,
    private readonly executions: ExecutionRepository,
    private readonly ends: ExecutionEnds,
    private readonly planning: PlanningService,
    private readonly audiences: AudienceQueries,
  ) {}

  @OnJob('sequences.plan')
  async plan({ retailerId, executionId }: ExecutionRef): Promise<void> {
    if (!(await this.isAudienceReady(executionId))) return;
    try {
      let more = true;
      while (more) more = await this.database.transaction((tx) => this.planning.planSome(tx, retailerId, executionId));
    } catch (error) {
      if (!isStoreDown(error)) await this.ends.recordFailure(retailerId, executionId);
      throw error;
    }
    await this.ends.completeIfDone(retailerId, executionId);
  }

  /** Who is in a segment is known once it is evaluated: a run right after the definition must not find it empty. */
  private async isAudienceReady(executionId: string): Promise<boolean> {
    const { retailerId, segmentId } = await this.executions.get(executionId);
    if (segmentId === null) return true;
    const deadline = Date.now() + EVALUATION_MS;
    while ((await this.audiences.status(this.database, retailerId, segmentId)) === 'evaluating') {
      if (Date.now() > deadline) return false;
      await pause(LOOK_AGAIN_MS);
    }
    return true;
  }
}
