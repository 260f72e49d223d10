import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { waitUntil } from '#libs/durable-work';
import { conflict, type InputError, invalidInput, notFound } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import type { Minter } from '../../auth/module-token.dto.js';
import type { SequenceDefinition } from '../definitions/definition.dto.js';
import { chosenSteps } from '../definitions/definition.js';
import { ExecutionRepository, type NewExecution } from '../runs/execution.repository.js';
import type { ExecuteBody } from './executions.dto.js';
import { RunAudiencesService } from './run-audiences.service.js';
import { LiveReadinessService } from './live-readiness.service.js';
import { SequenceRepository, type SequenceRow } from '../definitions/sequence.repository.js';

const CHECK_AGAIN_MS = 50;

/** Starts executions. */
@Injectable()
export class ExecutionsService {
  constructor(
    private readonly database: Database,
    private readonly sequences: SequenceRepository,
    private readonly executions: ExecutionRepository,
    private readonly audiences: RunAudiencesService,
    private readonly readiness: LiveReadinessService,
    private readonly jobs: JobProducer,
  ) {}

  /**
   * Starts an execution and returns its id. Within 24 hours the same request key returns the same execution. Waits up
   * to `waitSeconds` for the end. 404 unknown sequence; 409 store not installed, and for a live run: sequence paused,
   * same run in progress, or an approval of its plan missing (`sender` approves by sending); 422 with pointers to every
   * mistake, also to a missing sender of a live run.
   */
  async execute(
    sequenceId: string,
    request: ExecuteBody,
    requestKey: string | undefined,
    waitSeconds: number,
    sender?: Minter,
  ): Promise<{ executionId: string; isOver: boolean }> {
    const sequence = await this.sequences.get(sequenceId);
    const execution = await this.prepare(sequence, request, requestKey);
    const planned = { ...execution, definition: sequence.definition };
    const approved = await this.audiences.approval(planned, request.planHash, sender);
    const executionId = await this.start(execution, sequence.definition, approved);
    return { executionId, isOver: await this.waitForEnd(executionId, waitSeconds) };
  }

  private async prepare(
    sequence: SequenceRow,
    { mode = 'live', recipients = [], segment, steps = 'all', repeat, force, planHash }: ExecuteBody,
    requestKey: string | undefined,
  ): Promise<NewExecution> {
    const { retailerId, id, version, definition } = sequence;
    await this.readiness.assertInstalled(retailerId);
    const segmentId = mode === 'test' ? null : await this.audiences.segmentOf(sequence, segment);
    const errors = [
      ...checkRecipients(mode, recipients),
      ...checkSteps(sequence, steps),
      ...(segmentId === undefined ? [unknownSegment(segment)] : []),
      ...(mode === 'test' && segment !== undefined ? [segmentOfTest] : []),
      ...(mode === 'test' && repeat !== undefined ? [repeatOfTest] : []),
      ...(mode !== 'live' && planHash !== undefined ? [planOfOther] : []),
    ];
    if (errors.length > 0 || segmentId === undefined) throw invalidInput(errors);
    if (mode === 'live') await this.readiness.assertSender(retailerId, sequence.brandId);
    const audience = segmentId ? await this.audiences.size(retailerId, segmentId) : recipients.length;
    if (mode === 'live' && !force) await this.readiness.assertDeliverable(sequence.brandId, audience);
    const stepIds = chosenSteps(definition.steps, steps);
    if (mode === 'live') await this.readiness.offers.assertLive(retailerId, definition, stepIds);
    if (mode === 'live') await this.readiness.images.assertApproved(retailerId, definition, stepIds);
    const addresses = [...new Set(recipients.map((address) => address.toLowerCase()))];
    return {
      retailerId,
      id: randomUUID(),
      sequenceId: id,
      sequenceVersion: version,
      mode,
      trigger: 'manual',
      repeat: repeat ?? false,
      segmentId,
      exitOnLeave: definition.exitOnLeave ?? true,
      exitOnOrder: definition.exitOnOrder ?? true,
      startsAt: mode === 'test' ? null : laterStart(definition),
      stepIds,
      recipients: addresses,
      planHash: planHash ?? null,
      requestKey: requestKey === undefined ? null : createHash('sha256').update(requestKey).digest('hex'),
      audience: segmentId ? audience : addresses.length,
    };
  }

