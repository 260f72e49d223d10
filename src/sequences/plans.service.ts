import { Injectable } from '@nestjs/common';
import { ExecutionReaderService } from './executions/execution-reader.service.js';
import { ExecuteBody } from './executions/executions.dto.js';
import { ExecutionsService } from './executions/executions.service.js';
import { ExecutionRepository } from './runs/execution.repository.js';
import type { Run } from './runs/run.js';
import { assertSame, PlanApprovalsService } from './approval/plan-approvals.service.js';
import { planHashOf, type PlanParts } from './approval/plan-parts.js';
import { PlanProspectsService } from './plan-prospects.service.js';
import type { PlanAnswer, PlanBody } from './plans.dto.js';
import { PlanStatesService } from './approval/plan-states.service.js';

const KEPT_MS = 24 * 3_600_000;
/** A store's customers may act while its plan is made. */
const ATTEMPTS = 3;

/** Plans live runs: a dry run, and the hash that a live run of exactly this plan needs. */
@Injectable()
export class PlansService {
  constructor(
    private readonly executions: ExecutionsService,
    private readonly runs: ExecutionRepository,
    private readonly reader: ExecutionReaderService,
    private readonly states: PlanStatesService,
    private readonly approvals: PlanApprovalsService,
    private readonly prospects: PlanProspectsService,
  ) {}

  /** `isOver`: the dry run ended while the caller waited. 409 if the data do not stay the same during the dry run. */
  async plan(sequenceId: string, body: PlanBody, waitSeconds: number): Promise<{ isOver: boolean; plan: PlanAnswer }> {
    for (let attempt = 1; ; attempt += 1) {
      const { executionId, isOver } = await this.executions.execute(
        sequenceId,
        Object.assign(new ExecuteBody(), body, { mode: 'dryRun' as const }),
        undefined,
        0,
      );
      const run = await this.runs.get(executionId);
      const before = await this.states.parts(run);
      const ended = isOver || (await this.executions.waitForEnd(executionId, waitSeconds));
      const parts = ended ? await this.states.parts(run) : before;
      const isSame = planHashOf(sequenceId, before) === planHashOf(sequenceId, parts);
      if (!isSame && attempt === ATTEMPTS) assertSame(before, parts);
      if (isSame) return { isOver: ended, plan: await this.save(run, parts) };
    }
  }

  /** The sequences of the brand with a plan that is valid and was not sent. */
  open(retailerId: string, brandId: string): Promise<string[]> {
    return this.approvals.open(retailerId, brandId);
  }

  private async save(run: Run, parts: PlanParts): Promise<PlanAnswer> {
    const { retailerId, sequenceId, sequenceVersion, id: executionId } = run;
    const planHash = planHashOf(sequenceId, parts);
    const expiresAt = new Date(Date.now() + KEPT_MS);
    const plan = { retailerId, sequenceId, hash: planHash, parts, expiresAt };
    const approved = await this.approvals.save(plan, run.definition.brandId);
    const dryRun = await this.reader.get(executionId);
    const { audience, counts, people } = dryRun;
    const { status } = await this.runs.get(executionId);
    const about = { planHash, executionId, status, sequenceVersion, audience, counts, people, expiresAt };
    return { ...about, ...(await this.prospects.of(run, dryRun)), ...approved };
  }
}
