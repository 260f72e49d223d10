import type { WireId, WireMoneySet } from '#libs/platform-a-client';
import { type Decimal4, parseDecimal } from '#libs/kernel';
import { Unreadable } from '../../stores/unreadable.js';

/** The platform's id of a record as a string: from the gid, which is exact, or else from the number. */
export function externalIdOf(where: string, id: WireId | null | undefined, gid?: string | null): string {
  const fromGid = gid ? /\/(\d+)(?:\?|$)/.exec(gid)?.[1] : undefined;
  const text = fromGid ?? (id === null || id === undefined ? '' : String(id));
  if (!/^\d{1,20}$/.test(text)) throw new Unreadable(where, 'has no usable id');
  return text;
}

/** The first readable instant; throws where there is none. */
export function timeOf(where: string, ...candidates: readonly (string | null | undefined)[]): Date {
  const time = optionalTime(...candidates);
  if (!time) throw new Unreadable(where, 'has no usable time');
  return time;
}

/** The first readable instant. */
export function optionalTime(...candidates: readonly (string | null | undefined)[]): Date | null {
  for (const candidate of candidates) {
    if (typeof candidate !== 'string') continue;
    const time = new Date(candidate);
    if (!Number.isNaN(time.getTime()) && time.getUTCFullYear() < 10_000) return time;
  }
  return null;
}

export interface Money {
  readonly amount: Decimal4;
  readonly currency: string;
}

/** The amount in the store's currency. The plain field is in the store's currency too. */
export function shopMoney(
  where: string,
  set: WireMoneySet | null | undefined,
  plain: string | null | undefined,
  currency: string | null | undefined,
): Money {
  const amount = decimalOf(set?.shop_money?.amount ?? plain);
  const code = set?.shop_money?.currency_code ?? currency;
  if (amount === undefined || typeof code !== 'string') throw new Unreadable(where, 'has no usable amount');
  return { amount, currency: code };
}

/** Some senders write money as a JSON number; then its shortest decimal form counts. */
export const decimalOf = (value: unknown): Decimal4 | undefined =>
  typeof value === 'string' || typeof value === 'number' ? parseDecimal(String(value)) : undefined;

/** An absent text stays undefined; an empty text becomes null. */
export const textOf = (value: string | null | undefined): string | null | undefined =>
  value === undefined ? undefined : value?.trim() || null;

/** The path of the product's page in the store. */
export const productPath = (handle: string | null): string | null =>
  handle === null ? null : `/products/${encodeURIComponent(handle)}`;

export const emailOf = (value: string | null | undefined): string | null | undefined =>
  textOf(value)?.toLowerCase() ?? (value === undefined ? undefined : null);

export const listOf = <T>(value: readonly T[] | null | undefined): readonly T[] => (Array.isArray(value) ? value : []);
