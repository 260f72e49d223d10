import type { Route } from './api-route.js';
import type { Json } from './json.js';
import { byChange, byIds, type Query, v3Page } from './lists.js';
import type { SimulatedStore } from './store.js';

const notFound = { status: 404, body: { status: 404, title: 'Subscriber not found' } };

export const SUBSCRIBER_ROUTES: readonly Route[] = [
  [
    'GET',
    '/v3/customers/subscribers',
    'subscribers',
    ({ store, query }) => ({ status: 200, body: v3Page(subscribersOf(store, query), query) }),
  ],
  // Without a filter the platform deletes every row.
  [
    'DELETE',
    '/v3/customers/subscribers',
    'subscribers',
    ({ store, query }) => {
      if (query['email'] === undefined) store.subscribers.removeAll();
      else store.subscribers.remove(query['email']);
      return { status: 204 };
    },
  ],
  ['GET', '/v3/customers/subscribers/:id', 'subscribers', ({ store, id }) => shown(store.subscribers.get(Number(id)))],
  ['PUT', '/v3/customers/subscribers/:id', 'subscribers', ({ store, id, body }) => put(store, Number(id), body)],
];

const shown = (row: object | undefined) => (row ? { status: 200, body: { data: row, meta: {} } } : notFound);

function put({ subscribers }: SimulatedStore, id: number, body: unknown) {
  const given = { ...(body as Json) };
  if (typeof given['email'] !== 'string') {
    return {
      status: 422,
      body: { status: 422, title: 'JSON data is missing or invalid', errors: { email: 'required' } },
    };
  }
  const other = subscribers.byEmail(given['email']);
  if (other && other.id !== id) return { status: 409, body: { status: 409, title: 'The email address is in use' } };
  return shown(subscribers.replace(id, given));
}

function subscribersOf({ subscribers }: SimulatedStore, query: Query): readonly Json[] {
  const wanted = query['email']?.toLowerCase();
  const rows: Json[] = subscribers.all().map((row) => ({ ...row }));
  const named = rows.filter(({ email }) => wanted === undefined || String(email).toLowerCase() === wanted);
  const changed = query['date_modified:min'] === undefined ? named : byChange(named, query['date_modified:min']);
  return byIds(
    [...changed].sort((a, b) => Number(a['id']) - Number(b['id'])),
    query['id:in'],
  );
}
