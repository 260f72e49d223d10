import { type Plan, planExperiment } from '#libs/lift';
import { USUAL_WINDOW_DAYS } from '../../lift/experiments/experiments.service.js';
import type { SequenceDefinition } from '../definitions/definition.dto.js';

/** With fewer returned customers, the rate is little known. */
const LEAST_RETURNED = 5;
const RATE_WHERE_UNKNOWN = 0.05;
const WEEK_MS = 7 * 86_400_000;

/** Half of the people held back proves an effect soonest, a tenth costs little once it is proven. */
export const PERCENT = { untilProven: 50, afterwards: 10 } as const;

export const windowDaysOf = ({ holdout }: SequenceDefinition): number => holdout?.windowDays ?? USUAL_WINDOW_DAYS;

export const percentOf = ({ holdout }: SequenceDefinition): number => holdout?.percent ?? 0;

/** What the past of a store says about an experiment. */
export interface Prospect {
  /** The rate at which customers come back without emails. */
  readonly baseRate: number;
  /** How many people who may get emails enter in a week. */
  readonly perWeek: number;
  /** Whether an experiment of the sequence has proven that it brings customers back. */
  readonly proven: boolean;
}

/** The figures of a span of the past. */
interface Seen {
  readonly closed: number;
  readonly cameBack: number;
  readonly visits: readonly { readonly emails: number }[];
  readonly from: Date;
  readonly to: Date;
  /** Which part of the customers was looked at. */
  readonly share: number;
  readonly proven: boolean;
}

export const prospectOf = ({ closed, cameBack, visits, from, to, share, proven }: Seen): Prospect => ({
  proven,
  baseRate: cameBack >= LEAST_RETURNED ? cameBack / closed : RATE_WHERE_UNKNOWN,
  perWeek: (visits.filter(({ emails }) => emails > 0).length / share / (to.getTime() - from.getTime())) * WEEK_MS,
});

/** How an experiment is set up. */
export interface Terms {
  /** Above 0. */
  readonly percent: number;
  readonly windowDays: number;
}

/** What it takes to prove that so many more come back; undefined where nearly all come back anyway. */
export function planFor({ baseRate, perWeek }: Prospect, terms: Terms, relativeLift: number): Plan | undefined {
  const treatedRate = baseRate * (1 + relativeLift);
  return treatedRate > 1 ? undefined : planExperiment({ baseRate, perWeek, ...terms, treatedRate });
}
