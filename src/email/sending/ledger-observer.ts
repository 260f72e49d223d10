import type { RowName } from '../ledger/message-id.js';

/**
 * claimed: taken by this worker, committed. before_sending: about to be marked, not committed. sending: marked, committed;
 * the dialogue with the server comes next. handed_over: the server has answered, nothing of it committed.
 * before_settled: the outcome is written, not committed. settled: committed.
 */
export type LedgerPoint = 'claimed' | 'before_sending' | 'sending' | 'handed_over' | 'before_settled' | 'settled';

/** Port: sees every step of a message through the ledger, at once and in the middle of it. */
export type LedgerObserver = (point: LedgerPoint, messages: readonly RowName[]) => void;

let observer: LedgerObserver = () => undefined;

export const announce: LedgerObserver = (point, messages) => observer(point, messages);

/**
 * For the whole process: whoever watches from inside is loaded beside the service (`node --import`).
 * @public
 */
export function observeLedger(given: LedgerObserver): void {
  observer = given;
}
