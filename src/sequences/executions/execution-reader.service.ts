import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { conflict, type Page } from '#libs/kernel';
import { EmailService } from '../../email/email.service.js';
import type { VariantCount } from '../../email/ledger/ledger.queries.js';
import type { MessageAnswer } from '../../email/ledger/message.dto.js';
import { ClicksQueries } from '../../links/clicks/clicks.queries.js';
import { countMessages, tallyOfPlan, tallyOfVariants, withoutAndWithRepeat } from './counts.js';
import { EnrolmentRepository } from '../enrolments/enrolment.repository.js';
import { ExecutionEndsService } from '../enrolments/execution-ends.service.js';
import { ExecutionRepository } from '../runs/execution.repository.js';
import type { ExecutionAnswer, VariantCountAnswer } from './executions.dto.js';
import { PlanRepository } from '../runs/plan.repository.js';
import type { Run } from '../runs/run.js';

/** Executions as the admin sees them: their progress, the outcome of each message, and their cancellation. */
@Injectable()
export class ExecutionReaderService {
  constructor(
    private readonly database: Database,
    private readonly executions: ExecutionRepository,
    private readonly enrolments: EnrolmentRepository,
    private readonly plans: PlanRepository,
    private readonly email: EmailService,
    private readonly clicks: ClicksQueries,
    private readonly ends: ExecutionEndsService,
  ) {}

  /** The execution, or 404. */
  async get(id: string): Promise<Readonly<ExecutionAnswer>> {
    return this.view(await this.executions.get(id));
  }

  /** The retailer of an execution, or 404. */
  async retailerOf(id: string): Promise<string> {
    return (await this.executions.get(id)).retailerId;
  }

  /** Newest first. */
  async list(retailerId: string, sequenceId: string, limit: number, cursor?: string): Promise<Page<ExecutionAnswer>> {
    const page = await this.executions.list(retailerId, sequenceId, limit, cursor);
    return { ...page, items: await Promise.all(page.items.map((run) => this.view(run))) };
  }

  /** The messages in the ledger; for a dry run the lines of its plan. */
  async messages(id: string, limit: number, cursor?: string): Promise<Page<MessageAnswer>> {
    const { retailerId, mode, stepIds } = await this.executions.get(id);
    if (mode !== 'dryRun') return this.email.messages(retailerId, id, limit, cursor);
    const page = await this.plans.lines(retailerId, id, limit, cursor);
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
      ...(mode === 'dryRun' ? await this.countPlan(run) : await this.countLedger(run)),
      variants: await this.countVariants(run),
      ...(await this.countClicks(run)),
      pausedBy:
        mode === 'live' && run.status === 'running' ? await this.email.pausedBy(run.retailerId, sequenceId) : null,
      createdAt,
      finishedAt,
    };
  }

  private async countClicks({
    retailerId,
    id,
    mode,
    definition,
  }: Run): Promise<Pick<ExecutionAnswer, 'clicks' | 'opened'>> {
    const none = { human: 0, robot: 0, opened: 0 };
    const { opened, ...clicks } = mode === 'dryRun' ? none : await this.clicks.counts(retailerId, id);
    return { clicks, opened: definition.trackOpens ? opened : null };
  }

  private async countVariants({ retailerId, id, mode, stepIds, definition }: Run): Promise<VariantCountAnswer[]> {
    if (!definition.steps.some(({ variants }) => variants)) return [];
    const sql = this.database.of(retailerId);
    const counts =
      mode === 'dryRun'
        ? (await this.plans.variantCounts(sql, retailerId, id)).map(({ step, ...count }) => ({
            ...count,
            step: stepIds[step] ?? '',
            status: 'queued',
          }))
        : await this.email.variantCounts(sql, retailerId, id);
    return tallyOfVariants(inOrder(definition, counts));
  }

  private async countPlan({ retailerId, id, status, audience, stepIds }: Run): Promise<Counts> {
    const steps = stepIds.length;
    const lines = withoutAndWithRepeat(await this.plans.counts(this.database.of(retailerId), retailerId, id));
    return {
      counts: countMessages({ status, audience, steps, ...tallyOfPlan(lines.asPlanned, steps) }),
      countsWithRepeat: countMessages({ status, audience, steps, ...tallyOfPlan(lines.withRepeat, steps) }),
    };
  }

  private async countLedger({ retailerId, id, status, audience, stepIds }: Run): Promise<Counts> {
    const steps = stepIds.length;
    const ledger = await this.email.counts(retailerId, id);
    const earlyEnds = await this.enrolments.earlyEnds(this.database.of(retailerId), retailerId, id, steps);
    return { counts: countMessages({ status, audience, steps, ledger, earlyEnds }), countsWithRepeat: null };
  }
}

const isWaiting = ({ status, startsAt }: Run): boolean =>
  status === 'running' && startsAt !== null && startsAt > new Date();

/** Sorts the counts as the definition has the variants. */
function inOrder(definition: Run['definition'], counts: readonly VariantCount[]): VariantCount[] {
  const names = definition.steps.flatMap(({ id, variants = [] }) => variants.map((variant) => `${id} ${variant.id}`));
  const place = ({ step, variant }: VariantCount): number => names.indexOf(`${step} ${variant}`);
  return counts.toSorted((a, b) => place(a) - place(b));
}

type Counts = Pick<ExecutionAnswer, 'counts' | 'countsWithRepeat'>;
