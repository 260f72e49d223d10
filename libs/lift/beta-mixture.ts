import { ALPHA } from './experiment.js';
import { logBeta } from './log-beta.js';

/** The weight of the planned share beside the data: 10 customers. Intervals are narrowest for 30 to 300 returns. */
const CONCENTRATION = 10;
const LOG_THRESHOLD = Math.log(1 / ALPHA);
/** How often an interval of at most 1 is halved. A double has 53 bits. */
const BISECTIONS = 60;

/**
 * Of `total` people, `treated` are in the treated group. If chance decides, each is there with the probability `share`.
 */
export interface Split {
  readonly share: number;
  readonly treated: number;
  readonly total: number;
}

/**
 * For a split, returns a function of `theta`. The function gives the logarithm of the evidence against the hypothesis
 * that each of the people is in the treated group with the probability `theta`. The evidence may be looked at after
 * every person (Lindon and Malek 2022).
 */
export function logEvidence({ share, treated, total }: Split): (theta: number) => number {
  const [a, b] = [CONCENTRATION * share, CONCENTRATION * (1 - share)];
  const others = total - treated;
  const mixture = logBeta(a + treated, b + others) - logBeta(a, b);
  return (theta) => mixture - times(treated, Math.log(theta)) - times(others, Math.log1p(-theta));
}

/** The 95 % confidence sequence of `theta`: both ends, from 0 to 1. Nobody seen gives the whole range. */
export function confidenceSequence(split: Split): readonly [number, number] {
  const { treated, total } = split;
  if (total === 0) return [0, 1];
  const evidence = logEvidence(split);
  const inside = (theta: number): boolean => evidence(theta) < LOG_THRESHOLD;
  const centre = treated / total;
  return [treated === 0 ? 0 : edge(0, centre, inside), treated === total ? 1 : edge(1, centre, inside)];
}

/** The place between a point outside and a point inside at which the interval ends. */
function edge(outside: number, within: number, inside: (theta: number) => boolean): number {
  let [out, inn] = [outside, within];
  for (let bisection = 0; bisection < BISECTIONS; bisection++) {
    const middle = (out + inn) / 2;
    if (inside(middle)) inn = middle;
    else out = middle;
  }
  return (out + inn) / 2;
}

/** 0 times infinity is 0 here: nobody was seen on that side. */
const times = (count: number, log: number): number => (count === 0 ? 0 : count * log);
