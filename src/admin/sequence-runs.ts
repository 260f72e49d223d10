import { Injectable } from '@nestjs/common';
import type { InputError, Page } from '#libs/kernel';
import { ExecutionReader } from '../sequences/execution-reader.js';
import type { ExecutionRequest, ExecutionView, StartedExecution } from '../sequences/execution.view.js';
import { ExecutionsService } from '../sequences/executions.service.js';
import { LiveReadiness } from '../sequences/live-readiness.service.js';
import { SequencesService } from '../sequences/sequences.service.js';

/** Executions as an admin starts and sees them. */
@Injectable()
export class SequenceRuns {
  constructor(
    private readonly sequences: SequencesService,
    private readonly executions: ExecutionsService,
    private readonly reader: ExecutionReader,
    private readonly readiness: LiveReadiness,
  ) {}

  /** `isOver` where the caller waited and the end came in time. */
  async execute(
    sequenceId: string,
    request: ExecutionRequest,
    requestKey: string | undefined,
    waitSeconds: number,
  ): Promise<{ isOver: boolean; execution: StartedExecution }> {
    const { executionId, isOver } = await this.executions.execute(sequenceId, request, requestKey, waitSeconds);
    const execution = await this.reader.get(executionId);
    return { isOver, execution: { ...execution, warnings: await this.warnings(execution) } };
  }

  /** What would keep a live run from starting, said of the runs that don't mind. */
  private async warnings({ mode, sequenceId }: ExecutionView): Promise<readonly InputError[]> {
    if (mode === 'live') return [];
    const { brandId } = await this.sequences.get(sequenceId);
    const retailerId = await this.sequences.retailerOf(sequenceId);
    return this.readiness.missingSender(retailerId, brandId);
  }

  async list(sequenceId: string, limit: number, cursor?: string): Promise<Page<ExecutionView>> {
    return this.reader.list(await this.sequences.retailerOf(sequenceId), sequenceId, limit, cursor);
  }
}
