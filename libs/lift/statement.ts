import { type CustomersEffect, type CustomersVerdict, customersEffect, isTooEarly } from './customers.js';
import type { GroupSums, Groups } from './experiment.js';
import { type RevenueEffect, revenueEffect } from './revenue.js';
import { isSplitSound } from './split-check.js';
import { type LiftLanguage, liftTexts } from './texts/lift-texts.js';
import type { Amounts, Figures } from './texts/wording.js';

export { LIFT_LANGUAGES, type LiftLanguage } from './texts/lift-texts.js';

/** The present status of an experiment: a verdict, or the reason why there is none. */
export type LiftStatus = 'off' | 'empty' | 'split_broken' | 'too_early' | CustomersVerdict;

/** An experiment's result. The effects are null where the groups can't be compared at all. */
export interface LiftResult {
  readonly status: LiftStatus;
  readonly customers: CustomersEffect | null;
  readonly revenue: RevenueEffect | null;
}

/** ISO 4217 for an amount without a currency. */
export const NO_CURRENCY = 'XXX';

/** How a result is put into words. */
export interface Wording {
  readonly language: LiftLanguage;
  readonly windowDays: number;
  /** ISO 4217. */
  readonly currency: string;
}

/**
 * The result of an experiment, from the sums of both groups. The sums cover closed units only, whose window has ended.
 * `assigned` has the size of each group with its open units included.
 */
export function liftResult(
  groups: Groups<GroupSums>,
  assigned: Groups<number> = { ...groups, treated: groups.treated.n, holdout: groups.holdout.n },
): LiftResult {
  const nothing = (status: LiftStatus): LiftResult => ({ status, customers: null, revenue: null });
  if (groups.percent === 0) return nothing('off');
  if (groups.treated.n + groups.holdout.n === 0) return nothing('empty');
  if (!isSplitSound(assigned)) return nothing('split_broken');
  if (groups.treated.n === 0 || groups.holdout.n === 0) return nothing('too_early');
  const customers = customersEffect(groups);
  return { status: isTooEarly(groups) ? 'too_early' : customers.verdict, customers, revenue: revenueEffect(groups) };
}

/** The result in words: a sentence about customers, and where the groups can be compared, one about money. */
export function liftSentences(groups: Groups<GroupSums>, result: LiftResult, wording: Wording): readonly string[] {
  const texts = liftTexts(wording.language);
  const figures = figuresOf(groups, result.customers);
  const headline = texts[result.status](figures, wording.windowDays);
  const isCompared = result.customers !== null && result.status !== 'too_early';
  return isCompared && result.revenue ? [headline, moneySentence(result.revenue, wording)] : [headline];
}

/** How many orders used a personal code, and how many followed a click. It never says that the emails caused them. */
export const attributionSentence = (language: LiftLanguage, byCode: number, byClick: number): string =>
  liftTexts(language).attributed(byCode, byClick);

function moneySentence({ verdict, incremental }: RevenueEffect, { language, currency }: Wording): string {
  const texts = liftTexts(language);
  if (verdict === 'too_early') return texts.moneyTooEarly;
  const { estimate, low, high } = incremental;
  const format = moneyFormat(language, currency);
  if (verdict === 'unclear') return texts.moneyUnclear(format(Math.floor(low)), format(Math.ceil(high)));
  const amounts: Amounts = {
    total: format(Math.round(Math.abs(estimate))),
    low: format(Math.floor(Math.min(Math.abs(low), Math.abs(high)))),
    high: format(Math.ceil(Math.max(Math.abs(low), Math.abs(high)))),
  };
  return verdict === 'more' ? texts.moneyMore(amounts) : texts.moneyLess(amounts);
}

/** Whole units of the currency: the intervals are wide. */
function moneyFormat(language: LiftLanguage, currency: string): (amount: number) => string {
  const style = currency === NO_CURRENCY ? {} : ({ style: 'currency', currency } as const);
  const format = new Intl.NumberFormat(language, { ...style, maximumFractionDigits: 0, numberingSystem: 'latn' });
  return (amount) => format.format(amount);
}

/** Ends of the interval are rounded outward, so that the words never promise more than the figures. */
function figuresOf({ percent, treated, holdout }: Groups<GroupSums>, effect: CustomersEffect | null): Figures {
  const { low = 0, high = 0, estimate = 0 } = effect?.incremental ?? {};
  const [near, far] = [low, high].map(Math.abs).toSorted((a, b) => a - b);
  return {
    percent,
    treated: treated.n,
    treatedReturned: treated.x,
    holdout: holdout.n,
    holdoutReturned: holdout.x,
    treatedRate: rateOf(treated),
    holdoutRate: rateOf(holdout),
    incremental: Math.round(Math.abs(estimate)),
    near: Math.floor((near ?? 0) + TOLERANCE),
    far: Math.ceil((far ?? 0) - TOLERANCE),
    keptAway: Math.max(0, Math.ceil(-low - TOLERANCE)),
    broughtBack: Math.max(0, Math.ceil(high - TOLERANCE)),
  };
}

/** What the arithmetic of doubles may add to a whole number. */
const TOLERANCE = 1e-9;

/** In percent with one decimal. */
const rateOf = ({ n, x }: GroupSums): number => (n === 0 ? 0 : Math.round((x / n) * 1_000) / 10);
