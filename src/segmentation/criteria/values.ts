import { type Decimal4, parseDecimal } from '#libs/kernel';
import { MARKETING_STATES, type Marketing } from '../../commerce/model/customer.entity.js';

const LARGEST = 10n ** 19n;
const FOUR_PLACES = /^\d{1,15}(\.\d{1,4})?$/;
/** Includes the way in which JavaScript writes small numbers: 1e-7. */
const PLAIN_DECIMAL = /^\d+(\.\d+)?(e-\d+)?$/;
/** A float above it has no four exact decimals, so there is no nearest amount to propose. */
const MOST_EXACT = 1e11;
const FLOAT_ERROR = 1e-9;
const MOST_VALUES = 200;
/** A hundred years: much later instants would leave the range of dates. */
const MOST_DAYS = 36_500;

export type Read<V> = { readonly value: V } | string;

/** An amount of money: a number or a decimal string, not negative, at most four places. */
export function readAmount(given: unknown): Read<Decimal4> {
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string') return 'must be a number or a decimal string';
  if (text.startsWith('-')) return 'must not be negative';
  const number = Number(text);
  if (PLAIN_DECIMAL.test(text) && number < MOST_EXACT && !FOUR_PLACES.test(text)) return tooPrecise(given, number);
  if (!FOUR_PLACES.test(text)) return 'must be a decimal with at most 15 digits before the point and 4 behind it';
  const value = parseDecimal(text);
  return value === undefined || value > LARGEST ? 'is too large' : { value };
}

/** JSON numbers are binary floats: a client that adds 0.1 and 0.2 sends 0.30000000000000004. */
function tooPrecise(given: unknown, number: number): string {
  const nearest = number.toFixed(4).replace(/0{1,2}$/, '');
  const advice = `send "${nearest}" as a string`;
  return typeof given === 'number' && Math.abs(number - Number(nearest)) < FLOAT_ERROR * Math.max(1, number)
    ? `is ${given}, the binary float of ${nearest}, with more than 4 decimals; ${advice}`
    : `has more than 4 decimals; the nearest amount is ${nearest}: ${advice}`;
}

/** A whole number from 0 to 1,000,000. */
export const readCount = (given: unknown): Read<number> => readWhole(given, 1_000_000);
/** Days of 24 hours. */
export const readDays = (given: unknown): Read<number> => readWhole(given, MOST_DAYS);

function readWhole(given: unknown, largest: number): Read<number> {
  if (typeof given !== 'number' || !Number.isInteger(given)) return 'must be a whole number';
  if (given < 0) return 'must not be negative';
  return given > largest ? `must be at most ${largest}` : { value: given };
}

export const readTrue = (given: unknown): Read<true> => (given === true ? { value: true } : 'must be true');

export function readMarketing(given: unknown): Read<Marketing> {
  const value = MARKETING_STATES.find((status) => status === given);
  return value ? { value } : `must be one of ${MARKETING_STATES.join(', ')}`;
}

/** A list of texts in canonical form, sorted and without repeats: order and repetition have no meaning. */
const readList =
  (what: string, canonical: (text: string) => string | undefined) =>
  (given: unknown): Read<readonly string[]> => {
    if (!Array.isArray(given)) return `must be a list of ${what}`;
    if (given.length === 0) return 'must have at least one value';
    if (given.length > MOST_VALUES) return `must have at most ${MOST_VALUES} values`;
    const values = given.map((item: unknown) => (typeof item === 'string' ? canonical(item) : undefined));
    const wrong = values.indexOf(undefined);
    if (wrong >= 0) return `must be a list of ${what}; value ${wrong + 1} is not valid`;
    return { value: [...new Set(values.filter((value) => value !== undefined))].sort() };
  };

export const readProductIds = readList('product ids of 1 to 64 characters', (text) =>
  /^[\p{L}\p{N}\p{P}\p{S}]{1,64}$/u.test(text) ? text : undefined,
);

export const readDomains = readList('domains such as example.com', (text) =>
  text.length <= 254 && /^[@.]?[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u.test(text) ? text.toLowerCase() : undefined,
);

export const readCountries = readList('ISO 3166 alpha-2 codes', (text) => {
  const code = text.toUpperCase();
  return /^[A-Z]{2}$/.test(code) && isCountry(code) ? code : undefined;
});

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Includes former countries, because addresses may be old. UK is only an alias; the code is GB. */
const isCountry = (code: string): boolean => code !== 'UK' && regions.of(code) !== undefined;