  /** Locks the sequence, so that the second of two requests sees the execution of the first one. */
  private start(
    execution: NewExecution,
    definition: SequenceDefinition,
    approved: (tx: Tx, version: number) => Promise<void>,
  ): Promise<string> {
    const { retailerId, id, sequenceId, mode, requestKey } = execution;
    return this.database.transaction(retailerId, async (tx) => {
      const sequence = await this.sequences.hold(tx, retailerId, sequenceId);
      if (!sequence) throw notFound('sequence');
      const before = requestKey && (await this.executions.idOfRequest(tx, retailerId, sequenceId, requestKey));
      if (before) return before;
      if (mode === 'live') await this.checkLive(tx, execution, sequence.pausedAt);
      await approved(tx, sequence.version);
      await this.executions.insert(tx, execution);
      await this.readiness.offers.open(tx, execution, definition);
      tx.afterCommit(() => this.jobs.enqueue('sequences.plan', { retailerId, executionId: id }));
      return id;
    });
  }

  private async checkLive(
    tx: Tx,
    { retailerId, sequenceId, segmentId }: NewExecution,
    pausedAt: Date | null,
  ): Promise<void> {
    if (pausedAt) throw isPaused();
    const running = await this.executions.runningOf(tx, retailerId, sequenceId);
    const same = running.find((run) => run.mode === 'live' && run.trigger === 'manual' && run.segmentId === segmentId);
    if (same) throw alreadyRunning(same.id);
  }

  /** Whether the execution ends within the seconds. */
  async waitForEnd(executionId: string, waitSeconds: number): Promise<boolean> {
    if (waitSeconds === 0) return false;
    const status = async () => (await this.executions.get(executionId)).status;
    const patience = { seconds: waitSeconds, everyMs: CHECK_AGAIN_MS };
    return (await waitUntil(status, (now) => now !== 'running', patience)) !== 'running';
  }
}

/** The instant of the schedule, if it is still to come. */
function laterStart({ schedule }: SequenceRow['definition']): Date | null {
  const at = schedule?.at === undefined ? null : new Date(schedule.at);
  return at && at > new Date() ? at : null;
}

function checkRecipients(mode: string, recipients: readonly string[]): InputError[] {
  if (mode === 'test' && recipients.length === 0) {
    return [{ pointer: '/recipients', detail: 'is required in test mode' }];
  }
  return mode !== 'test' && recipients.length > 0
    ? [{ pointer: '/recipients', detail: 'is for test mode only; other modes send to the members of the segment' }]
    : [];
}

function checkSteps({ definition }: SequenceRow, steps: 'first' | 'all' | readonly string[]): InputError[] {
  if (typeof steps === 'string') return [];
  const known = new Set(definition.steps.map(({ id }) => id));
  return steps.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/steps/${index}`, detail: 'is not a step of the sequence' }],
  );
}

const unknownSegment = (segment: string | undefined): InputError => ({
  pointer: '/segment',
  detail:
    segment === undefined
      ? 'is required: the sequence has no segment of its own, or it was deleted'
      : 'is no segment of the brand',
});

const segmentOfTest: InputError = { pointer: '/segment', detail: 'has no meaning in test mode' };

const repeatOfTest: InputError = {
  pointer: '/repeat',
  detail: 'has no meaning in test mode, which ignores re-entry',
};

const planOfOther: InputError = { pointer: '/planHash', detail: 'has a meaning for live runs only' };

const isPaused = () => conflict('sequence_paused', 'The sequence is paused; resume it before a live run.');

const alreadyRunning = (executionId: string) =>
  conflict('already_running', 'A live run of the sequence for the same audience is in progress.', { executionId });
