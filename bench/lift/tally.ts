import type { Alarms } from './looks.js';
import type { Labels } from './story.js';

const SIZES = [
  ['60 to 499', 500],
  ['500 to 1,999', 2_000],
  ['2,000 to 5,000', Infinity],
] as const;

/** The tests of the report, ours first. */
export const TESTS = {
  customers: 'came back, our verdict',
  revenue: 'revenue, our verdict',
  either: 'either of our verdicts',
  zDaily: 'z-test of the rates, every day',
  zOnce: 'z-test of the rates, once at the end',
  tDaily: 't-test of the revenue, every day',
} as const;
export type Test = keyof typeof TESTS;

export interface Count {
  stores: number;
  readonly alarms: Record<Test, number>;
}

/** By label, with `all` first. */
export type Tally = Map<string, Count>;

export const newTally = (): Tally =>
  new Map(['all', ...SIZES.map(([label]) => label)].map((label) => [label, emptyCount()]));

const emptyCount = (): Count => ({
  stores: 0,
  alarms: { customers: 0, revenue: 0, either: 0, zDaily: 0, zOnce: 0, tDaily: 0 },
});

export function count(tally: Tally, { recipients, labels }: Labels, alarms: Alarms): void {
  const [size] = SIZES.find(([, below]) => recipients < below) ?? SIZES[0];
  const raised = { ...alarms, either: alarms.customers || alarms.revenue };
  for (const label of ['all', size, ...labels]) {
    const row = tally.get(label) ?? emptyCount();
    tally.set(label, row);
    row.stores += 1;
    for (const test of testsOf(row)) row.alarms[test] += Number(raised[test]);
  }
}

/** Adds the counts of another thread. */
export function merge(tally: Tally, other: Tally): void {
  for (const [label, { stores, alarms }] of other) {
    const row = tally.get(label) ?? emptyCount();
    tally.set(label, row);
    row.stores += stores;
    for (const test of testsOf(row)) row.alarms[test] += alarms[test];
  }
}

export const shareOf = (tally: Tally, test: Test, label = 'all'): number => {
  const row = tally.get(label);
  return row && row.stores > 0 ? row.alarms[test] / row.stores : 0;
};

const testsOf = ({ alarms }: Count): Test[] => Object.keys(alarms) as Test[];
