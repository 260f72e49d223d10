import type { CustomerRow } from '../model/rows.js';
import type { ImportedCustomer } from './records.js';

/**
 * The fields that an import changes or says as they are stored, with what was there and what it leaves there. A field
 * that it says alike stays when the import is taken back that wrote it.
 */
export interface CustomerChangeByImport {
  readonly row: CustomerRow;
  readonly isChanged: boolean;
  readonly before: Partial<ImportableFields>;
  readonly after: Partial<ImportableFields>;
}

export type ImportableFields = Pick<
  CustomerRow,
  'email' | 'firstName' | 'lastName' | 'country' | 'marketing' | 'marketingUpdatedAt'
>;

const FIELDS = ['email', 'firstName', 'lastName', 'country', 'marketing', 'marketingUpdatedAt'] as const;

/**
 * What an imported record changes or confirms in a stored customer; undefined for nothing. Pure.
 * @param isOwn the customer comes from an import alone. What a platform says about its customer is never replaced, only
 *   completed.
 * @param now the time of a refusal that replaces a later consent
 */
export function mergeImported(
  stored: CustomerRow,
  incoming: ImportedCustomer,
  isOwn: boolean,
  now: Date,
): CustomerChangeByImport | undefined {
  const pick = (given: string | null, before: string | null): string | null =>
    isOwn ? (given ?? before) : (before ?? given);
  const row: CustomerRow = {
    ...stored,
    email: pick(incoming.person.email, stored.email),
    firstName: pick(incoming.firstName, stored.firstName),
    lastName: pick(incoming.lastName, stored.lastName),
    country: pick(incoming.country, stored.country),
    ...strictest(stored, incoming, now),
  };
  const changed = FIELDS.filter((field) => !isSame(stored[field], row[field]));
  const named = [...changed, ...confirmed(stored, incoming)];
  if (named.length === 0) return undefined;
  const only = (from: CustomerRow): Partial<ImportableFields> =>
    Object.fromEntries(named.map((field) => [field, from[field]])) as Partial<ImportableFields>;
  return { row, isChanged: changed.length > 0, before: only(stored), after: only(row) };
}

/** The fields that the record says as they are stored. */
function confirmed(stored: CustomerRow, incoming: ImportedCustomer): (typeof FIELDS)[number][] {
  const said = { ...incoming, email: incoming.person.email };
  const alike = (['email', 'firstName', 'lastName', 'country'] as const).filter(
    (field) => said[field] !== null && said[field] === stored[field],
  );
  const isConsent = incoming.marketing !== 'unknown' && incoming.marketing === stored.marketing;
  return [...alike, ...(isConsent ? (['marketing', 'marketingUpdatedAt'] as const) : [])];
}

/**
 * The stricter consent wins, whichever is later. An import never gives the permission of a customer who has refused. A
 * refusal in a file ends a permission. A refusal that ends a later permission is dated now, so that the old permission
 * of the platform does not come back with the next delivery. A decision on the platform after the import stands.
 */
function strictest(
  { marketing, marketingUpdatedAt }: CustomerRow,
  incoming: ImportedCustomer,
  now: Date,
): Pick<CustomerRow, 'marketing' | 'marketingUpdatedAt'> {
  const kept = { marketing, marketingUpdatedAt };
  if (incoming.marketing === 'subscribed' && marketing === 'unknown') {
    return { marketing: 'subscribed', marketingUpdatedAt: incoming.decidedAt };
  }
  if (incoming.marketing !== 'unsubscribed' || marketing === 'unsubscribed') return kept;
  const isLater = incoming.decidedAt !== null && incoming.decidedAt > (marketingUpdatedAt ?? new Date(0));
  return { marketing: 'unsubscribed', marketingUpdatedAt: isLater ? incoming.decidedAt : now };
}

const isSame = (a: string | Date | null, b: string | Date | null): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
