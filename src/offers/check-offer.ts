import { type InputError, parseDecimal } from '#libs/kernel';
import type { OfferTerms } from './offer.dto.js';

/** Every mistake in the value and the minimum of an offer, with pointers into the offer. Pure. */
export function checkOffer({ kind, value, minimum }: OfferTerms): InputError[] {
  const errors: InputError[] = [];
  const refuse = (pointer: string, detail: string) => errors.push({ pointer, detail });
  if (kind === 'percent' && !isPercentage(value)) refuse('/value', 'must be a number from 1 to 100 with two places');
  if (kind === 'amount' && !isAmount(value)) refuse('/value', 'must be a decimal string above 0, such as "5.00"');
  if (kind === 'free_shipping' && value !== undefined) refuse('/value', 'has no meaning with free shipping');
  if (minimum !== undefined && !isAmount(minimum)) refuse('/minimum', 'must be a decimal string above 0');
  return errors;
}

const isPercentage = (value: unknown): boolean =>
  typeof value === 'number' && value >= 1 && value <= 100 && Number.isInteger(Math.round(value * 1e6) / 1e4);

function isAmount(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{1,9}(\.\d{1,2})?$/.test(value)) return false;
  return (parseDecimal(value) ?? 0n) > 0n;
}
