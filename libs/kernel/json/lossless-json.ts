import { parseStorableJson } from './storable-json.js';

/** Numbers that become texts: what finds candidates fast, and what they look like. */
interface LongNumbers {
  readonly run: RegExp;
  readonly literal: RegExp;
}

const LONG_INTEGERS: LongNumbers = { run: /\d{16,}/g, literal: /^-?[1-9]\d{15,}$/ };
const LONG_NUMBERS: LongNumbers = { run: /\d[\d.]{15,}/g, literal: /^-?(?=(?:\d\.?){16})\d+(?:\.\d+)?$/ };
/** The characters that can precede a number outside of a string. */
const BEFORE_NUMBER = /^[-:,[\s]?$/;
const NUMBER_LITERAL = /[-+.\deE]*/y;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * Like JSON.parse, but keeps 64-bit ids: an integer of 16 or more digits becomes a string of its digits, because a
 * double cannot represent all of them. Platform A's sample orders have such ids. Everything else is as in
 * parseStorableJson. A `__proto__` key is an ordinary property.
 * @throws {SyntaxError} when the text is not JSON
 */
export function parseJsonLosslessly(json: string | Buffer): unknown {
  return parsed(typeof json === 'string' ? json : json.toString('utf8'), LONG_INTEGERS, parseStorableJson);
}

/**
 * Like JSON.parse, but a number of 16 or more digits becomes its text, also one with a point. For tables of texts, in
 * which a double would change an id or an amount.
 * @throws {SyntaxError} when the text is not JSON
 */
export const parseJsonExactly = (text: string): unknown =>
  parsed(text, LONG_NUMBERS, (given) => JSON.parse(given) as unknown);

function parsed(text: string, long: LongNumbers, parse: (text: string) => unknown): unknown {
  const value = parse(text);
  // Almost every text returns here. Only valid JSON reaches the scan below, which depends on that.
  return mayHold(long, text) ? parse(quoted(long, text)) : value;
}

/** Finds long numbers outside of strings, because long digit runs are common inside the strings of a body. */
function mayHold({ run }: LongNumbers, text: string): boolean {
  for (const { index } of text.matchAll(run)) {
    if (BEFORE_NUMBER.test(text.charAt(index - 1))) return true;
  }
  return false;
}

/** Puts quotes around long numbers outside of strings. One pass without recursion, for bodies of any depth. */
function quoted({ literal: long }: LongNumbers, text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = endOfString(text, at);
    } else if (unit === MINUS || (unit >= ZERO && unit <= NINE)) {
      const literal = numberAt(text, at);
      if (long.test(literal)) {
        parts.push(text.slice(copied, at), '"', literal, '"');
        copied = at + literal.length;
      }
      at += literal.length;
    } else {
      at += 1;
    }
  }
  parts.push(text.slice(copied));
  return parts.join('');
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

function numberAt(text: string, start: number): string {
  NUMBER_LITERAL.lastIndex = start;
  return NUMBER_LITERAL.exec(text)?.[0] ?? '';
}
