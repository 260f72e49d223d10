import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv-line.js';
import { cellsOf, commonDelimiterOf, RecordSplitter } from './csv-records.js';

/** The records of a text that comes in pieces of so many characters, as cells behind their line. */
function read(text: string, size = 1_000_000, longest?: number): (readonly (string | number)[])[] {
  const splitter = new RecordSplitter({ delimiterOf: commonDelimiterOf, ...(longest ? { longest } : {}) });
  const records = [];
  for (let at = 0; at < text.length; at += size) records.push(...splitter.push(text.slice(at, at + size)));
  records.push(...splitter.end());
  const delimiter = commonDelimiterOf(records[0]?.text ?? '');
  return records.map((record) => [record.line, ...(cellsOf(record.text, delimiter) ?? ['open'])]);
}

describe('the records of a CSV file', () => {
  it.each([
    [
      'a quoted line break in the last line without a line break',
      'id,note\n1,"a\nb"\n2,"c\nd"',
      [
        [2, '1', 'a\nb'],
        [4, '2', 'c\nd'],
      ],
    ],
    [
      'a quote behind a sign that is no delimiter of the file',
      'id,note\n1,5;"\n2,"a\nb"\n',
      [
        [2, '1', '5;"'],
        [3, '2', 'a\nb'],
      ],
    ],
    [
      'quotes inside of a cell',
      'id;note\n1;5"", 6"\n2;"a"b"c\n',
      [
        [2, '1', '5"", 6"'],
        [3, '2', 'ab"c'],
      ],
    ],
    [
      'lines that end by CR alone',
      'id,note\r1,"a\rb"\r2,c',
      [
        [2, '1', 'a\rb'],
        [4, '2', 'c'],
      ],
    ],
    [
      'a quote that is never closed',
      'id,note\n1,a\n2,"b\n3,c',
      [
        [2, '1', 'a'],
        [3, 'open'],
        [4, '3', 'c'],
      ],
    ],
  ])('are right with %s', (_what, text, expected) => {
    for (const size of [1, 2, 3, 1_000]) expect(read(text, size).slice(1)).toEqual(expected);
  });

  it('are those that csvLine wrote, in pieces of any size, with and without the last line break', () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', '\r', 'a', ' '), maxLength: 6 }),
      fc.string({ maxLength: 6 }),
    );
    const lines = fc.array(fc.tuple(cell, cell, fc.constant('x')), { maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 30 }), fc.constantFrom(0, 1, 2), (rows, size, missing) => {
        const text = [['a', 'b', 'c'], ...rows].map((row) => csvLine(row)).join('');
        const found = read(text.slice(0, text.length - missing), size).map(([, ...cells]) => cells);
        // `csvLine` guards what a spreadsheet would run.
        const unguarded = found.map((cells, row) =>
          cells.map((text, place) => (text === `'${[['a', 'b', 'c'], ...rows][row]?.[place]}` ? text.slice(1) : text)),
        );
        expect(unguarded).toEqual([['a', 'b', 'c'], ...rows]);
      }),
      { numRuns: 500 },
    );
  });

  it('are the same in pieces of any size, also where the text is broken', () => {
    const text = fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'a'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (broken, size) => {
        expect(read(broken, size, 12)).toEqual(read(broken, 1_000_000, 12));
      }),
      { numRuns: 1_000 },
    );
  });
});
