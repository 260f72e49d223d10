import { Injectable } from '@nestjs/common';
import { conflict, type Page } from '#libs/kernel';
import { EmailService } from '../../email/email.service.js';
import { MessageListService } from '../../email/message-list.service.js';
import type { MessageAnswer, WantedMessages } from '../../email/ledger/message.dto.js';
import { outlookOf } from '../backtest/outlook.js';
import { ExecutionEndsService } from '../enrolments/execution-ends.service.js';
import { ExecutionRepository } from '../runs/execution.repository.js';
import { ExecutionCountsService } from './execution-counts.service.js';
import type { ExecutionAnswer, ExecutionsQuery } from './executions.dto.js';
import { PlanRepository } from '../runs/plan.repository.js';
import type { Run } from '../runs/run.js';

/** Executions as the admin sees them: their progress, the outcome of each message, and their cancellation. */
@Injectable()
export class ExecutionReaderService {
  constructor(
    private readonly executions: ExecutionRepository,
    private readonly counts: ExecutionCountsService,
    private readonly plans: PlanRepository,
    private readonly email: EmailService,
    private readonly messageList: MessageListService,
    private readonly ends: ExecutionEndsService,
  ) {}

  /** The execution, or 404. */
  async get(id: string): Promise<Readonly<ExecutionAnswer>> {
    const run = await this.executions.get(id);
    const people = await this.people(run);
    return Object.assign(await this.view(run), { people });
  }

  /** The retailer of an execution, or 404. */
  async retailerOf(id: string): Promise<string> {
    return (await this.executions.get(id)).retailerId;
  }

  /** Newest first. */
  async list(
    retailerId: string,
    sequenceId: string,
    { limit, cursor, dryRuns }: ExecutionsQuery,
  ): Promise<Page<ExecutionAnswer>> {
    const wanted = { sequenceId, dryRuns: dryRuns !== 'false' };
    const page = await this.executions.list(retailerId, wanted, limit, cursor);
    return { ...page, items: await Promise.all(page.items.map((run) => this.view(run))) };
  }

  /** The messages in the ledger; for a dry run the lines of its plan. */
  async messages(
    id: string,
    limit: number,
    cursor?: string,
    wanted: WantedMessages = {},
  ): Promise<Page<MessageAnswer>> {
    const { retailerId, mode, stepIds } = await this.executions.get(id);
    if (mode !== 'dryRun') return this.messageList.page(retailerId, id, limit, cursor, wanted);
    // Nobody clicks an email that was never made.
    if (wanted.clicked) return { items: [], nextCursor: null };
    const page = await this.plans.lines(retailerId, id, limit, cursor, wanted);
    return {
      ...page,
      items: page.items.map(({ step, status, ...line }) => ({
        ...line,
        step: stepIds[step] ?? '',
        state: status,
        sentAt: null,
        clicked: false,
        messageId: null,
      })),
    };
  }

  /** Cancels the execution. 409 if it has ended. */
  async cancel(id: string, revokeSent = false): Promise<ExecutionAnswer> {
    const { retailerId } = await this.executions.get(id);
    if (!(await this.ends.cancel(retailerId, id, revokeSent))) {
      throw conflict('execution_over', 'The execution has ended; there is nothing to cancel.');
    }
    return this.get(id);
  }

  private async people({ retailerId, id, mode, status }: Run): Promise<ExecutionAnswer['people']> {
    if (mode !== 'dryRun' || status === 'running') return null;
    const counts = await this.plans.people(retailerId, id);
    const emailed = counts.find(({ reason }) => reason === null)?.people ?? 0;
    const leftOut = counts.flatMap(({ reason, people }) => (reason === null ? [] : [[reason, people] as const]));
    return { emailed, leftOut: Object.fromEntries(leftOut) };
  }

  private async view(run: Run): Promise<ExecutionAnswer> {
    const { id, sequenceId, sequenceVersion, mode, trigger, repeat, audience, startsAt, createdAt, finishedAt } = run;
    return {
      executionId: id,
      sequenceId,
      sequenceVersion,
      mode,
      trigger,
      repeat,
      status: isWaiting(run) ? 'scheduled' : run.status,
      startsAt,
      audience,
      people: null,
      ...(await this.counts.of(run)),
      outlook: outlookOf(run),
      split: splitOf(run),
      confirmationsRequested: mode === 'live' ? await this.email.confirmationsRequested(run.retailerId, id) : 0,
      pausedBy:
        mode === 'live' && run.status === 'running' ? await this.email.pausedBy(run.retailerId, sequenceId) : null,
      createdAt,
      finishedAt,
    };
  }
}

const splitOf = ({ treated, heldBack, planned }: Run): ExecutionAnswer['split'] =>
  treated === null || heldBack === null ? null : { treated, holdout: heldBack, skipped: planned - treated - heldBack };

const isWaiting = ({ status, startsAt }: Run): boolean =>
  status === 'running' && startsAt !== null && startsAt > new Date();
