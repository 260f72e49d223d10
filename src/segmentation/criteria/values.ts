import { type Decimal4, parseDecimal } from '#libs/kernel';

const LARGEST = 10n ** 19n;
const FOUR_PLACES = /^\d{1,15}(\.\d{1,4})?$/;

/** An amount of money: a number or a decimal string, not negative, at most four places. */
export function readAmount(given: unknown): { value: Decimal4 } | string {
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string') return 'must be a number or a decimal string';
  if (text.startsWith('-')) return 'must not be negative';
  if (!FOUR_PLACES.test(text)) return 'must be a decimal with at most 15 digits before the point and 4 behind it';
  const value = parseDecimal(text);
  return value === undefined || value > LARGEST ? 'is too large' : { value };
}

/** A whole number from 0 to 1,000,000. */
export function readCount(given: unknown): { value: number } | string {
  if (typeof given !== 'number' || !Number.isInteger(given)) return 'must be a whole number';
  if (given < 0) return 'must not be negative';
  return given > 1_000_000 ? 'must be at most 1000000' : { value: given };
}
