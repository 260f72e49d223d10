import { isEmail } from 'class-validator';
import type { StoreSender } from './brand-kit.js';

const LONGEST_EMAIL = 254;
const LONGEST_ADDRESS = 300;

/** A store's contact as the platform sent it. */
export interface StoreContact {
  readonly name: string;
  /** The address that the store shows to customers, never the owner's private one. */
  readonly email: unknown;
  /** The postal address, as lines or as one text. */
  readonly address: unknown;
  /** ISO 3166 alpha-2. */
  readonly country: unknown;
}

/** The parts of a store's contact that its emails can show. Unusable parts are left out: somebody has to enter them. */
export function storeSenderOf({ name, email, address, country }: StoreContact): StoreSender {
  const postalAddress = oneLine(address, name);
  return {
    ...(typeof email === 'string' && isEmail(email) && email.length <= LONGEST_EMAIL ? { email } : {}),
    ...(postalAddress ? { postalAddress } : {}),
    ...(typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? { country } : {}),
  };
}

/** Omits the store's name, which emails show above the address; some stores have only their name in this field. */
function oneLine(address: unknown, name: string): string | undefined {
  const given: readonly unknown[] = Array.isArray(address) ? address : [address];
  const lines = given
    .flatMap((part) => (typeof part === 'string' ? part.split(/\p{Cc}+/u) : []))
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '' && line.toLowerCase() !== name.trim().toLowerCase());
  const text = lines.join(', ');
  return text === '' || text.length > LONGEST_ADDRESS ? undefined : text;
}
