import { nextRunAfter } from '#libs/durable-work';
import type { SendResult } from '#libs/mailer';
import type { MessageChange } from '../ledger/ledger.repository.js';

/** The number of attempts to hand over a message. After the last one, the message fails. */
const TRIES = 8;

/** The change of the ledger row after the mail server's answer. `tries` includes this attempt. */
export function outcomeOf(
  { outcome, response }: SendResult,
  tries: number,
  firstPauseSeconds: number,
  now: Date,
): Pick<MessageChange, 'status' | 'reason' | 'dueAt' | 'response'> {
  switch (outcome) {
    case 'accepted':
      return { status: 'sent', reason: null, dueAt: null, response };
    case 'rejected':
      return { status: 'failed', reason: 'rejected', dueAt: null, response };
    case 'unknown':
      return { status: 'unknown', reason: 'no_answer', dueAt: null, response };
    case 'deferred': {
      const pause = nextRunAfter({ firstMs: firstPauseSeconds * 1_000, jitter: 0.2, runs: TRIES }, tries);
      if (pause === undefined) return { status: 'failed', reason: 'gave_up', dueAt: null, response };
      return { status: 'queued', reason: 'deferred', dueAt: new Date(now.getTime() + pause), response };
    }
  }
}
