import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, formatMoney, parseDecimal } from './decimal.js';

describe('decimals', () => {
  it.each([
    ['0', 0n],
    ['12.34', 123400n],
    ['-0.5', -5000n],
    ['598.94', 5989400n],
    ['0.00005', 1n],
    ['0.00004', 0n],
  ])('reads %s', (text, value) => expect(parseDecimal(text)).toBe(value));

  it.each(['', '1e3', 'NaN', '1,00', ' 1', '.5', '12345678901234567'])('refuses %j', (text) =>
    expect(parseDecimal(text)).toBeUndefined(),
  );

  it('a formatted decimal parses to the same value', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n) + 1n, max: 10n ** 20n - 1n }),
        (value) => parseDecimal(formatDecimal(value)) === value,
      ),
    );
  });

  it.each([
    [123400n, '12.34'],
    [120000n, '12.00'],
    [50n, '0.005'],
    [1n, '0.0001'],
  ])('writes %s as money', (value, text) => expect(formatMoney(value)).toBe(text));
});
