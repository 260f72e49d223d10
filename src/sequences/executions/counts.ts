import { groupBy } from '#libs/kernel';
import type { VariantCount } from '../../email/ledger/ledger.queries.js';
import type { MessageCounts } from '../../email/ledger/message.dto.js';
import type { EarlyEnd } from '../enrolments/enrolment.repository.js';
import type { PlanCount } from '../runs/plan.repository.js';
import { ALREADY_RECEIVED } from '../runs/entry.js';
import { endsTheWay } from '../runs/planner.js';
import type { VariantCountAnswer } from './executions.dto.js';
import type { ExecutionStatus } from '../runs/execution.entity.js';

/** The input of `countMessages`. */
export interface Tally {
  readonly status: ExecutionStatus;
  readonly audience: number;
  readonly steps: number;
  /** Counts of steps with a row in the ledger or a line in the plan. */
  readonly ledger: Omit<MessageCounts, 'planned'>;
  /** Counts of steps that will never have a row or a line, because the customer left earlier. */
  readonly earlyEnds: readonly EarlyEnd[];
}

/**
 * Counts every step of every recipient once, also before it has a row. `planned` is the sum of all other counts.
 * Steps to come count as queued; in an execution that was cancelled or failed they count as skipped (`cancelled`).
 */
export function countMessages({ status, audience, steps, ledger, earlyEnds }: Tally): MessageCounts {
  const skipped: Record<string, number> = { ...ledger.skipped };
  const skip = (reason: string, count: number): void => {
    if (count > 0) skipped[reason] = (skipped[reason] ?? 0) + count;
  };
  for (const { reason, steps: missed } of earlyEnds) skip(reason, missed);
  const known =
    ledger.queued +
    (ledger.maybe ?? 0) +
    ledger.sending +
    ledger.sent +
    ledger.failed +
    ledger.unknown +
    sum(Object.values(skipped));
  const open = Math.max(0, audience * steps - known);
  const isOver = status === 'cancelled' || status === 'failed';
  if (isOver) skip('cancelled', open);
  const { sending, sent, failed, unknown } = ledger;
  return {
    planned: known + open,
    queued: ledger.queued + (isOver ? 0 : open),
    ...(ledger.maybe ? { maybe: ledger.maybe } : {}),
    sending,
    sent,
    failed,
    unknown,
    skipped,
  };
}

/** The counts of a plan. Emails that would be sent count as queued. */
export function tallyOfPlan(counts: readonly PlanCount[], steps: number): Pick<Tally, 'ledger' | 'earlyEnds'> {
  const linesOf = (status: PlanCount['status']): number =>
    sum(counts.filter((count) => count.status === status).map(({ lines }) => lines));
  const skipped: Record<string, number> = {};
  for (const { status, reason, lines } of counts) {
    if (status === 'skipped') skipped[reason ?? ''] = (skipped[reason ?? ''] ?? 0) + lines;
  }
  return {
    ledger: {
      queued: linesOf('queued'),
      maybe: linesOf('maybe'),
      sending: 0,
      sent: 0,
      failed: linesOf('failed'),
      unknown: 0,
      skipped,
    },
    earlyEnds: counts.flatMap(({ status, reason, lines, places }) =>
      status === 'skipped' && reason !== null && endsTheWay(reason)
        ? [{ reason, steps: lines * (steps - 1) - places }]
        : [],
    ),
  };
}

/**
 * The counts of a plan for the run as it is planned, and for a run with `repeat`. For the latter, the lines with
 * `repeat` replace those of customers who are left out because they received the sequence before.
 */
export const withoutAndWithRepeat = (
  counts: readonly PlanCount[],
): { asPlanned: PlanCount[]; withRepeat: PlanCount[] } => ({
  asPlanned: counts.filter(({ repeat }) => !repeat),
  withRepeat: counts.filter(({ repeat, reason }) => repeat || reason !== ALREADY_RECEIVED),
});

/** The counts of variants in the ledger. Messages that were left out do not count. */
export function tallyOfVariants(counts: readonly VariantCount[]): VariantCountAnswer[] {
  const going = counts.filter(({ status }) => status !== 'skipped');
  return [...groupBy(going, ({ step, variant }) => `${step} ${variant}`).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const sent = sum(group.map(({ status, count }) => (status === 'sent' ? count : 0)));
    return [{ step: first.step, variant: first.variant, messages: sum(group.map(({ count }) => count)), sent }];
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
