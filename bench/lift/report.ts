import { newTally, shareOf, type Tally, type Test, TESTS } from './tally.js';

/** The share of stores with a false alarm as a Markdown table. Rows are kinds of store, columns are tests. */
export function reportOf(tally: Tally): string {
  const fixed = [...newTally().keys()];
  const others = [...tally.keys()].filter((label) => !fixed.includes(label)).toSorted(byNumber);
  const tests = Object.entries(TESTS) as [Test, string][];
  const rows = [...fixed, ...others].map((label) => [
    label,
    (tally.get(label)?.stores ?? 0).toLocaleString('en'),
    ...tests.map(([test]) => `${(100 * shareOf(tally, test, label)).toFixed(2)} %`),
  ]);
  const header = ['recipients, or kind of store', 'stores', ...tests.map(([, title]) => title)];
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const byNumber = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });
