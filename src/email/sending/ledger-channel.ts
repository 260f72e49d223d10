import { channel } from 'node:diagnostics_channel';
import type { RowName } from '../ledger/message-id.js';

/**
 * claimed: taken by this worker, committed. before_sending: about to be marked, not committed. sending: marked, committed;
 * the dialogue with the server comes next. handed_over: the server has answered, nothing of it committed.
 * before_settled: the outcome is written, not committed. settled: committed.
 */
export type LedgerPoint = 'claimed' | 'before_sending' | 'sending' | 'handed_over' | 'before_settled' | 'settled';

/** Node's own hook for whoever wants to watch from inside the process; without a listener it costs nothing. */
const transitions = channel('rekindle:email-ledger');

/** Every step of a message through the ledger is announced here, at once and in the middle of it. */
export function announce(point: LedgerPoint, messages: readonly RowName[]): void {
  if (transitions.hasSubscribers) transitions.publish({ point, messages });
}
