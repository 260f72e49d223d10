import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnstorable, parseStorableJson } from './storable-json.js';

describe('parseStorableJson', () => {
  it.each([
    [String.raw`{"name":"Ad\u0000a"}`, { name: 'Ada' }],
    [String.raw`["\uD83D","\ude00 x","a\ud83d\ud83d\ude00"]`, ['\uFFFD', '\uFFFD x', 'a\uFFFD\u{1F600}']],
    [String.raw`["\ud83d\ude00","\\u0000","é"]`, ['\u{1F600}', String.raw`\u0000`, 'é']],
    ['{"a":[1,null,true]}', { a: [1, null, true] }],
  ])('reads %s', (json, value) => {
    expect(parseStorableJson(json)).toEqual(value);
  });

  it('removes only what Postgres can not store, and otherwise parses like JSON.parse', () => {
    const units = fc.array(fc.constantFrom('\0', '\uD83D', '\uDE00', '\\', 'u0000', 'x', '"', '\u{1F600}'));
    fc.assert(
      fc.property(
        units.map((all) => all.join('')),
        (text) => {
          const read = (parseStorableJson(JSON.stringify([text])) as string[])[0];
          expect(read).toBe(text.replaceAll('\0', '').toWellFormed());
        },
      ),
    );
  });

  it('throws a SyntaxError where the text is not JSON', () => {
    expect(() => parseStorableJson(String.raw`{"a":"\u0000"`)).toThrow(SyntaxError);
  });
});

describe('findUnstorable', () => {
  const find = (json: string): string | undefined => findUnstorable(json, JSON.parse(json));

  it.each([
    [String.raw`{"a":[{"b/c":"x"},{"b/c":"x\u0000"}]}`, '/a/1/b~1c'],
    [String.raw`{"a":"\ud800"}`, '/a'],
    [String.raw`{"a":{"\udc00":1}}`, '/a/\uDC00'],
    [String.raw`"\u0000"`, ''],
    [String.raw`{"a":"\\u0000","b":"\ud83d\ude00"}`, undefined],
    ['{"a":"b"}', undefined],
  ])('finds in %s', (json, pointer) => {
    expect(find(json)).toBe(pointer);
  });

  it('finds an unstorable text at any depth', () => {
    const depth = 50_000;
    expect(find(`${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`)).toHaveLength(2 * depth);
  });
});
