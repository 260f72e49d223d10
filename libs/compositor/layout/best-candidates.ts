import { contrastOf, luminance } from '../colour/contrast.js';
import { rgbOf } from '../colour/rgb.js';
import type { Candidate } from '../paint/first-legible.js';

/** Scenes that are laid out, unless all of them break a hard rule. */
const MOST = 12;
/** Grounds that are tried of a family. */
const GROUNDS = 2;
/** What the second ground of a family takes from its rank. */
const SECOND = 0.6;
/** Contrast below which a product is hard to see. */
const LEAST_SEEN = 1.6;

export interface RankedFamily<F> {
  readonly family: F;
  /** How well the family suits what there is to show. */
  readonly rank: number;
}

/** A layout, and what is wrong with it beside the critic's figures, in steps of rank. */
export interface Attempt<C extends Candidate> {
  readonly candidate: C;
  readonly faults: number;
}

/**
 * The layouts of families on their grounds, the best first: fewer broken hard rules, then rank and points together.
 * `points` is what a step of rank is worth in points of the critic. `attempt` lays a family out on its ground number
 * `turn`, or is null where it has no such ground or its texts do not fit.
 */
export function bestCandidates<F, C extends Candidate>(
  families: readonly RankedFamily<F>[],
  points: number,
  attempt: (family: F, turn: number) => Attempt<C> | null,
): C[] {
  const ranked = families.toSorted((a, b) => b.rank - a.rank);
  const broken = ({ candidate }: { readonly candidate: C }): number => candidate.verdict.violations.length;
  const found: { readonly candidate: C; readonly rank: number }[] = [];
  for (let turn = 0; turn < GROUNDS; turn += 1) {
    for (const { family, rank } of ranked) {
      if (found.length >= MOST && found.some((one) => broken(one) === 0)) break;
      const made = attempt(family, turn);
      if (!made) continue;
      const { candidate, faults } = made;
      found.push({ candidate, rank: (rank - turn * SECOND - faults) * points + candidate.verdict.points });
    }
  }
  return found.toSorted((a, b) => broken(a) - broken(b) || b.rank - a.rank).map(({ candidate }) => candidate);
}

/** Whether a product of this mean luminance is hard to see on the ground. */
export const isFaint = (light: number, ground: string): boolean =>
  contrastOf(light, luminance(rgbOf(ground))) < LEAST_SEEN;
