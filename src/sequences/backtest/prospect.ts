import { type Plan, planExperiment } from '#libs/lift';
import type { SequenceDefinition } from '../definitions/definition.dto.js';
import type { Played } from './past-player.service.js';

const DEFAULT_WINDOW_DAYS = 14;
/** Half of the people held back proves an effect soonest. */
const PERCENT_UNTIL_PROVEN = 50;
/** With fewer than five returns the rate is little known. */
const LEAST_RETURNED = 5;
const RATE_WHERE_UNKNOWN = 0.05;
const WEEK_MS = 7 * 86_400_000;

type Definition = SequenceDefinition & {
  readonly holdout?: { readonly percent: number; readonly windowDays?: number | undefined } | undefined;
};

export const windowDaysOf = ({ holdout }: Definition): number => holdout?.windowDays ?? DEFAULT_WINDOW_DAYS;

/** The percent that the sequence holds back, or should where it holds back nobody. */
export const percentOf = ({ holdout }: Definition): number => holdout?.percent || PERCENT_UNTIL_PROVEN;

/** What decides how long an experiment takes. */
export interface Prospect {
  readonly percent: number;
  readonly windowDays: number;
  /** The rate at which customers come back without emails. */
  readonly baseRate: number;
  /** How many people who may get emails enter in a week. */
  readonly perWeek: number;
}

/** The prospect of an experiment by the past. `share`: which part of the customers was looked at. */
export function prospectOf(
  definition: Definition,
  { visits, cameBack, closed }: Pick<Played, 'visits' | 'cameBack' | 'closed'>,
  { from, to, share = 1 }: { readonly from: Date; readonly to: Date; readonly share?: number },
): Prospect {
  const weeks = (to.getTime() - from.getTime()) / WEEK_MS;
  return {
    percent: percentOf(definition),
    windowDays: windowDaysOf(definition),
    baseRate: cameBack >= LEAST_RETURNED ? cameBack / closed : RATE_WHERE_UNKNOWN,
    perWeek: visits.filter(({ emails }) => emails > 0).length / weeks / share,
  };
}

/** What it takes to prove that so many more come back; undefined where nearly all come back anyway. */
export function planFor({ baseRate, ...prospect }: Prospect, relativeLift: number): Plan | undefined {
  const treatedRate = baseRate * (1 + relativeLift);
  return treatedRate > 1 ? undefined : planExperiment({ ...prospect, baseRate, treatedRate });
}
