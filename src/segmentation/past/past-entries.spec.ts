import { expect, it } from 'vitest';
import { entriesIn, type KnownPast } from './past-entries.js';

const SPAN = { from: 10, to: 20 };
const NOTHING: KnownPast = { insideBefore: false, computed: [], recorded: [] };
const entered = (at: number, cause: string) => ({ at, kind: 'entered', cause }) as const;
const left = (at: number, cause: string) => ({ at, kind: 'left', cause }) as const;

const stays = (known: Partial<KnownPast>): string[] =>
  entriesIn(SPAN, { ...NOTHING, ...known }).map(({ enteredAt, leftAt }) => `${enteredAt}-${leftAt}`);

it('takes entries from the first instant of the span to the last before its end, and their ends after it', () => {
  const recorded = [9, 10, 19, 20].flatMap((at) => [entered(at, 'clock'), left(at + 0.5, 'clock')]);
  expect(stays({ recorded })).toEqual(['10-10.5', '19-19.5']);
  expect(stays({ computed: [{ at: 11, kind: 'entered' }], recorded: [left(30, 'clock')] })).toEqual(['11-30']);
});

it('starts nothing by an import or by history', () => {
  expect(stays({ recorded: [entered(11, 'backfill'), left(12, 'backfill'), entered(13, 'import:x')] })).toEqual([]);
});

it('takes the first evaluation of a definition for an entry only where the orders say that it is one', () => {
  expect(stays({ recorded: [entered(11, 'definition')] })).toEqual(['11-null']);
  expect(stays({ insideBefore: true, recorded: [entered(11, 'definition')] })).toEqual([]);
  const computed = [{ at: 11, kind: 'entered' }] as const;
  expect(stays({ computed, recorded: [entered(12, 'definition'), left(13, 'clock')] })).toEqual(['11-13']);
});
