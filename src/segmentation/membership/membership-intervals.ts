import type { MembershipChange } from '../evaluation/assessment.js';

interface Pair {
  readonly segmentId: string;
  readonly customerId: string;
}

/** A stay that begins; `leftAt` where it has ended again. Milliseconds since the epoch. */
export interface NewStay extends Pair {
  readonly enteredAt: number;
  leftAt: number | null;
}

export interface StayChanges {
  /** Stored open stays that end. */
  readonly ended: readonly (Pair & { readonly at: number })[];
  readonly begun: readonly NewStay[];
}

/** What changes, given in the order of time, make of the stays. A stay may begin and end among them. */
export function stayChanges(changes: readonly MembershipChange[]): StayChanges {
  const ended: (Pair & { at: number })[] = [];
  const begun: NewStay[] = [];
  const open = new Map<string, NewStay>();
  for (const { segmentId, customerId, kind, at } of changes) {
    const key = segmentId + customerId;
    const fresh = open.get(key);
    if (kind === 'entered') {
      const stay: NewStay = { segmentId, customerId, enteredAt: at, leftAt: null };
      begun.push(stay);
      open.set(key, stay);
    } else if (fresh) {
      fresh.leftAt = at;
      open.delete(key);
    } else {
      ended.push({ segmentId, customerId, at });
    }
  }
  return { ended, begun };
}
