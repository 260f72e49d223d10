import { type Decimal4, formatMoney, parseDecimal } from '#libs/kernel';
import type { OfferTerms } from './offer.dto.js';

const NUMBER = String.raw`\d{1,3}(?:[., '’]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const PER_CENT = String.raw`%|percent\b|per\s+cent\b|prozent\b|pour\s+cent\b|por\s+ciento\b|パーセント|割引率|بالمئة|بالمائة|في\s+المئة|في\s+المائة`;
const CURRENCY = String.raw`[€$£¥]|(?:EUR|USD|GBP|JPY|CHF|AED|SAR|EGP|CAD|AUD)\b|euros?\b|dollars?\b|dólares\b|pounds?\b|円|ドル|ユーロ|يورو|دولار|درهم|ريال|جنيه`;
/** Words for a reduction of prices, in the six languages. */
const REDUCTION =
  /\boff\b|discount|\bsav(?:e|ings?)\b|rabatt|nachlass|\bspar|réduction|remise|de moins|économi|descuento|ahorr|rebaja|オフ|割引|引き|値引|خصم|تخفيض|وفر/iu;

const PERCENTAGES = new RegExp(`(?<![\\d.,])(${NUMBER})\\s*(?:${PER_CENT})|%\\s?(${NUMBER})(?![\\d%])`, 'giu');
const AMOUNTS = new RegExp(`(?<![\\d.,])(${NUMBER})\\s*(?:${CURRENCY})|(?:${CURRENCY})\\s*(${NUMBER})(?![\\d])`, 'giu');

/** So near to a number, a word of reduction belongs to it. */
const NEAR = 24;
const SENTENCE_END = /[.!?](?:\s|$)|[。！？\n]/;

interface Found {
  readonly text: string;
  readonly value: Decimal4;
  readonly isReduction: boolean;
}

/**
 * The numbers in a text that promise something else than the offer, as the text has them: another percentage, or
 * another amount of money. Some numbers are no promise: prices beside a percentage, "100 %" without a word of
 * reduction, and the minimum of the offer. Pure.
 */
export function contradictions({ kind, value, minimum }: OfferTerms, text: string): string[] {
  const plain = asciiDigits(text);
  const [percentages, amounts] = [found(plain, PERCENTAGES), found(plain, AMOUNTS)];
  const promised = parseDecimal(String(value ?? ''));
  const least = minimum === undefined ? undefined : parseDecimal(minimum);
  const wrongPercentages = percentages.filter(
    (each) => !(kind === 'percent' && each.value === promised) && (each.value !== HUNDRED || each.isReduction),
  );
  const wrongAmounts = amounts.filter((each) => {
    if (each.value === least || (kind === 'amount' && each.value === promised)) return false;
    return kind === 'amount' || each.isReduction;
  });
  return [...new Set([...wrongPercentages, ...wrongAmounts].map(({ text: shown }) => shown))];
}

const HUNDRED = 1_000_000n;

/** The text that people read: without Liquid, markup, styles and addresses, with the texts of images. */
export function readableText(source: string): string {
  return source
    .replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, ' ')
    .replace(/<(style|script|mj-style|mj-attributes)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<[^>]*?\balt\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>/gi, ' $1$2 ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\]\([^)]*\)/g, '] ')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/&nbsp;|&#160;|[\u00a0\u202f]/g, ' ')
    .replace(/&euro;/g, '€')
    .replace(/\s+/g, ' ');
}

function found(text: string, pattern: RegExp): Found[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const value = numberOf(match[1] ?? match[2] ?? '');
    if (value === undefined) return [];
    const end = match.index + match[0].length;
    const before = text
      .slice(Math.max(0, match.index - NEAR), match.index)
      .split(SENTENCE_END)
      .at(-1);
    const after = text.slice(end, end + NEAR).split(SENTENCE_END)[0];
    return [{ text: match[0].trim(), value, isReduction: REDUCTION.test(`${before} ${after}`) }];
  });
}

/** A dot or comma before one or two last digits is a decimal point; every other one groups thousands. */
function numberOf(text: string): Decimal4 | undefined {
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  return parseDecimal(`${whole.replace(/\D/g, '')}.${fraction || '0'}`);
}

/** Digits and percent signs of Arabic, Persian and full-width scripts as ASCII. */
function asciiDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\u066a/g, '%')
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',')
    .replace(/[\u200e\u200f\u061c]/g, '');
}

/** A sentence about a contradiction, for an error or a warning. */
export function contradictionText(terms: OfferTerms, numbers: readonly string[]): string {
  const { kind, value } = terms;
  const offer =
    kind === 'free_shipping'
      ? 'free shipping'
      : kind === 'percent'
        ? `${value} percent`
        : formatMoney(parseDecimal(String(value)) ?? 0n);
  return `says ${numbers.map((number) => `"${number}"`).join(', ')}, and the offer is ${offer}`;
}
