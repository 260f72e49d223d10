import { PERCENT, percentOf, planFor, type Prospect, windowDaysOf } from '../runs/prospect.js';
import type { Run } from '../runs/run.js';
import type { OutlookAnswer, OutlookNotice } from './outlook.dto.js';

const RELATIVE_LIFTS = [0.25, 0.5, 1] as const;
const WEEKS_A_YEAR = 52;
/** With fewer people, only a tripling is proven. */
const FEW = 500;

/** What an experiment of the run's sequence can prove, and when; null where the past is not known. */
export function outlookOf({ prospect, definition, audience }: Run): OutlookAnswer | null {
  if (!prospect) return null;
  const percent = percentOf(definition);
  const suggestedPercent = prospect.proven ? PERCENT.afterwards : PERCENT.untilProven;
  const terms = { percent: percent || suggestedPercent, windowDays: windowDaysOf(definition) };
  const rows = RELATIVE_LIFTS.flatMap((relativeLift) => {
    const plan = planFor(prospect, terms, relativeLift);
    return plan ? [{ relativeLift, ...plan, audienceSuffices: audience >= plan.recipients }] : [];
  });
  const withinYear = audience + WEEKS_A_YEAR * prospect.perWeek;
  return {
    baseRate: round(prospect.baseRate, 6),
    perWeek: round(prospect.perWeek, 2),
    percent,
    suggestedPercent,
    rows,
    notices: [...(percent === 0 ? (['no_holdout'] as const) : []), ...limitsOf(prospect, terms, withinYear)],
  };
}

function limitsOf(prospect: Prospect, terms: Parameters<typeof planFor>[1], people: number): OutlookNotice[] {
  const isProvable = (relativeLift: number): boolean =>
    (planFor(prospect, terms, relativeLift)?.recipients ?? Infinity) <= people;
  if (people < FEW || !isProvable(1)) return ['only_tripling'];
  return isProvable(0.5) ? [] : ['only_doubling'];
}

const round = (value: number, places: number): number => Number(value.toFixed(places));
