import type { MessageCounts } from '../../email/ledger/message.dto.js';
import type { EarlyEnd } from '../enrolments/enrolment.repository.js';
import type { PlanCount } from '../runs/plan.repository.js';
import { ALREADY_RECEIVED } from '../runs/entry.js';
import { endsTheWay } from '../runs/planner.js';
import type { ExecutionStatus } from '../runs/execution.entity.js';

/** What counts are made of. */
export interface Tally {
  readonly status: ExecutionStatus;
  readonly audience: number;
  readonly steps: number;
  /** Steps that have a row in the ledger or a line in the plan. */
  readonly ledger: Omit<MessageCounts, 'planned'>;
  /** Steps that will never have one, because the way ended before. */
  readonly earlyEnds: readonly EarlyEnd[];
}

/**
 * Every step of every recipient is counted once, also before it has a row: `planned` is all of them, and always the sum of
 * the others. What is still to come is queued; in an execution that was ended early it is skipped as cancelled.
 */
export function countMessages({ status, audience, steps, ledger, earlyEnds }: Tally): MessageCounts {
  const skipped: Record<string, number> = { ...ledger.skipped };
  const skip = (reason: string, count: number): void => {
    if (count > 0) skipped[reason] = (skipped[reason] ?? 0) + count;
  };
  for (const { reason, steps: missed } of earlyEnds) skip(reason, missed);
  const known =
    ledger.queued + ledger.sending + ledger.sent + ledger.failed + ledger.unknown + sum(Object.values(skipped));
  const open = Math.max(0, audience * steps - known);
  const isOver = status === 'cancelled' || status === 'failed';
  if (isOver) skip('cancelled', open);
  const { sending, sent, failed, unknown } = ledger;
  return {
    planned: known + open,
    queued: ledger.queued + (isOver ? 0 : open),
    sending,
    sent,
    failed,
    unknown,
    skipped,
  };
}

/** The lines of a plan as counts: what would be sent is queued, and nothing is ever sent. */
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

/** The lines of a plan as it is, and as `repeat` would make it, which leaves nobody out for what they have received. */
export const withoutAndWithRepeat = (
  counts: readonly PlanCount[],
): { asPlanned: PlanCount[]; withRepeat: PlanCount[] } => ({
  asPlanned: counts.filter(({ repeat }) => !repeat),
  withRepeat: counts.filter(({ repeat, reason }) => repeat || reason !== ALREADY_RECEIVED),
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
