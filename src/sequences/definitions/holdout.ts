import type { InputError } from '#libs/kernel';
import { type HoldoutTerms, USUAL_WINDOW_DAYS, windowMsOf } from '../../lift/experiments/experiments.service.js';
import type { SequenceDefinition } from './definition.dto.js';
import { type Holdout, MOST_WINDOW_DAYS } from './holdout.dto.js';

/** Every mistake that the schema does not find. */
export function checkHoldout({ holdout }: SequenceDefinition, wholeDays: boolean): InputError[] {
  const { windowDays } = holdout ?? {};
  if (windowDays === undefined || !wholeDays || Number.isInteger(windowDays)) return [];
  return [{ pointer: '/holdout/windowDays', detail: `must be a whole number from 1 to ${MOST_WINDOW_DAYS}` }];
}

/** The keys in a fixed order. `reset` is about one request and not stored. */
export const normaliseHoldout = (holdout: Holdout | undefined): Holdout | undefined =>
  holdout && { percent: holdout.percent, windowDays: holdout.windowDays ?? USUAL_WINDOW_DAYS };

/** What the experiment of the sequence has to be. */
export const holdoutTerms = ({ holdout }: SequenceDefinition): HoldoutTerms => ({
  percent: holdout?.percent ?? 0,
  windowMs: windowMsOf(holdout?.windowDays ?? USUAL_WINDOW_DAYS),
});
