import { isEmail } from 'class-validator';
import type { StoreSender } from './brand-kit.js';

const LONGEST_EMAIL = 254;
const LONGEST_ADDRESS = 300;

/** What a platform says of a store's contact, as it came. */
export interface StoreContact {
  readonly name: string;
  /** What the store shows to customers, never the owner's own. */
  readonly email: unknown;
  /** The postal address; its lines, or one text. */
  readonly address: unknown;
}

/** What of a store's contact can be put into its emails. Whatever is not usable is left out: somebody then has to say it. */
export function storeSenderOf({ name, email, address }: StoreContact): StoreSender {
  const postalAddress = oneLine(address, name);
  return {
    ...(typeof email === 'string' && isEmail(email) && email.length <= LONGEST_EMAIL ? { email } : {}),
    ...(postalAddress ? { postalAddress } : {}),
  };
}

/** Without the store's name, which emails say above it; some stores have nothing but their name in its place. */
function oneLine(address: unknown, name: string): string | undefined {
  const given: readonly unknown[] = Array.isArray(address) ? address : [address];
  const lines = given
    .flatMap((part) => (typeof part === 'string' ? part.split(/\p{Cc}+/u) : []))
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '' && line.toLowerCase() !== name.trim().toLowerCase());
  const text = lines.join(', ');
  return text === '' || text.length > LONGEST_ADDRESS ? undefined : text;
}
