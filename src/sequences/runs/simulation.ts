import { groupBy } from '#libs/kernel';
import type { Eligibility } from '../../email/decision/decide.js';
import type { SendCondition } from '../../email/ledger/send-condition.js';
import type { PlannedMessage } from './planned-message.entity.js';
import { decideNext, type StepOutcome } from './planner.js';
import type { RunStep } from './run.js';

/** The expected outcome of one step for one customer. */
export type PlanLine = Readonly<
  Pick<PlannedMessage, 'customerId' | 'step' | 'variant' | 'status' | 'reason' | 'sendAt'>
>;

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
  /** The present members of a segment among these. */
  members(segment: string, customerIds: readonly string[]): Promise<ReadonlySet<string>>;
  variantOf(step: RunStep, customerId: string): string | null;
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
  startOf: (customerId: string) => Date,
  customerIds: readonly string[],
  rules: SimulationRules,
): Promise<PlanLine[]> {
  const past = new Past(steps);
  let due = customerIds.flatMap((customerId) => following(customerId, steps, startOf(customerId)));
  while (due.length > 0) {
    const next: Due[] = [];
    const groups = groupBy(due, ({ at, step }) => `${at.getTime()} ${step}`);
    for (const group of groups.values()) {
      for (const { due: one, line, until } of await settle(steps, group, past, rules)) {
        if (until) next.push({ ...one, at: until, waits: one.waits + 1 });
        if (!line) continue;
        past.add(line);
        next.push(...following(line.customerId, steps, startOf(line.customerId), outcomeOf(line)));
      }
    }
    due = next;
  }
  return past.lines;
}

/** What the simulation has settled. */
class Past {
  readonly lines: PlanLine[] = [];
  readonly sent = new Map<string, Date[]>();
  private readonly goesOut = new Set<string>();

  constructor(private readonly steps: readonly RunStep[]) {}

  add(line: PlanLine): void {
    const { customerId, sendAt } = line;
    this.lines.push(line);
    if (line.status !== 'queued' && line.status !== 'maybe') return;
    this.goesOut.add(`${customerId} ${this.steps[line.step]?.id}`);
    const times = this.sent.get(customerId);
    if (times) times.push(sendAt);
    else this.sent.set(customerId, [sendAt]);
  }

  /** Whether the customer gets, or perhaps gets, the email of the step. */
  has = (customerId: string, stepId: string): boolean => this.goesOut.has(`${customerId} ${stepId}`);
}

function following(customerId: string, steps: readonly RunStep[], startedAt: Date, last?: StepOutcome): Due[] {
  const decision = decideNext(steps, startedAt, last);
  return decision.action === 'send' ? [{ customerId, step: decision.step, at: decision.at, waits: 0 }] : [];
}

/** In the simulation an email is sent when it is due. */
const outcomeOf = ({ step, status, reason, sendAt }: PlanLine): StepOutcome => ({
  step,
  status: status === 'queued' || status === 'maybe' ? 'sent' : status,
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
  past: Past,
  rules: SimulationRules,
): Promise<Settled[]> {
  const [first] = group;
  const step = first && steps[first.step];
  if (!first || !step) return [];
  const ids = group.map(({ customerId }) => customerId);
  const verdicts = await rules.decide(ids, first.at, past.sent);
  const answers = await answersTo(step.condition, ids, past, rules);
  const going = ids.filter((id) => verdicts.get(id)?.verdict === 'send' && answers(id) !== 'no');
  const broken = await rules.breakages(step, going);
  return group.map((due) => {
    const { customerId, at } = due;
    const verdict = verdicts.get(customerId);
    const problem = broken.get(customerId);
    const variant = rules.variantOf(step, customerId);
    const line = (status: PlanLine['status'], reason: string | null): Settled => ({
      due,
      line: { customerId, step: due.step, variant, status, reason, sendAt: at },
    });
    if (!verdict) return line('skipped', 'customer_gone');
    const isCapped = verdict.verdict === 'skip' && verdict.reason === 'frequency_cap';
    if (verdict.verdict === 'skip' && !isCapped) return line('skipped', verdict.reason);
    if (answers(customerId) === 'no') return line('skipped', 'condition');
    if (isCapped) return line('skipped', 'frequency_cap');
    if (verdict.verdict === 'wait' && due.waits < MOST_WAITS) return { due, until: verdict.until };
    if (problem !== undefined) return line('failed', problem);
    return line(answers(customerId) === 'maybe' ? 'maybe' : 'queued', null);
  });
}

type Answer = 'yes' | 'no' | 'maybe';

/**
 * Whether the condition holds. Clicks and orders after an email that goes out are in the future. Nothing can follow an
 * email that does not. Who is in a segment now is taken to be in it when the step is due.
 */
async function answersTo(
  condition: SendCondition | undefined,
  customerIds: readonly string[],
  past: Past,
  rules: SimulationRules,
): Promise<(customerId: string) => Answer> {
  if (!condition) return () => 'yes';
  const no = condition.expected ? 'no' : 'yes';
  if (condition.fact !== 'inSegment') return (id) => (past.has(id, condition.stepId) ? 'maybe' : no);
  const members = await rules.members(condition.segment, customerIds);
  return (id) => (members.has(id) === condition.expected ? 'yes' : 'no');
}
