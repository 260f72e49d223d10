import { parseStorableJson } from '#libs/kernel';

/** A string, or a number. Strings come first, so digits inside them are never looked at. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
/** Where a number outside of a string may stand that is no short integer; hashes and times in strings seldom look like it. */
const MAY_BE_INEXACT = /(?:^|[:,[\s])-?(?:\d+[.eE]|\d{16})/;
const SHORT_INTEGER = /^-?\d{1,15}$/;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * parseStorableJson that loses no digit: a number with a fraction or an exponent, or with 16 digits and more, comes back as
 * the text that stands there. V3 writes money as JSON numbers, and a float must never carry money. Short integers are
 * numbers as ever.
 * @throws {SyntaxError} when the text is not JSON
 */
export function parseJsonExactly(json: string | Buffer): unknown {
  const text = typeof json === 'string' ? json : json.toString('utf8');
  // Only valid JSON goes on, which the patterns rely on; an answer without a long or broken number is done here.
  const value = parseStorableJson(text);
  return MAY_BE_INEXACT.test(text) ? parseStorableJson(text.replace(STRING_OR_NUMBER, quoteInexact)) : value;
}

function quoteInexact(token: string): string {
  return token.startsWith('"') || SHORT_INTEGER.test(token) ? token : `"${token}"`;
}

/**
 * A decimal as plain digits, from what the wire may hold in its place: `"69.8400"`, `8`, `1.99` or `1.5e-7` (as
 * parseJsonExactly leaves it).
 * @returns undefined for anything that is no decimal
 */
export function decimalText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  const match = typeof value === 'string' ? DECIMAL.exec(value.trim()) : null;
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const places = fraction.length - Number(exponent);
  const digits = places < 0 ? whole + fraction + '0'.repeat(-places) : (whole + fraction).padStart(places + 1, '0');
  const point = digits.length - Math.max(places, 0);
  const integer = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  return `${sign}${integer}${places > 0 ? `.${digits.slice(point)}` : ''}`;
}
