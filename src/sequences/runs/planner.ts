import type { MessageStatus, SkipReason } from '../../email/ledger/message.entity.js';

/** A step as far as time is concerned. */
export interface PlannedStep {
  readonly id: string;
  /** After the step before; of the first one after the start. */
  readonly delayMs: number;
}

/** How the message of a step stands. */
export interface StepOutcome {
  /** Index of the step. */
  readonly step: number;
  readonly status: MessageStatus;
  readonly reason: string | null;
  /** When it reached that status. */
  readonly at: Date;
}

/** What is next for somebody on the way through the steps. */
export type Decision =
  /** The message of this step is due then. */
  | { readonly action: 'send'; readonly step: number; readonly at: Date }
  /** A message is under way. */
  | { readonly action: 'wait' }
  /** No step follows. */
  | { readonly action: 'finish' }
  /** No further step, though there are some. */
  | { readonly action: 'leave'; readonly reason: string };

/**
 * Reasons that end more than one message. A full frequency cap is not among them: it only swallows this one. Neither is a
 * failed email: an address that is dead is suppressed, and then the next step says so.
 */
const FINAL_REASONS: ReadonlySet<string> = new Set<SkipReason>([
  'already_received',
  'cancelled',
  'customer_gone',
  'left_segment',
  'left_sequence',
  'no_address',
  'no_consent',
  'store_uninstalled',
  'suppressed',
  'unsubscribed',
]);

export const endsTheWay = (reason: string): boolean => FINAL_REASONS.has(reason);

/**
 * Decides what is next. Pure: `startedAt` and the times of outcomes are the database's, so a worker's clock, a restart or
 * a pause moves nothing; and a delay counts from when the step before really ended, not from when it was due.
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
