import { customerRecord, lineItemRecord, orderRecord } from '#libs/simulators';
import { entityId } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { ConsentWrite } from '../../src/email/consent/consent-write.entity.js';
import { Brand } from '../../src/retailers/brand.entity.js';
import { given, stored } from '../factories/given.js';
import { BothPlatforms } from '../setup/both-platforms.js';
import { InstalledStore } from '../setup/installed-store.js';
import { ALL_SCOPES, idOf } from '../setup/platform-b.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { TestApp, waitFor } from '../setup/test-app.js';

/** A store with one customer, who is on the newsletter list and has got an email of ours. */
interface Scene {
  readonly app: TestApp;
  readonly store: SequenceStore;
  fail(fault: Fault): void;
  heal(): void;
  /** What the store says about the customer. */
  consent(): string;
  /** How often the store has changed the customer's consent for us. */
  changes(): number;
}

type Fault = 'serverError' | 'rateLimited' | 'disconnect' | 'lostAnswer';
const FAULTS: readonly [what: string, fault: Fault][] = [
  ['answers 500', 'serverError'],
  ['answers 429', 'rateLimited'],
  ['is unreachable', 'disconnect'],
  ['does it, and its answers get lost', 'lostAnswer'],
];
const NEWSLETTER = 'marketing_newsletter';
const SENDER = { email: 'hello@example.com', postalAddress: '12 Winter Lane, 05401 Burlington' };

let both: BothPlatforms;
let stores = 0;

beforeAll(async () => {
  both = await BothPlatforms.start('read_orders,read_products,write_customers');
});
afterAll(() => both?.stop());

const aCustomer = (email: string) => {
  const consent = { state: 'subscribed', optInLevel: null, updatedAt: 5_000 } as const;
  const customer = customerRecord({ id: '1', createdAt: 1_000, email, consent });
  const lineItems = [lineItemRecord({ id: '11', title: 'Mug', priceCents: 2_000 })];
  const order = orderRecord({ id: '1', number: 1, createdAt: Date.now(), shippingCents: 0, customer, lineItems });
  return { customer, order };
};

async function onPlatformA(): Promise<Scene> {
  const domain = `write-back-${(stores += 1)}.myshopify.com`;
  const { customer, order } = aCustomer(`ada@${domain.split('.')[0]}.example`);
  const { shop, retailerId } = await InstalledStore.install(both.appA, both.platformA, domain, (empty) => {
    empty.upsertCustomer(customer);
    empty.upsertOrder(order);
  });
  let changes = 0;
  const happens = shop.onEvent;
  shop.onEvent = (event) => {
    if (event.topic === 'customers_email_marketing_consent/update') changes += 1;
    happens(event);
  };
  return {
    app: both.appA,
    store: await emailed(both.appA, retailerId, domain),
    fail: (fault) => shop.faults.always(fault, { field: 'customerEmailMarketingConsentUpdate' }),
    heal: () => shop.faults.clear(),
    consent: () => shop.customers.get('1')?.consent.state ?? '',
    changes: () => changes,
  };
}

async function onPlatformB(): Promise<Scene> {
  const store = both.stageB.newStore();
  store.merchant.grants = ALL_SCOPES;
  const { customer, order } = aCustomer(`ada@${store.hash}.example`);
  store.apply({ topic: 'customers/create', at: 1, webhookId: 'w', eventId: 'e', customer });
  store.apply({ topic: 'orders/create', at: 1, webhookId: 'w', eventId: 'e', order });
  await both.stageB.installed(store);
  let changes = 0;
  const replace = store.subscribers.replace.bind(store.subscribers);
  store.subscribers.replace = (id, body) => {
    changes += 1;
    return replace(id, body);
  };
  return {
    app: both.stageB.app,
    store: await emailed(both.stageB.app, idOf(store), `${store.hash}.example`),
    fail: (fault) => {
      // The search for the row succeeds, and the answers of the change get lost.
      if (fault === 'lostAnswer') store.faults.next('slow', 1, { on: 'subscribers', delayMs: 1 });
      store.faults.always(fault, { on: 'subscribers', waitMs: 10 });
    },
    heal: () => store.faults.clear(),
    consent: () => {
      const { email } = customer;
      const isOn = store.subscribers.byEmail(email ?? '')?.consents.includes(NEWSLETTER);
      return isOn ? 'subscribed' : 'unsubscribed';
    },
    changes: () => changes,
  };
}

/** Sends the customer an email. */
async function emailed(app: TestApp, retailerId: string, domain: string): Promise<SequenceStore> {
  const brandId = entityId(retailerId, 'brand', 'default');
  await given(app).set(Brand, { storeSender: SENDER }, { retailerId, id: brandId });
  const store = await SequenceStore.of(app, both.sink, { retailerId, brandId, domain }, {});
  await store.put(`seq-${retailerId}`, { steps: [step('one')] });
  const { body } = await store.execute(`seq-${retailerId}`);
  const { counts } = await store.ended(body.executionId);
  expect(counts).toMatchObject({ sent: 1 });
  return store;
}

/** One click in the mail program. */
async function unsubscribe({ store }: Scene): Promise<void> {
  const email = both.sink.emails.find(({ to }) => to === store.addressOf('ada'));
  const link = /<(http[^>]*\/unsubscribe\/[\w-]+)>/.exec(email?.source ?? '')?.[1] ?? '';
  const answer = await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  expect(answer.status).toBe(200);
}

const waiting = ({ app, store: { retailerId } }: Scene) =>
  stored(app).rows(ConsentWrite, { retailerId }, 'status', 'attempts', 'problem');

describe.each([
  ['A', onPlatformA],
  ['B', onPlatformB],
])('an unsubscription on platform %s', (_platform, open) => {
  it.each(FAULTS)('is kept by us and reaches the store once, though the store %s', async (_what, fault) => {
    const scene = await open();
    const { app, store } = scene;
    scene.fail(fault);
    await unsubscribe(scene);
    await waitFor(async () => (await waiting(scene)).some(({ attempts }) => attempts > 0), 60_000);
    expect(await waiting(scene)).toEqual([{ status: 'waiting', attempts: 1, problem: expect.any(String) as string }]);
    const shown = await app.admin<{ items: { status: string }[] }>(
      'GET',
      `/admin/retailers/${store.retailerId}/consent-writes`,
    );
    expect(shown.body.items).toMatchObject([{ status: 'waiting' }]);
    const ours = () => stored(app).rows(Customer, { retailerId: store.retailerId }, 'marketing');
    expect(await ours()).toEqual([{ marketing: 'unsubscribed' }]);
    const changed = scene.changes();
    expect(changed > 0).toBe(fault === 'lostAnswer');

    scene.heal();
    // The pause before the next attempt is 30 seconds.
    await given(app).set(ConsentWrite, { dueAt: new Date(0) }, { retailerId: store.retailerId });
    await waitFor(async () => (await waiting(scene)).length === 0, 60_000);
    expect([scene.consent(), scene.changes()]).toEqual(['unsubscribed', Math.max(changed, 1)]);
    await app.settled();
    expect(await ours()).toEqual([{ marketing: 'unsubscribed' }]);
  });
});
