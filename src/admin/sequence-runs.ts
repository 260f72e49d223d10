import { Injectable } from '@nestjs/common';
import type { Page } from '#libs/kernel';
import { ExecutionReader } from '../sequences/execution-reader.js';
import type { ExecutionRequest, ExecutionView } from '../sequences/execution.view.js';
import { ExecutionsService } from '../sequences/executions.service.js';
import { SequencesService } from '../sequences/sequences.service.js';

/** Executions as an admin starts and sees them. */
@Injectable()
export class SequenceRuns {
  constructor(
    private readonly sequences: SequencesService,
    private readonly executions: ExecutionsService,
    private readonly reader: ExecutionReader,
  ) {}

  /** `isOver` where the caller waited and the end came in time. */
  async execute(
    sequenceId: string,
    request: ExecutionRequest,
    requestKey: string | undefined,
    waitSeconds: number,
  ): Promise<{ isOver: boolean; execution: ExecutionView }> {
    const { executionId, isOver } = await this.executions.execute(sequenceId, request, requestKey, waitSeconds);
    return { isOver, execution: await this.reader.get(executionId) };
  }

  async list(sequenceId: string, limit: number, cursor?: string): Promise<Page<ExecutionView>> {
    return this.reader.list(await this.sequences.retailerOf(sequenceId), sequenceId, limit, cursor);
  }
}
