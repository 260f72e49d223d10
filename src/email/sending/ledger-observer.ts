import type { RowName } from '../ledger/message-id.js';

/**
 * The steps of a message through the ledger.
 * - claimed: leased by this worker, committed.
 * - before_sending: the decision is written, not committed; most messages are marked as sending.
 * - sending: marked as sending, committed; the SMTP dialogue comes next.
 * - handed_over: the mail server has answered; the answer is not written.
 * - before_settled: the outcome is not committed, and perhaps not yet written.
 * - settled: the outcome is committed.
 */
export type LedgerPoint = 'claimed' | 'before_sending' | 'sending' | 'handed_over' | 'before_settled' | 'settled';

/** Port: is called synchronously at every step of a message. */
export type LedgerObserver = (point: LedgerPoint, messages: readonly RowName[]) => void;

let observer: LedgerObserver = () => undefined;

export const announce: LedgerObserver = (point, messages) => observer(point, messages);

/**
 * Sets the observer of this process. Fault tests load a module that calls it beside the service (`node --import`).
 * @public
 */
export function observeLedger(given: LedgerObserver): void {
  observer = given;
}
