import * as fields from './fields.js';

/** How an optional value of a target is read. Each throws a `RefusedField`. */
export const READERS = {
  email: fields.emailOf,
  refunded: (text: string) => fields.amountOf('refunded', text),
  currency: fields.currencyOf,
  status: fields.statusOf,
  productIds: fields.productIdsOf,
  country: fields.countryOf,
  marketing: fields.marketingOf,
  decidedAt: (text: string) => fields.timeOf('decidedAt', text),
} as const;

/** Whether the text can be a value of the target. */
export function isReadable(target: string, text: string): boolean {
  const read = (READERS as Readonly<Record<string, ((text: string) => unknown) | undefined>>)[target];
  try {
    read?.(text);
    return true;
  } catch (error) {
    if (error instanceof fields.RefusedField) return false;
    throw error;
  }
}
