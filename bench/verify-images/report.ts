import { decimals, percent, table, whole } from '../support/table.js';
import type { Outcome } from './verify.js';

interface Row {
  readonly family: string;
  readonly asked: number;
  readonly served: number;
  readonly refused: number;
  readonly broken: number;
  readonly score: number;
}

/** A table of families, and the broken rules with the numbers of some cases. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const families = [...new Set(outcomes.map(({ family }) => family))].toSorted();
  const rows = families.map((family) => rowOf(family, outcomes));
  const lines = [
    table<Row>(
      [
        { title: 'family', cell: ({ family }) => family, align: 'left' },
        { title: 'asked', cell: ({ asked }) => whole(asked) },
        { title: 'itself', cell: ({ asked, served }) => percent(served / Math.max(1, asked)) },
        { title: 'refused', cell: ({ refused }) => whole(refused) },
        { title: 'broken', cell: ({ broken }) => whole(broken) },
        { title: 'score', cell: ({ score }) => decimals(score, 1) },
      ],
      rows,
    ),
    '',
  ];
  for (const [rule, numbers] of brokenRules(outcomes)) {
    lines.push(`${rule}: ${numbers.length} (cases ${numbers.slice(0, 8).join(', ')})`);
  }
  const broken = outcomes.filter(({ faults }) => faults.length > 0).length;
  const refused = outcomes.filter(({ served }) => served === null).length;
  const made = whole(outcomes.length - refused);
  lines.push(`${made} images, ${whole(broken)} break a hard rule; ${whole(refused)} refused: their texts do not fit`);
  return lines.join('\n');
}

function rowOf(family: string, outcomes: readonly Outcome[]): Row {
  const own = outcomes.filter((outcome) => outcome.family === family);
  const made = own.filter(({ served }) => served !== null);
  return {
    family,
    asked: own.length,
    served: own.filter(({ served }) => served === family).length,
    refused: own.length - made.length,
    broken: own.filter(({ faults }) => faults.length > 0).length,
    score: made.reduce((sum, { score }) => sum + score, 0) / Math.max(1, made.length),
  };
}

function brokenRules(outcomes: readonly Outcome[]): [string, number[]][] {
  const found = new Map<string, number[]>();
  for (const { number, faults } of outcomes) {
    for (const fault of faults) found.set(fault, [...(found.get(fault) ?? []), number]);
  }
  return [...found].toSorted((a, b) => b[1].length - a[1].length);
}
