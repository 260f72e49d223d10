import type { MembershipChange, Pair } from '../evaluation/evaluate.js';

/** A membership interval that is not stored yet; `leftAt` is null while it is open. Milliseconds since the epoch. */
export interface NewInterval extends Pair {
  readonly enteredAt: number;
  leftAt: number | null;
}

export interface IntervalChanges {
  /** Intervals that are stored as open, and now end. */
  readonly ended: readonly (Pair & { readonly at: number })[];
  readonly started: readonly NewInterval[];
}

/**
 * Turns changes, given in the order of time, into membership intervals. A new interval may start and end within them.
 */
export function intervalChanges(changes: readonly MembershipChange[]): IntervalChanges {
  const ended: (Pair & { at: number })[] = [];
  const started: NewInterval[] = [];
  const open = new Map<string, NewInterval>();
  for (const { segmentId, customerId, kind, at } of changes) {
    const key = segmentId + customerId;
    const fresh = open.get(key);
    if (kind === 'entered') {
      const interval: NewInterval = { segmentId, customerId, enteredAt: at, leftAt: null };
      started.push(interval);
      open.set(key, interval);
    } else if (fresh) {
      fresh.leftAt = at;
      open.delete(key);
    } else {
      ended.push({ segmentId, customerId, at });
    }
  }
  return { ended, started };
}
