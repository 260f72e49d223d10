import { groupBy } from '#libs/kernel';
import type { Eligibility } from '../../email/decision/decide.js';
import type { PlannedMessage } from './planned-message.entity.js';
import { decideNext, type StepOutcome } from './planner.js';
import type { RunStep } from './run.js';

/** The expected outcome of one step for one customer. */
export type PlanLine = Readonly<Pick<PlannedMessage, 'customerId' | 'step' | 'status' | 'reason' | 'sendAt'>>;

/** The rules of sending, which the simulation gets from the module `email`. */
export interface SimulationRules {
  /** `sent`: the times of planned emails, by customer. */
  decide(
    customerIds: readonly string[],
    at: Date,
    sent: ReadonlyMap<string, readonly Date[]>,
  ): Promise<ReadonlyMap<string, Eligibility>>;
  /** The reasons why emails can't be made, by customer. */
  breakages(step: RunStep, customerIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface Due {
  readonly customerId: string;
  readonly step: number;
  readonly at: Date;
  readonly waits: number;
}

/**
 * After so many waits an email counts as sent, so that a rule that always defers ends. Quiet hours never need so many.
 */
const MOST_WAITS = 10;

/**
 * Simulates all steps for every customer with the planner and the rules of a live run, and sends nothing. Each
 * customer has a simulated clock and is at one step at a time, so that the frequency cap sees all earlier emails.
 * Customers who are due at the same time are decided together.
 */
export async function simulate(
  steps: readonly RunStep[],
  startedAt: Date,
  customerIds: readonly string[],
  rules: SimulationRules,
): Promise<PlanLine[]> {
  const lines: PlanLine[] = [];
  const sent = new Map<string, Date[]>();
  let due = customerIds.flatMap((customerId) => following(customerId, steps, startedAt));
  while (due.length > 0) {
    const next: Due[] = [];
    const groups = groupBy(due, ({ at, step }) => `${at.getTime()} ${step}`);
    for (const group of groups.values()) {
      for (const { due: one, line, until } of await settle(steps, group, sent, rules)) {
        if (until) next.push({ ...one, at: until, waits: one.waits + 1 });
        if (!line) continue;
        lines.push(line);
        if (line.status === 'queued') remember(sent, line);
        next.push(...following(line.customerId, steps, startedAt, outcomeOf(line)));
      }
    }
    due = next;
  }
  return lines;
}

function following(customerId: string, steps: readonly RunStep[], startedAt: Date, last?: StepOutcome): Due[] {
  const decision = decideNext(steps, startedAt, last);
  return decision.action === 'send' ? [{ customerId, step: decision.step, at: decision.at, waits: 0 }] : [];
}

/** In the simulation an email is sent when it is due. */
const outcomeOf = ({ step, status, reason, sendAt }: PlanLine): StepOutcome => ({
  step,
  status: status === 'queued' ? 'sent' : status,
  reason,
  at: sendAt,
});

interface Settled {
  readonly due: Due;
  readonly line?: PlanLine;
  /** The email waits until this instant. */
  readonly until?: Date;
}

/** Decides about customers who are due for the same step at the same time. */
async function settle(
  steps: readonly RunStep[],
  group: readonly Due[],
  sent: ReadonlyMap<string, readonly Date[]>,
  rules: SimulationRules,
): Promise<Settled[]> {
  const [first] = group;
  const step = first && steps[first.step];
  if (!first || !step) return [];
  const verdicts = await rules.decide(
    group.map(({ customerId }) => customerId),
    first.at,
    sent,
  );
  const going = group.filter(({ customerId }) => verdicts.get(customerId)?.verdict === 'send');
  const broken = await rules.breakages(
    step,
    going.map(({ customerId }) => customerId),
  );
  return group.map((due) => {
    const { customerId, at } = due;
    const verdict = verdicts.get(customerId);
    const problem = broken.get(customerId);
    const line = (status: PlanLine['status'], reason: string | null): Settled => ({
      due,
      line: { customerId, step: due.step, status, reason, sendAt: at },
    });
    if (!verdict) return line('skipped', 'customer_gone');
    if (verdict.verdict === 'skip') return line('skipped', verdict.reason);
    if (verdict.verdict === 'wait' && due.waits < MOST_WAITS) return { due, until: verdict.until };
    return problem === undefined ? line('queued', null) : line('failed', problem);
  });
}

function remember(sent: Map<string, Date[]>, { customerId, sendAt }: PlanLine): void {
  const times = sent.get(customerId);
  if (times) times.push(sendAt);
  else sent.set(customerId, [sendAt]);
}
