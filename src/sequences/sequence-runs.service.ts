import { Injectable } from '@nestjs/common';
import type { InputError, Page } from '#libs/kernel';
import { ExecutionReaderService } from './executions/execution-reader.service.js';
import type { ExecuteBody, ExecutionAnswer, StartedExecutionAnswer } from './executions/executions.dto.js';
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
  ) {}

  /** `isOver`: the caller waited and the execution ended in time. */
  async execute(
    sequenceId: string,
    request: ExecuteBody,
    requestKey: string | undefined,
    waitSeconds: number,
  ): Promise<{ isOver: boolean; execution: StartedExecutionAnswer }> {
    const { executionId, isOver } = await this.executions.execute(sequenceId, request, requestKey, waitSeconds);
    const execution = await this.reader.get(executionId);
    return { isOver, execution: { ...execution, warnings: await this.warnings(execution) } };
  }

  /** The missing fields of the sender, and products that emails show and nobody has. Empty for a live run. */
  private async warnings({ mode, sequenceId }: ExecutionAnswer): Promise<readonly InputError[]> {
    if (mode === 'live') return [];
    const { brandId } = await this.sequences.get(sequenceId);
    const retailerId = await this.sequences.retailerOf(sequenceId);
    return [
      ...(await this.readiness.missingSender(retailerId, brandId)),
      ...(await this.sequences.missingProducts(sequenceId)),
    ];
  }

  async list(sequenceId: string, limit: number, cursor?: string): Promise<Page<ExecutionAnswer>> {
    return this.reader.list(await this.sequences.retailerOf(sequenceId), sequenceId, limit, cursor);
  }
}
