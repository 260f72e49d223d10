import { type MessageStatus, SKIP_REASONS, type SkipReason } from '../../email/ledger/message.entity.js';

/** A step and its delay. */
export interface PlannedStep {
  readonly id: string;
  /** Milliseconds after the end of the previous step, or for the first step after the start. */
  readonly delayMs: number;
}

/** The status of the message of a step. */
export interface StepOutcome {
  /** Index of the step. */
  readonly step: number;
  readonly status: MessageStatus;
  readonly reason: string | null;
  /** When the message reached that status. */
  readonly at: Date;
}

/** The next action for a customer on the way through the steps. */
export type Decision =
  /** Send the message of this step at this time. */
  | { readonly action: 'send'; readonly step: number; readonly at: Date }
  /** Wait for the outcome of the current message. */
  | { readonly action: 'wait' }
  /** The last step is done. */
  | { readonly action: 'finish' }
  /** Leave out the remaining steps. */
  | { readonly action: 'leave'; readonly reason: string };

/**
 * Reasons that leave out one message alone. All others also leave out the following steps. A failed email does not end
 * the way either: a dead address is suppressed, and the next step is left out for that reason.
 */
const FOR_ONE_STEP: ReadonlySet<SkipReason> = new Set(['condition', 'frequency_cap', 'no_offer']);

const FINAL_REASONS: ReadonlySet<string> = new Set(SKIP_REASONS.filter((reason) => !FOR_ONE_STEP.has(reason)));

export const endsTheWay = (reason: string): boolean => FINAL_REASONS.has(reason);

/**
 * Decides the next action. Pure: `startedAt` and the times of outcomes come from the database, so the clock of a
 * worker or a restart has no influence. A delay counts from the real end of the previous step, not from when it was
 * due.
 */
export function decideNext(steps: readonly PlannedStep[], startedAt: Date, last?: StepOutcome): Decision {
  if (last && (last.status === 'queued' || last.status === 'sending')) return { action: 'wait' };
  if (last?.status === 'skipped' && last.reason !== null && endsTheWay(last.reason)) {
    return { action: 'leave', reason: last.reason };
  }
  const index = last ? last.step + 1 : 0;
  const step = steps[index];
  if (!step) return { action: 'finish' };
  const from = last ? last.at : startedAt;
  return { action: 'send', step: index, at: new Date(from.getTime() + step.delayMs) };
}
