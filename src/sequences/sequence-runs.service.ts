import { Injectable } from '@nestjs/common';
import { type InputError, invalidInput, type Page } from '#libs/kernel';
import type { Minter } from '../auth/module-token.dto.js';
import type { ApproveBody } from './approval/approvals.dto.js';
import { AutomaticApprovalsService } from './automatic-approvals.service.js';
import { type PlanApprovals, PlanApprovalsService } from './approval/plan-approvals.service.js';
import { ExecutionReaderService } from './executions/execution-reader.service.js';
import type {
  ExecuteBody,
  ExecutionAnswer,
  ExecutionsQuery,
  StartedExecutionAnswer,
} from './executions/executions.dto.js';
import { ExecutionsService } from './executions/executions.service.js';
import { LiveReadinessService } from './executions/live-readiness.service.js';
import { SequencesService } from './sequences.service.js';

/** Starts and lists executions for the admin. */
@Injectable()
export class SequenceRunsService {
  constructor(
    private readonly sequences: SequencesService,
    private readonly executions: ExecutionsService,
    private readonly reader: ExecutionReaderService,
    private readonly readiness: LiveReadinessService,
    private readonly approvals: PlanApprovalsService,
    private readonly automatic: AutomaticApprovalsService,
  ) {}

  /**
   * Approves a plan for a later live run, or a version of an automatic sequence. 404 unknown sequence, 422 unknown
   * plan, 409 if the plan has expired or the version is another one.
   */
  async approve(sequenceId: string, { planHash, version }: ApproveBody, by: Minter): Promise<PlanApprovals> {
    if (version !== undefined && planHash === undefined) return this.automatic.approve(sequenceId, version, by);
    if (planHash === undefined || version !== undefined) throw invalidInput([oneOfBoth]);
    const { brandId } = await this.sequences.get(sequenceId);
    const retailerId = await this.sequences.retailerOf(sequenceId);
    return this.approvals.approve({ retailerId, sequenceId, planHash }, brandId, by);
  }

  /** `isOver`: the caller waited and the execution ended in time. */
  async execute(
    sequenceId: string,
    request: ExecuteBody,
    requestKey: string | undefined,
    waitSeconds: number,
    sender: Minter,
  ): Promise<{ isOver: boolean; execution: StartedExecutionAnswer }> {
    const { executionId, isOver } = await this.executions.execute(sequenceId, request, requestKey, waitSeconds, sender);
    const execution = await this.reader.get(executionId);
    return { isOver, execution: { ...execution, warnings: await this.warnings(execution) } };
  }

  /**
   * A shared code that could not be looked up. Not for a live run: what is wrong with the sender, missing products. A
   * test reaches few people, so its sender needs no records.
   */
  private async warnings({ mode, sequenceId, audience }: ExecutionAnswer): Promise<readonly InputError[]> {
    const unchecked = await this.sequences.offerWarnings(sequenceId);
    if (mode === 'live') return unchecked;
    const { brandId } = await this.sequences.get(sequenceId);
    const retailerId = await this.sequences.retailerOf(sequenceId);
    return [
      ...unchecked,
      ...(await this.readiness.missingSender(retailerId, brandId)),
      ...(await this.readiness.refusedSender(brandId, audience)),
      ...(await this.sequences.missingProducts(sequenceId)),
    ];
  }

  async list(sequenceId: string, query: ExecutionsQuery): Promise<Page<ExecutionAnswer>> {
    return this.reader.list(await this.sequences.retailerOf(sequenceId), sequenceId, query);
  }
}

const oneOfBoth = { pointer: '/planHash', detail: 'is required, or `version` instead of it' };
