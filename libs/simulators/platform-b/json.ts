import type { Cents, Instant, PlatformId } from '../records/records.js';

export type Json = Record<string, unknown>;

/** `69.8400`: V2 writes money as text with four places. */
export function decimal4(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}00`;
}

/** `Tue, 05 Mar 2019 21:40:11 +0000`, as V2 writes times. */
export const rfc2822 = (at: Instant): string => new Date(at).toUTCString().replace('GMT', '+0000');

/** `2019-03-05T21:40:11Z`, as V3 writes times. */
export const isoSeconds = (at: Instant): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

/** Platform B's ids are ordinary JSON numbers. */
export function numeric(id: PlatformId): number {
  const number = Number(id);
  if (!Number.isSafeInteger(number)) throw new Error(`${id} is no id of platform B: use the ordinary id style`);
  return number;
}
