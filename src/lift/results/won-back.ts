import { groupBy } from '#libs/kernel';
import { type Estimate, type GroupSums, revenueEffect } from '#libs/lift';
import type { PlatformSums } from './won-back.repository.js';

/** What the emails of all stores of one platform and currency have caused, with its interval. */
export interface WonBack {
  readonly platform: string;
  readonly currency: string;
  /** The sum of orders. */
  readonly orders: Estimate;
  /** In the currency. */
  readonly revenue: Estimate;
}

/**
 * Adds up the effects of experiments by platform and currency. The experiments are independent of each other, so the
 * half widths of their intervals add up as squares. Experiments with fewer than two closed units in a group say
 * nothing.
 */
export function wonBack(rows: readonly PlatformSums[]): WonBack[] {
  const groups = groupBy(pairsOf(rows), ({ treated: { platform, currency } }) => `${platform} ${currency}`);
  return [...groups.values()].flatMap((pairs) => {
    const [first] = pairs;
    if (!first) return [];
    const { platform, currency } = first.treated;
    const effectOf = (pick: (row: PlatformSums) => GroupSums): Estimate =>
      sumOf(pairs.map((pair) => revenueEffect(groupsOf(pair, pick)).incremental));
    return [
      { platform, currency, orders: effectOf(({ orders }) => orders), revenue: effectOf(({ revenue }) => revenue) },
    ];
  });
}

interface Pair {
  readonly treated: PlatformSums;
  readonly holdout: PlatformSums;
}

function pairsOf(rows: readonly PlatformSums[]): Pair[] {
  const experiments = groupBy(rows, ({ experimentId }) => experimentId);
  return [...experiments.values()].flatMap((sides) => {
    const [treated, holdout] = [false, true].map((held) => sides.find((row) => row.held === held));
    if (!treated || !holdout || treated.revenue.n < 2 || holdout.revenue.n < 2) return [];
    return [{ treated, holdout }];
  });
}

const groupsOf = ({ treated, holdout }: Pair, pick: (row: PlatformSums) => GroupSums) => ({
  percent: treated.percent,
  treated: pick(treated),
  holdout: pick(holdout),
});

function sumOf(effects: readonly Estimate[]): Estimate {
  const estimate = effects.reduce((sum, effect) => sum + effect.estimate, 0);
  const half = Math.hypot(...effects.map((effect) => effect.high - effect.estimate));
  return { estimate, low: estimate - half, high: estimate + half };
}
