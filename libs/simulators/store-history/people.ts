import { customerRecord } from '../records/record-factories.js';
import type { AddressRecord, CustomerRecord, Instant } from '../records/records.js';
import type { PlatformIds } from './platform-ids.js';
import type { Random } from '#libs/random';

const FIRST_NAMES = [
  'Ada',
  'Björn',
  'Chloé',
  'Dmitri',
  'Elena',
  'Farid',
  'Grace',
  'Hiro',
  'Inés',
  'Jamal',
  'Kaja',
  'Liam',
] as const;
const LAST_NAMES = [
  'Adler',
  'Brown',
  'Costa',
  'Dubois',
  'Eriksen',
  "O'Neill",
  'García',
  'Haddad',
  'Ito',
  'Jansen',
  'Kim',
  'López',
] as const;
const DOMAINS = ['example.com', 'example.net', 'example.org'] as const;
const PLACES = [
  ['Portland', 'Oregon', 'OR', 'United States', 'US', '97201'],
  ['Austin', 'Texas', 'TX', 'United States', 'US', '73301'],
  ['Toronto', 'Ontario', 'ON', 'Canada', 'CA', 'M5H 2N2'],
  ['Leeds', 'England', 'ENG', 'United Kingdom', 'GB', 'LS1 4AP'],
  ['Lyon', null, null, 'France', 'FR', '69001'],
] as const;

export function makeAddress(random: Random): AddressRecord {
  const [city, province, provinceCode, country, countryCode, zip] = random.pick(PLACES);
  return { address1: `${1 + random.integer(900)} Main St`, city, province, provinceCode, country, countryCode, zip };
}

/** A customer with a unique address under a reserved domain (RFC 2606), so that no email can reach a real person. */
export function makeCustomer(index: number, createdAt: Instant, ids: PlatformIds, random: Random): CustomerRecord {
  const customer = customerRecord({
    id: ids.take('customer'),
    email: `customer${index + 1}@${random.pick(DOMAINS)}`,
    firstName: random.pick(FIRST_NAMES),
    lastName: random.pick(LAST_NAMES),
    createdAt,
    address: makeAddress(random),
  });
  return { ...customer, locale: customer.address?.countryCode === 'FR' ? 'fr-FR' : 'en' };
}
