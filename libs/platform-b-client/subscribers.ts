import { fieldsOf } from './claims.js';
import { LARGEST_PAGE, readV3Page, type V3Page } from './paging.js';
import { PlatformBError } from './platform-b-error.js';
import { orUndefined } from './reads.js';
import type { PlatformBRest } from './rest.js';
import type { WireSubscriber } from './wire-types.js';

/** The consent to newsletters. `abandoned_cart` is another one. */
export const NEWSLETTER = 'marketing_newsletter';

const PATH = '/v3/customers/subscribers';

/**
 * The newsletter list. Nothing here deletes rows: without a filter that call deletes every row of the store. Nothing
 * creates rows, because only a person may put themselves on the list.
 */
export async function readSubscribersPage(
  rest: PlatformBRest,
  { page, since }: { page: number; since?: Date },
): Promise<V3Page<WireSubscriber>> {
  const query = { limit: LARGEST_PAGE, page, 'date_modified:min': since?.toISOString() };
  return readV3Page<WireSubscriber>(rest, PATH, query);
}

/** The rows with these ids, at most 250. Rows that no longer exist are missing. */
export async function readSubscribers(rest: PlatformBRest, ids: readonly string[]): Promise<WireSubscriber[]> {
  if (ids.length === 0) return [];
  const wanted = new Set(ids);
  const query = { limit: LARGEST_PAGE, 'id:in': ids.join(',') };
  const { items } = await readV3Page<WireSubscriber>(rest, PATH, query);
  return items.filter(({ id }) => wanted.has(String(id)));
}

/** The row of the address; undefined for none. */
export async function findSubscriber(rest: PlatformBRest, email: string): Promise<WireSubscriber | undefined> {
  const { items } = await readV3Page<WireSubscriber>(rest, PATH, { email });
  return items.find((row) => row.email.toLowerCase() === email.toLowerCase());
}

/**
 * Replaces the consents of a row and leaves its other fields unchanged.
 * @returns false where the row no longer exists
 */
export async function updateSubscriber(
  rest: PlatformBRest,
  row: WireSubscriber,
  consents: readonly string[],
): Promise<boolean> {
  const { id, email, first_name, last_name, source, order_id, channel_id } = row;
  // The platform does not say that a field which a PUT lacks keeps its value.
  const given = Object.entries({ email, first_name, last_name, source, order_id, channel_id, consents });
  const body = Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null));
  const answer = await orUndefined(rest.call('PUT', `${PATH}/${encodeURIComponent(String(id))}`, {}, body));
  if (answer === undefined) return false;
  const { id: written } = fieldsOf(fieldsOf(answer)['data']);
  if (String(written) === String(id)) return true;
  throw new PlatformBError('bad_answer', 'the answer of platform B is not this subscriber');
}
