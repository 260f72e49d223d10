import { isSilent } from '../../commerce/model/causes.js';
import type { PastTransition, Span } from './replay.js';

/** A transition as it was recorded, by time. */
export interface RecordedTransition extends PastTransition {
  readonly cause: string;
}

/** An entry into a segment, and when the customer left it again, if that is known. */
export interface Stay {
  readonly enteredAt: number;
  readonly leftAt: number | null;
}

/** What is known about a customer's membership: computed before the records begin, then recorded. */
export interface KnownPast {
  readonly insideBefore: boolean;
  readonly computed: readonly PastTransition[];
  readonly recorded: readonly RecordedTransition[];
}

/**
 * The entries in the span that start a sequence. Records of an import or of history start none. The first evaluation of
 * a definition records every member as entered; somebody who was a member by the orders has not entered then.
 */
export function entriesIn({ from, to }: Span, { insideBefore, computed, recorded }: KnownPast): Stay[] {
  const stays: { enteredAt: number; leftAt: number | null }[] = [];
  let inside = insideBefore;
  let open: (typeof stays)[number] | undefined;
  const take = ({ at, kind }: PastTransition, counts: boolean): void => {
    if (kind === 'left') {
      if (open) open.leftAt = at;
      open = undefined;
      inside = false;
      return;
    }
    inside = true;
    if (!counts || at < from || at >= to) return;
    open = { enteredAt: at, leftAt: null };
    stays.push(open);
  };
  for (const transition of computed) take(transition, true);
  for (const transition of recorded) {
    const { cause } = transition;
    take(transition, !isSilent(cause) && !(cause === FIRST_EVALUATION && inside));
  }
  return stays;
}

const FIRST_EVALUATION = 'definition';
