import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { EmailService } from '../../email/email.service.js';
import { TemplatesService } from '../../email/templates/templates.service.js';
import { EntriesService } from '../enrolments/entries.service.js';
import { ALREADY_RECEIVED, type Choice } from '../runs/entry.js';
import { PlanRepository } from '../runs/plan.repository.js';
import { decideNext } from '../runs/planner.js';
import { policyOf, rulesOf, type Run, stepsOf } from '../runs/run.js';
import { type PlanLine, simulate } from '../runs/simulation.js';

/** Makes the plan of a dry run with the rules of sending. */
@Injectable()
export class SimulatorService {
  constructor(
    private readonly email: EmailService,
    private readonly templates: TemplatesService,
    private readonly entries: EntriesService,
    private readonly plans: PlanRepository,
  ) {}

  /** Plans the outcome for these members. For those who are left out, also plans the outcome with `repeat`. */
  async plan(tx: Tx, run: Run, customerIds: readonly string[]): Promise<void> {
    const policies = [policyOf(run), { policy: 'repeat' } as const];
    const [asked = NOBODY, repeated = NOBODY] = await this.entries.choose(tx, run, customerIds, policies);
    const entersAgain = new Set(repeated.entering);
    const again = asked.leftOut.filter((id) => entersAgain.has(id));
    const neither = asked.leftOut.filter((id) => !entersAgain.has(id));
    await this.plans.save(tx, run, [...(await this.run(tx, run, asked.entering)), ...leftOut(run, asked.leftOut)]);
    await this.plans.save(tx, run, [...(await this.run(tx, run, again)), ...leftOut(run, neither)], true);
  }

  private run(tx: Tx, run: Run, customerIds: readonly string[]): Promise<PlanLine[]> {
    const { retailerId } = run;
    const rules = rulesOf(run);
    return simulate(stepsOf(run), run.createdAt, customerIds, {
      decide: (ids, at, sent) => this.email.decide(tx, retailerId, rules, ids, at, sent),
      breakages: async ({ templateId }, ids) => {
        const broken = ids.length > 0 ? await this.templates.breakages(tx, retailerId, templateId, ids) : [];
        return new Map(broken.map(({ customerId }) => [customerId, BROKEN]));
      },
    });
  }
}

/** The reason in the ledger for an email that can't be made. */
const BROKEN = 'broken_mail';

const NOBODY: Choice = { entering: [], leftOut: [] };

function leftOut(run: Run, customerIds: readonly string[]): PlanLine[] {
  const decision = decideNext(stepsOf(run), run.createdAt);
  const sendAt = decision.action === 'send' ? decision.at : run.createdAt;
  return customerIds.map((customerId) => ({
    customerId,
    step: 0,
    status: 'skipped',
    reason: ALREADY_RECEIVED,
    sendAt,
  }));
}
