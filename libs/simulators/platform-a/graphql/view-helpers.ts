import { decimal } from '../bodies/json.js';
import type { AddressRecord, Cents, CustomerRecord, Instant } from '../../records/records.js';

export const gidOf = (type: string, id: string): string => `gid://shopify/${type}/${id}`;

/** GraphQL shows times in UTC with whole seconds. */
export const utc = (at: Instant): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
export const utcOrNull = (at: Instant | null): string | null => (at === null ? null : utc(at));
export const upper = (text: string | null): string | null => text?.toUpperCase() ?? null;

/** GraphQL drops a trailing zero: 10.0, 10.5, 10.55. */
export const amountOf = (cents: Cents): string => decimal(cents).replace(/0$/, '');

/** `id` and `legacyResourceId`. */
export const identity = (type: string, id: string) => ({ id: gidOf(type, id), legacyResourceId: id });

export function emailAddress({ email, consent }: CustomerRecord) {
  if (!email) return null;
  return {
    emailAddress: email,
    marketingOptInLevel: upper(consent.optInLevel),
    marketingState: upper(consent.state),
    marketingUpdatedAt: utcOrNull(consent.updatedAt),
    validFormat: true,
  };
}

export function postalAddress(address: AddressRecord | null, customer: CustomerRecord | null, id: string) {
  if (!address) return null;
  const { firstName = null, lastName = null } = customer ?? {};
  return {
    __typename: 'MailingAddress',
    id: gidOf('MailingAddress', id),
    firstName,
    lastName,
    name: [firstName, lastName].filter(Boolean).join(' '),
    address1: address.address1,
    address2: null,
    city: address.city,
    province: address.province,
    provinceCode: address.provinceCode,
    country: address.country,
    countryCodeV2: address.countryCode,
    zip: address.zip,
    phone: null,
  };
}
