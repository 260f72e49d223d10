import { assignmentNumber, type ClosedUnit, groupOf } from '#libs/lift';
import { Random } from '#libs/random';
import { type Change, type Labels, HELD_PERCENT, RECIPIENTS, SPAN_DAYS, type Story, WINDOW_DAYS } from './story.js';

const RETURN_RATES = [0.02, 0.06, 0.12] as const;
/** How customers enter. Each item has the same probability, so in half of the stores they enter one by one. */
const ENTRIES = ['one by one', 'one by one', 'in six batches', 'in one batch'] as const;
/** Coefficients of variation of a basket. */
const SPREADS = [1, 2] as const;
const MEAN_BASKET = 50;
const REFUNDED = 0.15;
const DAYS_TO_REFUND = 12;
const ORDERS_BEFORE = 2;

interface Setting {
  readonly percent: number;
  readonly returnRate: number;
  readonly entry: (typeof ENTRIES)[number];
  readonly spread: number;
  readonly recipients: number;
}

/** A store whose sequence does nothing: who comes back, with which basket, does not depend on the group. */
export function simulatedStore(seed: string, index: number): Story & Labels {
  const random = new Random(`${seed}/store/${index}`);
  const setting: Setting = {
    percent: random.pick(HELD_PERCENT),
    returnRate: random.pick(RETURN_RATES),
    entry: random.pick(ENTRIES),
    spread: random.pick(SPREADS),
    recipients: recipientsOf(random),
  };
  const { percent, returnRate, entry, recipients } = setting;
  const labels = [`${percent} % held back`, `${returnRate * 100} % come back`, `entry ${entry}`];
  return { percent, changes: changesOf(setting, random), recipients, labels };
}

export function recipientsOf(random: Random): number {
  const { least, most } = RECIPIENTS;
  return Math.floor(least * (most / least) ** random.uniform());
}

function changesOf(setting: Setting, random: Random): Change[] {
  const { percent, recipients } = setting;
  const experiment = { salt: random.uuid(), scopeId: random.uuid() };
  const changes: Change[] = [];
  for (let n = 0; n < recipients; n += 1) {
    const group = groupOf(assignmentNumber({ ...experiment, customerId: String(n) }), percent);
    const enteredAt = entryDay(setting, random);
    const { unit, orderedAt, refundedAt } = behaviour(setting, enteredAt, random);
    const closesAt = enteredAt + WINDOW_DAYS;
    const nothing = { ...unit, cameBack: false, revenue: 0 };
    const isRefundedBefore = orderedAt !== null && refundedAt !== null && refundedAt < closesAt;
    changes.push({ day: closesAt, group, unit: isRefundedBefore ? nothing : unit, before: null });
    if (refundedAt !== null && !isRefundedBefore) changes.push({ day: refundedAt, group, unit: nothing, before: unit });
  }
  return changes.sort((one, other) => one.day - other.day);
}

function entryDay({ entry }: Setting, random: Random): number {
  if (entry === 'one by one') return random.uniform() * SPAN_DAYS;
  return entry === 'in six batches' ? (random.integer(6) * SPAN_DAYS) / 6 : 0;
}

interface Behaviour {
  readonly unit: ClosedUnit;
  readonly orderedAt: number | null;
  readonly refundedAt: number | null;
}

/** A customer has a usual basket, so that the spend before says something about the revenue. */
function behaviour({ returnRate, spread }: Setting, enteredAt: number, random: Random): Behaviour {
  // Half of the variance of the logarithm is between customers, half between the orders of one.
  const sigma = Math.sqrt(Math.log(1 + spread ** 2) / 2);
  const usual = random.logNormal(MEAN_BASKET * Math.exp(-(sigma ** 2)), sigma);
  let priorSpend = 0;
  for (let orders = random.poisson(ORDERS_BEFORE); orders > 0; orders -= 1) {
    priorSpend += random.logNormal(usual, sigma);
  }
  if (!random.chance(returnRate)) {
    return { unit: { cameBack: false, revenue: 0, priorSpend }, orderedAt: null, refundedAt: null };
  }
  const orderedAt = enteredAt + random.uniform() * WINDOW_DAYS;
  const unit = { cameBack: true, revenue: random.logNormal(usual, sigma), priorSpend };
  const refundedAt = random.chance(REFUNDED) ? orderedAt + random.exponential(1 / DAYS_TO_REFUND) : null;
  return { unit, orderedAt, refundedAt };
}
