import { better } from '../critic/judge.js';
import type { Candidate } from '../paint/first-legible.js';

/** Families whose layouts are compared, unless all of them break a hard rule. */
const ENTER = 6;
/** With fewer families than this there are grounds to choose from instead: `variants` asks for as many images. */
const FEW = 4;
/** A layout that breaks one of these soft rules is tried on the family's second ground too. */
const SEEN: ReadonlySet<string> = new Set(['productSeen', 'paleEdges', 'logoSeen']);

export interface RankedFamily<F> {
  readonly family: F;
  /** How well the family suits what there is to show, with a little chance. */
  readonly rank: number;
}

/**
 * The layouts of families, the best by the critic first; of equal ones the one of the higher rank. The rank decides
 * only which families are compared. Their first ground is the designer's choice; the second one takes part where the
 * first shows something badly. `attempt` lays a family out on its ground number `turn`, or is
 * null where it has no such ground or its texts do not fit.
 */
export function bestCandidates<F, C extends Candidate>(
  families: readonly RankedFamily<F>[],
  attempt: (family: F, turn: number) => C | null,
): C[] {
  const first: { readonly family: F; readonly candidate: C | null }[] = [];
  const kept = () => first.filter(({ candidate }) => candidate !== null).length;
  for (const { family } of families.toSorted((a, b) => b.rank - a.rank)) {
    if (kept() >= ENTER && first.some(({ candidate }) => candidate && keepsAll(candidate))) break;
    first.push({ family, candidate: attempt(family, 0) });
  }
  const isFew = kept() < FEW;
  const second = first
    .filter(({ candidate }) => isFew || !candidate || !keepsAll(candidate) || !isSeen(candidate))
    .map(({ family }) => attempt(family, 1));
  return [...first.map(({ candidate }) => candidate), ...second]
    .filter((one) => one !== null)
    .toSorted((a, b) => better(a.verdict, b.verdict));
}

const keepsAll = ({ verdict }: Candidate): boolean => verdict.violations.length === 0;

const isSeen = ({ verdict: { figures } }: Candidate): boolean =>
  figures.every(({ name, holds }) => holds || !SEEN.has(name));
