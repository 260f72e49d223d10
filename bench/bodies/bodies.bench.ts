import type { Datastores } from '../support/datastores.js';
import { compare, type Pair, ratios, tableOf } from '../intake/variants.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { decimals, median } from '../support/table.js';

const DROP = ['DROP INDEX deliveries_about_idx', 'DROP INDEX deliveries_unread_idx'];
const VARIANTS: Pair = [
  { name: 'with the index', changes: [] },
  { name: 'without the index', changes: DROP },
];
const FULL = { rounds: 8, warmUpSeconds: 1, seconds: 4, processed: 8_000, turns: 3 };
const QUICK = { rounds: 1, warmUpSeconds: 1, seconds: 1, processed: 1_000, turns: 1 };
/** The share of the accepted requests that the index may cost. */
const MOST_LOST = 0.02;

/** What the index of bodies costs when deliveries are accepted and when they are processed. */
export async function benchBodies(datastores: Datastores, { quick }: BenchOptions): Promise<object> {
  const rates = await compare(datastores, VARIANTS, quick ? QUICK : FULL);
  console.log(tableOf(VARIANTS, rates));
  const lost = 1 - median(ratios(rates.accepted));
  const goals: Goal[] = [
    {
      text: `accepting deliveries loses at most ${MOST_LOST * 100} %`,
      reached: lost <= MOST_LOST,
      measured: `${decimals(lost * 100, 1)} %`,
    },
  ];
  console.log(`\n${goalLines(goals)}`);
  return { ...rates, goals };
}
