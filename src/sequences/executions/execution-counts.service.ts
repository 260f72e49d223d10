import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { EmailService } from '../../email/email.service.js';
import type { VariantCount } from '../../email/ledger/ledger.queries.js';
import { ClicksQueries } from '../../links/clicks/clicks.queries.js';
import { countMessages, tallyOfPlan, tallyOfVariants, withoutAndWithRepeat } from './counts.js';
import { EnrolmentRepository } from '../enrolments/enrolment.repository.js';
import type { ExecutionAnswer, VariantCountAnswer } from './executions.dto.js';
import { PlanRepository } from '../runs/plan.repository.js';
import type { Run } from '../runs/run.js';

type Counts = Pick<ExecutionAnswer, 'counts' | 'countsWithRepeat'>;
type Clicks = Pick<ExecutionAnswer, 'clicks' | 'opened'>;

/** Counts the messages of an execution, and what followed them. */
@Injectable()
export class ExecutionCountsService {
  constructor(
    private readonly database: Database,
    private readonly enrolments: EnrolmentRepository,
    private readonly plans: PlanRepository,
    private readonly email: EmailService,
    private readonly clicks: ClicksQueries,
  ) {}

  async of(run: Run): Promise<Counts & Clicks & Pick<ExecutionAnswer, 'variants'>> {
    return {
      ...(run.mode === 'dryRun' ? await this.countPlan(run) : await this.countLedger(run)),
      variants: await this.countVariants(run),
      ...(await this.countClicks(run)),
    };
  }

  private async countClicks({ retailerId, id, mode, definition }: Run): Promise<Clicks> {
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

/** Sorts the counts as the definition has the variants. */
function inOrder(definition: Run['definition'], counts: readonly VariantCount[]): VariantCount[] {
  const names = definition.steps.flatMap(({ id, variants = [] }) => variants.map((variant) => `${id} ${variant.id}`));
  const place = ({ step, variant }: VariantCount): number => names.indexOf(`${step} ${variant}`);
  return counts.toSorted((a, b) => place(a) - place(b));
}
