import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileCriteria } from './compile.js';
import { CRITERION_KEYS } from './registry.js';
import { RFM_NAMES } from './rfm.js';

const README = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const [, section = ''] = /\n## Segments\n([^]*?)\n## /.exec(README) ?? [];

/** The rows of the first table: keys and example. */
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the section on segments', () => {
  it('has every key, each with an example that is right', () => {
    const keys = rows.flatMap(([, names = '', example = '']) => {
      const value: unknown = JSON.parse(/`([^`]+)`/.exec(example)?.[1] ?? '');
      return [...names.matchAll(/`(\w+)`/g)].map(([, key = '']) => {
        expect(compileCriteria({ [key]: value })).toHaveProperty('criteria');
        return key;
      });
    });
    expect(keys.toSorted()).toEqual([...CRITERION_KEYS, 'all', 'any', 'not'].toSorted());
  });

  it('has an upsert that would be taken', () => {
    const [, block = ''] = /```json\n([^]*?)```/.exec(section) ?? [];
    const { segments } = JSON.parse(block) as { segments: { criteria: unknown }[] };
    expect(segments.map(({ criteria }) => compileCriteria(criteria))).toEqual([
      { criteria: expect.any(Object) as object },
    ]);
  });

  it('has the eleven names of RFM with their ranges', () => {
    const named = RFM_NAMES.map(({ name, ranges: { recency, frequency, monetary } }) => {
      const range = ([from, to]: readonly [number, number]): string => `[${from}, ${to}]`;
      return [name, range(recency), range(frequency), range(monetary)].join(' ');
    });
    expect(named).toHaveLength(11);
    const text = section.replaceAll('|', ' ').replaceAll(/ +/g, ' ');
    expect(named.filter((line) => !text.includes(line))).toEqual([]);
  });
});
