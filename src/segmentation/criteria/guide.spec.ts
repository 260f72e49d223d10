import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileCriteria } from './compile.js';
import { CRITERION_KEYS } from './registry.js';
import { RFM_NAMES } from './rfm.js';

const GUIDE = readFileSync(join(import.meta.dirname, '../../../docs/guides/segments.md'), 'utf8');

/** The rows of the table of criteria: keys and example. */
const rows = GUIDE.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/guides/segments.md', () => {
  it('lists every key of criteria, each with a valid example', () => {
    const keys = rows.flatMap(([, names = '', example = '']) => {
      const value: unknown = JSON.parse(/`([^`]+)`/.exec(example)?.[1] ?? '');
      return [...names.matchAll(/`(\w+)`/g)].map(([, key = '']) => {
        expect(compileCriteria({ [key]: value })).toHaveProperty('criteria');
        return key;
      });
    });
    expect(keys.toSorted()).toEqual([...CRITERION_KEYS, 'all', 'any', 'not'].toSorted());
  });

  it('shows an upsert with valid criteria', () => {
    const [, block = ''] = /```json\n([^]*?)```/.exec(GUIDE) ?? [];
    const { segments } = JSON.parse(block) as { segments: { criteria: unknown }[] };
    expect(segments.map(({ criteria }) => compileCriteria(criteria))).toEqual([
      { criteria: expect.any(Object) as object },
    ]);
  });

  it('lists the eleven RFM groups with their ranges', () => {
    const named = RFM_NAMES.map(({ name, ranges: { recency, frequency, monetary } }) => {
      const range = ([from, to]: readonly [number, number]): string => `[${from}, ${to}]`;
      return [name, range(recency), range(frequency), range(monetary)].join(' ');
    });
    expect(named).toHaveLength(11);
    const text = GUIDE.replaceAll('|', ' ').replaceAll(/ +/g, ' ');
    expect(named.filter((line) => !text.includes(line))).toEqual([]);
  });
});
