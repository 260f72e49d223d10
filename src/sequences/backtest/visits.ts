import type { PastEntry } from '../../segmentation/past/past-entries.service.js';
import type { SequenceDefinition } from '../definitions/definition.dto.js';
import { durationMs } from '../definitions/duration.js';

const DAY_MS = 86_400_000;

/** An entry into the sequence, in the records or in the replay. Times are milliseconds since the epoch. */
export interface Visit {
  readonly customerId: string;
  /** Customer records with the same address are one person. */
  readonly person: string;
  readonly enteredAt: number;
  /** When the customer was through the steps, or left. */
  readonly endsAt: number;
  /** The number of emails that were due by then. */
  readonly emails: number;
}

/** The rules by which customers enter a sequence and leave it. */
export interface VisitRules {
  readonly exitOnLeave: boolean;
  readonly exitOnOrder: boolean;
  /** How long after the entry each step is due. */
  readonly dueAfter: readonly number[];
  /** The time until somebody who received the sequence may enter again. */
  readonly pauseMs: number;
}

export function visitRulesOf({ exitOnLeave, exitOnOrder, reentry, steps }: SequenceDefinition): VisitRules {
  let due = 0;
  const days = reentry?.policy === 'after' ? reentry.days : undefined;
  return {
    exitOnLeave: exitOnLeave ?? true,
    exitOnOrder: exitOnOrder ?? true,
    dueAfter: steps.map(({ delay }) => (due += durationMs(delay) ?? 0)),
    pauseMs: days === undefined ? Infinity : days * DAY_MS,
  };
}

/**
 * The entries into the segment that become entries into the sequence, by time. A person who is on the way through the
 * steps does not enter again. A person who received an email of the sequence does not enter before the pause is over.
 * Of records of one person that enter at one instant, one enters, preferably one that has subscribed. `reachable`:
 * whether the customer may get emails; `earlier`: visits before these entries.
 */
export function visitsOf(
  entries: readonly PastEntry[],
  rules: VisitRules,
  reachable: (customerId: string) => boolean,
  earlier: readonly Visit[],
): Visit[] {
  const visits: Visit[] = [];
  const seen = new Map<string, Visit>();
  const instants = new Set<string>();
  for (const visit of earlier) remember(seen, visit);
  for (const entry of entries.toSorted(byTime)) {
    const visit = visitOf(entry, rules, reachable(entry.customerId));
    const before = seen.get(visit.person);
    const instant = `${visit.person} ${visit.enteredAt}`;
    if (instants.has(instant) || (before && blocks(before, visit.enteredAt, rules))) continue;
    instants.add(instant);
    visits.push(visit);
    remember(seen, visit);
  }
  return visits;
}

/** Keeps the last visit with an email of each person, or the last one where no visit had an email. */
function remember(seen: Map<string, Visit>, visit: Visit): void {
  const before = seen.get(visit.person);
  seen.set(
    visit.person,
    before && before.emails > 0 && visit.emails === 0 ? { ...before, endsAt: visit.endsAt } : visit,
  );
}

const blocks = ({ enteredAt, endsAt, emails }: Visit, at: number, { pauseMs }: VisitRules): boolean =>
  at < endsAt || (emails > 0 && at - enteredAt < pauseMs);

function visitOf(entry: PastEntry, rules: VisitRules, reachable: boolean): Visit {
  const { customerId, enteredAt } = entry;
  const exitAt = Math.min(
    (rules.exitOnLeave ? entry.leftAt : null) ?? Infinity,
    (rules.exitOnOrder ? entry.orderedAt : null) ?? Infinity,
  );
  const due = rules.dueAfter.map((after) => enteredAt + after);
  return {
    customerId,
    person: personOf(entry),
    enteredAt,
    endsAt: reachable ? Math.min(exitAt, due.at(-1) ?? enteredAt) : enteredAt,
    emails: reachable ? due.filter((at) => at < exitAt).length : 0,
  };
}

export const personOf = ({ customerId, email }: Pick<PastEntry, 'customerId' | 'email'>): string => email ?? customerId;

const byTime = (a: PastEntry, b: PastEntry): number =>
  a.enteredAt - b.enteredAt || rank(a) - rank(b) || (a.customerId < b.customerId ? -1 : 1);

const rank = ({ marketing }: PastEntry): number => (marketing === 'subscribed' ? 0 : 1);
