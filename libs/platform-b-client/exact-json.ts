import { parseStorableJson } from '#libs/kernel';

/** A string, or a number. Strings match first, so digits inside of strings are never matched. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
/** A quick test for numbers that are not short integers. Hashes and times inside of strings rarely match. */
const MAY_BE_INEXACT = /(?:^|[:,[\s])-?(?:\d+[.eE]|\d{16})/;
const SHORT_INTEGER = /^-?\d{1,15}$/;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Like parseStorableJson, but keeps all digits: a number with a fraction, an exponent, or at least 16 digits becomes
 * its text. V3 writes money as JSON numbers, and a float must never represent money. Short integers stay numbers.
 * @throws {SyntaxError} when the text is not JSON
 */
export function parseJsonExactly(json: string | Buffer): unknown {
  const text = typeof json === 'string' ? json : json.toString('utf8');
  // Most answers have no such number and return here. Only valid JSON reaches the patterns, which depend on that.
  const value = parseStorableJson(text);
  return MAY_BE_INEXACT.test(text) ? parseStorableJson(text.replace(STRING_OR_NUMBER, quoteInexact)) : value;
}

function quoteInexact(token: string): string {
  return token.startsWith('"') || SHORT_INTEGER.test(token) ? token : `"${token}"`;
}

/**
 * Converts the forms of a decimal to plain digits: `"69.8400"`, `8`, `1.99`, or `1.5e-7` after parseJsonExactly.
 * @returns undefined for a value that is not a decimal
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
