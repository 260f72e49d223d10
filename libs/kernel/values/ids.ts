import { hash } from 'node:crypto';

const NAMESPACE = 'b7a2c0de-6f0e-5d1c-9a35-0f1d2e3c4b5a';

/**
 * Ids are computed from names (UUIDv5, RFC 9562): the same store, customer or delivery always has the same id. So the
 * primary key also prevents duplicates, and no table needs a unique key that does not start with the retailer.
 */
export const retailerIdOf = (platform: string, externalId: string): string => idOfRetailer(`${platform}:${externalId}`);

/** The id of something that belongs to a retailer, named by its kind and the platform's id for it. */
export const entityId = (retailerId: string, kind: string, externalId: string): string =>
  nameBasedId(`${kind}:${externalId}`, retailerId);

/**
 * The id of a row in a table that is partitioned by month through its key: 32 zero bits, the number of the month in 16
 * bits, then the rest of a computed id. The SQL function `month_bound` writes months in the same way.
 */
export const idInMonth = (month: number, id: string): string =>
  `00000000-${month.toString(16).padStart(4, '0')}-${id.slice(14)}`;

/** The number of the month in UTC: twelve for each year. `at` is in milliseconds. */
export function monthOf(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The retailer id of rows that belong to no retailer, such as an admin's: the nil UUID, which no retailer has. */
export const NO_RETAILER = '00000000-0000-0000-0000-000000000000';

export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);

/**
 * RFC 9562 section 5.5. Every delivery needs two ids and every imported line one. The `uuid` library takes five times
 * as long, and a text that is put together from parts keeps the parts in memory.
 */
function nameBasedId(name: string, namespace: string): string {
  const digest = hash('sha1', Buffer.concat([bytesOf(namespace), Buffer.from(name)]), 'hex');
  for (let index = 0; index < PLACES.length; index += 1) ID[PLACES[index] ?? 0] = digest.charCodeAt(index);
  ID.write('5', VERSION_PLACE, 'latin1');
  ID.write(VARIANTS.charAt(Number.parseInt(digest.charAt(16), 16) & 0x3), VARIANT_PLACE, 'latin1');
  return ID.toString('latin1');
}

const FORM = '00000000-0000-0000-0000-000000000000';
const ID = Buffer.from(FORM);
/** Where each digit is in the text of an id. */
const PLACES = Array.from(FORM, (_, place) => place).filter((place) => FORM.charAt(place) !== '-');
const [VERSION_PLACE, VARIANT_PLACE, VARIANTS] = [14, 19, '89ab'];

const MAX_REMEMBERED = 10_000;

/** Caches results by key: almost all deliveries come from the same few stores. */
function remembering<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(key, made);
    return made;
  };
}

const bytesOf = remembering((id) => Buffer.from(id.replaceAll('-', ''), 'hex'));
const idOfRetailer = remembering((name) => nameBasedId(name, NAMESPACE));
