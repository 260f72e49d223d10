import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseStorableJson } from '#libs/kernel';
import { decimalText } from './index.js';
import { parseJsonExactly } from './exact-json.js';

describe('parseJsonExactly', () => {
  it('keeps every digit of money, and of long ids', () => {
    const body = '{"total_amount":19.989999999999998,"tax":1.10,"tiny":1.0e-7,"id":820982911946154508,"n":-5,"z":0}';
    expect(parseJsonExactly(body)).toEqual({
      total_amount: '19.989999999999998',
      tax: '1.10',
      tiny: '1.0e-7',
      id: '820982911946154508',
      n: -5,
      z: 0,
    });
    expect(parseJsonExactly(Buffer.from(body))).toEqual(parseJsonExactly(body));
  });

  it('reads everything else as parseStorableJson does', () => {
    const values = fc.jsonValue({
      stringUnit: fc.oneof(
        fc.constantFrom('\0', '\uD83D', '"', '\\', '1.5'),
        fc.string({ unit: 'binary', maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(values, fc.constantFrom(0, 1, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(numbersRead(parseJsonExactly(text))).toEqual(numbersRead(parseStorableJson(text)));
      }),
    );
    expect(() => parseJsonExactly('{"a":1.5')).toThrow(SyntaxError);
  });

  it.each([
    '1.5',
    '-1.5',
    ' 1e3',
    '[1.5]',
    '[-1.5]',
    '[0, 1E3]',
    '{"a":1.5}',
    '{"a": -1.5}',
    '[1,\n1.5]',
    '1234567890123456',
  ])('finds the number that counts in %j', (text) => {
    expect(JSON.stringify(parseJsonExactly(text))).toContain(`"${/-?\d[\d.eE]{2,}/.exec(text)?.[0]}"`);
  });

  it('leaves digits inside strings alone', () => {
    const body = String.raw`{"a\"1.5":"\\","b":"1.5, \"2.5\"","c":"\\\"3.5"}`;
    expect(parseJsonExactly(`[${body},1.5]`)).toEqual([JSON.parse(body), '1.5']);
  });

  it('reads one very long text', () => {
    const long = 'x'.repeat(7 * 1024 * 1024);
    expect(parseJsonExactly(JSON.stringify([long, 1.5]))).toEqual([long, '1.5']);
    const escaped = '\n"'.repeat(1024 * 1024);
    expect(parseJsonExactly(JSON.stringify([escaped, 1.5]))).toEqual([escaped, '1.5']);
  });
});

/** A reviver that turns the texts of numbers into numbers, so that the values of both parsers can be compared. */
const decimalStrings = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && /^-?\d[\d.eE+-]*$/.test(value) ? Number(value) : value;

const numbersRead = (value: unknown): unknown => JSON.parse(JSON.stringify(value), decimalStrings);

describe('decimalText', () => {
  it.each([
    ['69.8400', '69.8400'],
    ['8', '8'],
    [8, '8'],
    [' 924.47 ', '924.47'],
    ['-0.5', '-0.5'],
    ['1.5e-7', '0.00000015'],
    ['1.25E+3', '1250'],
    ['1.25e1', '12.5'],
    ['0012.50', '12.50'],
  ])('reads %j as %j', (value, expected) => {
    expect(decimalText(value)).toBe(expected);
  });

  it.each(['', ' ', 'abc', '1,5', '.5', '5.', '1e1234', 'NaN', 1.5, Number.NaN, null, undefined, {}, []])(
    'takes %j for no decimal',
    (value) => {
      expect(decimalText(value)).toBeUndefined();
    },
  );

  it('means the same number', () => {
    const exponent = fc.integer({ min: -20, max: 20 });
    fc.assert(
      fc.property(fc.integer(), fc.stringMatching(/^\d{1,6}$/), exponent, (whole, fraction, power) => {
        const literal = `${whole}.${fraction}e${power}`;
        const read = decimalText(literal) ?? '';
        expect(read).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(read)).toBe(Number(literal));
      }),
    );
  });
});
