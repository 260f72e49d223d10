import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { ConditionsService } from '../../email/decision/conditions.service.js';
import { EmailService } from '../../email/email.service.js';
import { TemplatesService } from '../../email/templates/templates.service.js';
import { type StartOf, StartsService } from '../enrolments/starts.service.js';
import { EntriesService } from '../enrolments/entries.service.js';
import { ALREADY_RECEIVED, type Choice } from '../runs/entry.js';
import { PlanRepository } from '../runs/plan.repository.js';
import { decideNext } from '../runs/planner.js';
import { emailFor, policyOf, rulesOf, type Run, type RunStep, stepsOf } from '../runs/run.js';
import { type PlanLine, simulate } from '../runs/simulation.js';

/** Makes the plan of a dry run with the rules of sending. */
@Injectable()
export class SimulatorService {
  constructor(
    private readonly email: EmailService,
    private readonly templates: TemplatesService,
    private readonly entries: EntriesService,
    private readonly plans: PlanRepository,
    private readonly starts: StartsService,
    private readonly conditions: ConditionsService,
  ) {}

  /** Plans the outcome for these members. For those who are left out, also plans the outcome with `repeat`. */
  async plan(tx: Tx, run: Run, customerIds: readonly string[]): Promise<Date[]> {
    const policies = [policyOf(run), { policy: 'repeat' } as const];
    const [asked = NOBODY, repeated = NOBODY] = await this.entries.choose(tx, run, customerIds, policies);
    const startOf = await this.starts.of(tx, run, customerIds);
    const entersAgain = new Set(repeated.entering);
    const again = asked.leftOut.filter((id) => entersAgain.has(id));
    const neither = asked.leftOut.filter((id) => !entersAgain.has(id));
    const lines = await this.run(tx, run, startOf, asked.entering);
    await this.plans.save(tx, run, [...lines, ...leftOut(run, startOf, asked.leftOut)]);
    const repeatedLines = await this.run(tx, run, startOf, again);
    await this.plans.save(tx, run, [...repeatedLines, ...leftOut(run, startOf, neither)], true);
    return lines.flatMap(({ step, sendAt }) => (step === 0 ? [sendAt] : []));
  }

  private run(tx: Tx, run: Run, startOf: StartOf, customerIds: readonly string[]): Promise<PlanLine[]> {
    const { retailerId } = run;
    const rules = rulesOf(run);
    return simulate(stepsOf(run), startOf, customerIds, {
      decide: (ids, at, sent) => this.email.decide(tx, retailerId, rules, ids, at, sent),
      breakages: (step, ids) => this.breakages(tx, run, step, ids),
      members: (segment, ids) => this.conditions.members(tx, retailerId, rules.brandId, segment, ids),
      variantOf: (step, id) => emailFor(run, step, id).variant,
    });
  }

  private async breakages(
    tx: Tx,
    run: Run,
    step: RunStep,
    customerIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const broken = new Map<string, string>();
    for (const [templateId, ids] of groupBy(customerIds, (id) => emailFor(run, step, id).templateId)) {
      const found = await this.templates.breakages(tx, run.retailerId, templateId, ids);
      for (const { customerId } of found) broken.set(customerId, BROKEN);
    }
    return broken;
  }
}

/** The reason in the ledger for an email that can't be made. */
const BROKEN = 'broken_mail';

const NOBODY: Choice = { entering: [], leftOut: [] };

function leftOut(run: Run, startOf: StartOf, customerIds: readonly string[]): PlanLine[] {
  const steps = stepsOf(run);
  return customerIds.map((customerId) => {
    const decision = decideNext(steps, startOf(customerId));
    const [first] = steps;
    return {
      customerId,
      step: 0,
      variant: first ? emailFor(run, first, customerId).variant : null,
      status: 'skipped',
      reason: ALREADY_RECEIVED,
      sendAt: decision.action === 'send' ? decision.at : run.createdAt,
    };
  });
}
