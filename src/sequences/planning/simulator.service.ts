import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { SkipReason } from '../../email/ledger/message.entity.js';
import { type StartOf, StartsService } from '../enrolments/starts.service.js';
import type { Admitted } from '../enrolments/admissions.service.js';
import { EntriesService } from '../enrolments/entries.service.js';
import { HoldoutsService, type Refusals } from '../enrolments/holdouts.service.js';
import { ALREADY_RECEIVED, type Choice, NOBODY, splitOf } from '../runs/entry.js';
import { AllocationsService } from '../variants/allocations.service.js';
import { PlanRepository } from '../runs/plan.repository.js';
import { decideNext, endsTheWay } from '../runs/planner.js';
import { emailFor, policyOf, type Run, stepsOf } from '../runs/run.js';
import { type PlanLine, simulate } from '../runs/simulation.js';
import { SimulationRulesService } from './simulation-rules.service.js';

/** Makes the plan of a dry run with the rules of sending. */
@Injectable()
export class SimulatorService {
  constructor(
    private readonly entries: EntriesService,
    private readonly plans: PlanRepository,
    private readonly starts: StartsService,
    private readonly rules: SimulationRulesService,
    private readonly holdouts: HoldoutsService,
    private readonly allocations: AllocationsService,
  ) {}

  /** Plans the outcome for these members. For those who are left out, also plans the outcome with `repeat`. */
  async plan(tx: Tx, planned: Run, customerIds: readonly string[]): Promise<Admitted> {
    const run = await this.allocations.known(tx, planned);
    const policies = [policyOf(run), { policy: 'repeat' } as const];
    const [asked = NOBODY, repeated = NOBODY] = await this.entries.choose(tx, run, customerIds, policies);
    const startOf = await this.starts.of(tx, run, customerIds);
    const entersAgain = new Set(repeated.entering);
    const again = asked.leftOut.filter((id) => entersAgain.has(id));
    const neither = asked.leftOut.filter((id) => !entersAgain.has(id));
    const governing = await this.holdouts.governing(tx, run, false);
    const refusalsOf = (choice: Choice, ids: readonly string[]): Promise<Refusals> =>
      governing ? this.holdouts.preview(tx, run, governing, choice, ids) : Promise.resolve(NO_REFUSALS);
    const refusals = await refusalsOf(asked, asked.entering);
    const lines = await this.run(tx, run, startOf, asked.entering, refusals);
    await this.plans.save(tx, run, [...lines, ...leftOut(run, startOf, asked.leftOut, ALREADY_RECEIVED)]);
    const repeatedLines = await this.run(tx, run, startOf, again, await refusalsOf(repeated, again));
    await this.plans.save(tx, run, [...repeatedLines, ...leftOut(run, startOf, neither, ALREADY_RECEIVED)], true);
    return {
      due: lines.flatMap(({ step, sendAt }) => (step === 0 ? [sendAt] : [])),
      ...(governing ? { split: splitOf(asked.entering, refusals) } : {}),
    };
  }

  /** The lines of customers who enter; those who are refused get nothing. */
  private async run(
    tx: Tx,
    run: Run,
    startOf: StartOf,
    customerIds: readonly string[],
    refusals: Refusals,
  ): Promise<PlanLine[]> {
    const admitted = customerIds.filter((id) => !refusals.has(id));
    const lines = await simulate(stepsOf(run), startOf, admitted, this.rules.of(tx, run));
    const refused = customerIds.flatMap((id) => leftOut(run, startOf, [id], refusals.get(id)));
    return [...lines, ...refused];
  }
}

const NO_REFUSALS: Refusals = new Map();

/** Lines of customers who get nothing. A reason that would leave out one step alone stands at every step. */
function leftOut(
  run: Run,
  startOf: StartOf,
  customerIds: readonly string[],
  reason: SkipReason | undefined,
): PlanLine[] {
  if (reason === undefined) return [];
  const steps = stepsOf(run);
  const shown = endsTheWay(reason) ? steps.slice(0, 1) : steps;
  return customerIds.flatMap((customerId) => {
    const decision = decideNext(steps, startOf(customerId));
    const sendAt = decision.action === 'send' ? decision.at : run.createdAt;
    return shown.map((step, index): PlanLine => {
      const { variant } = emailFor(run, step, customerId);
      return { customerId, step: index, variant, status: 'skipped', reason, sendAt };
    });
  });
}
