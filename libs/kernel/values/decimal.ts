/**
 * Money and other decimals as a count of ten-thousandths (numeric(20,4) in Postgres): 12.34 is 123400n. The rounding of
 * floats could move a customer across a threshold.
 */
export type Decimal4 = bigint;

const SCALE = 4;
const PATTERN = /^(-?)(\d{1,16})(?:\.(\d+))?$/;

/** Reads a decimal string; undefined for other texts. Four fraction digits are kept, rounded half away from zero. */
export function parseDecimal(text: string): Decimal4 | undefined {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const kept = BigInt(whole + fraction.slice(0, SCALE).padEnd(SCALE, '0'));
  const rounded = (fraction[SCALE] ?? '0') >= '5' ? kept + 1n : kept;
  return sign ? -rounded : rounded;
}

/** As Postgres writes numeric(20,4): `12.3400`. */
export function formatDecimal(value: Decimal4): string {
  const digits = (value < 0n ? -value : value).toString().padStart(SCALE + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`;
}

/** Money for people: at least two decimal places and no further trailing zeros, as in `12.34`, `0.005`. */
export const formatMoney = (value: Decimal4): string => formatDecimal(value).replace(/0{1,2}$/, '');

/** From a numeric as Postgres writes it. */
export const decimalOf = (numeric: string): Decimal4 => parseDecimal(numeric) ?? 0n;

/** Money for people, from a numeric as Postgres writes it. */
export const moneyOf = (numeric: string): string => formatMoney(decimalOf(numeric));
