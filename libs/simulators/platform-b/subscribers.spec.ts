import {
  findSubscriber,
  type PlatformBRest,
  readSubscribers,
  readSubscribersPage,
  updateSubscriber,
} from '#libs/platform-b-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { customerRecord } from '../records/record-factories.js';
import { startStore, type ClientOfStore } from './client-of-store.js';
import type { SimulatedStore } from './index.js';

let simulated: ClientOfStore;
let store: SimulatedStore;
let rest: PlatformBRest;

beforeAll(async () => {
  simulated = await startStore();
  ({ store } = simulated);
  rest = simulated.connect('store_v2_customers');
});
afterAll(() => simulated.stop());

it('reads rows of the newsletter list by address and by ids, page by page', async () => {
  for (let index = 0; index < 251; index += 1) store.subscribers.put({ email: `jo${index}@example.com`, consents: [] });
  const ann = store.subscribers.put({ email: 'Ann@Example.com', consents: ['marketing_newsletter'] });
  expect(await findSubscriber(rest, 'ann@example.com')).toMatchObject({
    id: ann.id,
    consents: ['marketing_newsletter'],
  });
  expect(await findSubscriber(rest, 'nobody@example.com')).toBeUndefined();
  expect(await readSubscribers(rest, [String(ann.id), '999999'])).toMatchObject([{ id: ann.id }]);
  const first = await readSubscribersPage(rest, { page: 1 });
  const second = await readSubscribersPage(rest, { page: 2 });
  expect([first.items.length, first.isLast, second.items.length, second.isLast]).toEqual([250, false, 2, true]);
});

it('a change of the consents leaves the other fields of the row unchanged', async () => {
  const consents = ['marketing_newsletter', 'abandoned_cart'];
  const row = store.subscribers.put({
    email: 'bo@example.com',
    first_name: 'Bo',
    source: 'order',
    order_id: 7,
    consents,
  });
  const wire = await findSubscriber(rest, 'bo@example.com');
  if (!wire) throw new Error('no row');
  expect(await updateSubscriber(rest, wire, ['abandoned_cart'])).toBe(true);
  expect(store.subscribers.get(row.id)).toEqual({
    ...row,
    consents: ['abandoned_cart'],
    date_modified: expect.any(String),
  });
  store.subscribers.remove('bo@example.com');
  expect(await updateSubscriber(rest, wire, [])).toBe(false);
});

it('the consent of a customer in a history is a row of the list', () => {
  const customer = customerRecord({
    id: '77',
    createdAt: 1_000,
    email: 'cy@example.com',
    consent: { state: 'subscribed', optInLevel: null, updatedAt: 5_000 },
  });
  store.apply({ topic: 'customers/create', at: 1, webhookId: 'w', eventId: 'e', customer });
  expect(store.subscribers.byEmail('cy@example.com')).toMatchObject({ consents: ['marketing_newsletter'] });
  const undecided = customerRecord({ id: '78', createdAt: 1_000, email: 'di@example.com' });
  store.apply({ topic: 'customers/create', at: 1, webhookId: 'w', eventId: 'e', customer: undecided });
  expect(store.subscribers.byEmail('di@example.com')).toBeUndefined();
});
