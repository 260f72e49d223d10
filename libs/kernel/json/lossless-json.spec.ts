import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseJsonExactly, parseJsonLosslessly } from './lossless-json.js';
import { parseStorableJson } from './storable-json.js';

describe('parseJsonLosslessly', () => {
  it('keeps ids that a double cannot hold', () => {
    const body = '{"id":820982911946154508,"order_id": 450789469,"line_items":[{"id":-9223372036854775808}]}';
    expect(parseJsonLosslessly(body)).toEqual({
      id: '820982911946154508',
      order_id: 450789469,
      line_items: [{ id: '-9223372036854775808' }],
    });
    expect(parseJsonLosslessly(Buffer.from(body))).toEqual(parseJsonLosslessly(body));
  });

  it('tells two ids apart that differ below the precision of a double', () => {
    expect(parseJsonLosslessly('[820982911946154508,820982911946154509]')).toEqual([
      '820982911946154508',
      '820982911946154509',
    ]);
  });

  it('leaves digits inside strings alone, escapes included', () => {
    const body = String.raw`{"a\"1234567890123456":"\\","gid":"gid://shopify/Order/820982911946154508","x":"\",1234567890123456789"}`;
    expect(parseJsonLosslessly(body)).toEqual(JSON.parse(body));
  });

  it('leaves numbers that are not whole, or not long, as they are', () => {
    const body =
      '[1234567890123456.5,1.2345678901234567,1e16,123456789012345,-0,0.1234567890123456789,1234567890123456e1]';
    expect(parseJsonLosslessly(body)).toEqual(JSON.parse(body));
  });

  it.each(['1234567890123456', ' 1234567890123456 ', '[1234567890123456]', '[1,1234567890123456\n]'])(
    'finds the integer wherever it stands: %j',
    (body) => {
      expect(JSON.stringify(parseJsonLosslessly(body))).toContain('"1234567890123456"');
    },
  );

  it.each([
    '',
    '{',
    '{"a":01234567890123456}',
    '{1234567890123456:1}',
    '1234567890123456"a"',
    '[1234567890123456,]',
    '--1234567890123456',
    '"1234567890123456',
    "{'a':1234567890123456}",
  ])('refuses what JSON.parse refuses: %j', (body) => {
    expect(() => parseJsonLosslessly(body)).toThrow(SyntaxError);
  });

  it('reads very deep and very long bodies', () => {
    const deep = `${'['.repeat(100_000)}1234567890123456${']'.repeat(100_000)}`;
    let value = parseJsonLosslessly(deep);
    while (Array.isArray(value)) value = value[0] as unknown;
    expect(value).toBe('1234567890123456');
    const long = `{"note":"${'\\"x'.repeat(1_000_000)}","id":1234567890123456}`;
    expect(parseJsonLosslessly(long)).toMatchObject({ id: '1234567890123456' });
  });

  it('takes __proto__ for an ordinary key', () => {
    const value = parseJsonLosslessly('{"__proto__":{"admin":true},"id":1234567890123456}') as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value.admin).toBeUndefined();
    expect(Object.keys(value)).toEqual(['__proto__', 'id']);
  });

  it('equals parseStorableJson whenever no integer is long', () => {
    const unit = fc.oneof(fc.constantFrom('\0', '\uD83D', '"', '\\', '7'), fc.string({ unit: 'binary', maxLength: 1 }));
    const short = fc.json({ stringUnit: unit }).filter((text) => !/\d{16}/.test(text.replace(/"(\\.|[^"\\])*"/g, '')));
    fc.assert(
      fc.property(short, (text) => {
        expect(parseJsonLosslessly(text)).toEqual(parseStorableJson(text));
      }),
    );
  });

  it('returns the digits of every 64-bit integer', () => {
    const id = fc.bigInt({ min: 10n ** 15n, max: 2n ** 64n });
    fc.assert(
      fc.property(id, fc.string(), (n, text) => {
        const body = `{"s":${JSON.stringify(text)},"id":${n},"t":[${JSON.stringify(`${text}"`)},-${n}]}`;
        expect(parseJsonLosslessly(body)).toEqual({ s: text, id: `${n}`, t: [`${text}"`, `-${n}`] });
      }),
    );
  });
});

describe('parseJsonExactly', () => {
  it('keeps the text of each number that a double may change, and all else as JSON.parse does', () => {
    const body = String.raw`{"id":820982911946154508,"total":-90071992547409.2512,"a":[0.1234567890123456],"b":1.5,"c":"1234567890123456.5","d":"\u0000"}`;
    expect(parseJsonExactly(body)).toEqual({
      id: '820982911946154508',
      total: '-90071992547409.2512',
      a: ['0.1234567890123456'],
      b: 1.5,
      c: '1234567890123456.5',
      d: '\0',
    });
  });

  it('returns the digits of every decimal', () => {
    const whole = fc.bigInt({ min: 10n ** 12n, max: 10n ** 15n });
    fc.assert(
      fc.property(whole, fc.integer({ min: 1_000, max: 9_999 }), (before, after) => {
        expect(parseJsonExactly(`[${before}.${after},-${before}.${after}]`)).toEqual([
          `${before}.${after}`,
          `-${before}.${after}`,
        ]);
      }),
    );
  });
});
