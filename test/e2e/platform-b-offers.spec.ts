import {
  customerRecord,
  lineItemRecord,
  orderRecord,
  type RecordEvent,
  type SimulatedStore,
  SmtpSink,
} from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfferCode } from '../../src/offers/offer-code.entity.js';
import { Brand } from '../../src/retailers/brand.entity.js';
import { stored } from '../factories/given.js';
import { ALL_SCOPES, idOf, StageB } from '../setup/platform-b.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { waitFor } from '../setup/test-app.js';

const OFFER = { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' } as const;
const SHOW = {
  subject: 'for you: {{ offer.label }}',
  body: 'Use {{ offer.code }} until {{ offer.endsOn }}. [Go]({{ offer.url }})',
};

let stage: StageB;
let sink: SmtpSink;
let orders = 900;

beforeAll(async () => {
  sink = await SmtpSink.start();
  stage = await StageB.start({ SMTP_URL: sink.url, EMAIL_FROM: 'Rekindle <hello@example.com>' });
});
afterAll(async () => {
  await stage?.stop();
  await sink?.stop();
});

/** An order of the customer that is paid now. */
function orderOf(store: SimulatedStore, buyer: number) {
  const id = String((orders += 1));
  const customer = store.customers.get(String(buyer)) ?? null;
  const lineItems = [lineItemRecord({ id: `${id}1`, title: 'Mug', priceCents: 2_000 })];
  return orderRecord({ id, number: orders, createdAt: Date.now(), shippingCents: 500, customer, lineItems });
}

const placed = (order: ReturnType<typeof orderRecord>, topic: 'orders/create' | 'orders/cancelled'): RecordEvent => ({
  topic,
  at: Date.now(),
  webhookId: `${order.id}-${topic}`,
  eventId: order.id,
  order,
});

/** An installed store whose customers have ordered once and are on the newsletter list. */
async function opened(customers: number, grants = ALL_SCOPES): Promise<{ store: SimulatedStore; shop: SequenceStore }> {
  const store = stage.newStore();
  store.merchant.grants = grants;
  for (let id = 1; id <= customers; id += 1) {
    const consent = { state: 'subscribed', optInLevel: null, updatedAt: 5_000 } as const;
    const email = `p${id}@${store.hash}.example`;
    const customer = customerRecord({ id: String(id), createdAt: 1_000, email, consent });
    store.apply({ topic: 'customers/create', at: 1, webhookId: 'w', eventId: 'e', customer });
    store.apply(placed(orderOf(store, id), 'orders/create'));
  }
  await stage.installed(store);
  const retailerId = idOf(store);
  const [brand] = await stored(stage.app).rows(Brand, { retailerId }, 'id');
  const at = { retailerId, brandId: brand?.id ?? '', domain: `${store.hash}.example` };
  return { store, shop: await SequenceStore.of(stage.app, sink, at, {}) };
}

async function codesOf(shop: SequenceStore): Promise<string[]> {
  const rows = await stored(stage.app).rows(OfferCode, { retailerId: shop.retailerId }, 'code');
  return rows.map(({ code }) => code).sort();
}
const codesIn = (store: SimulatedStore): string[] =>
  store.promotions
    .all()
    .flatMap(({ codes }) => [...codes.values()].map(({ code }) => code))
    .sort();

async function redemptions(id: string): Promise<string> {
  const { body } = await stage.app.admin<{ redeemed: number; returned: number }>(
    'GET',
    `/admin/sequences/${id}/offers`,
  );
  return `${body.redeemed} redeemed, ${body.returned} returned`;
}

describe('an offer on a store of platform B', () => {
  it('is minted, sent, redeemed by an order, and returned when the order is cancelled', async () => {
    const { store, shop } = await opened(3);
    await shop.put('b-percent', { offer: OFFER, exitOnOrder: false, steps: [step('one', 'PT0S', SHOW)] });
    const { body } = await shop.execute('b-percent');
    expect((await shop.ended(body.executionId, 60_000)).counts).toMatchObject({ sent: 3 });
    const codes = await codesOf(shop);
    expect(codesIn(store)).toEqual(codes);
    const sent = sink.emails.filter(({ to }) => to.endsWith(`@${store.hash}.example`));
    expect(sent.map(({ source }) => codes.filter((code) => source.includes(code)).length)).toEqual([1, 1, 1]);
    const order = store.checkout(orderOf(store, 1), codes[0] ?? '');
    expect(order.totalCents).toBe(2_300);
    await stage.platform.emit(store, placed(order, 'orders/create'));
    await waitFor(async () => (await redemptions('b-percent')) === '1 redeemed, 0 returned');
    expect(() => store.checkout(orderOf(store, 2), codes[0] ?? '')).toThrow('used up');
    const cancelled = { ...order, cancelledAt: Date.now(), updatedAt: Date.now() + 1_000 };
    await stage.platform.emit(store, placed(cancelled, 'orders/cancelled'));
    await waitFor(async () => (await redemptions('b-percent')) === '0 redeemed, 1 returned');
  });

  it('of free shipping is redeemed though the order has no discount', async () => {
    const { store, shop } = await opened(1);
    const offer = { kind: 'free_shipping', endsIn: 'P7D', fallback: 'skip' };
    await shop.put('b-shipping', { offer, exitOnOrder: false, steps: [step('one', 'PT0S', SHOW)] });
    const { body } = await shop.execute('b-shipping');
    expect((await shop.ended(body.executionId, 60_000)).counts).toMatchObject({ sent: 1 });
    const order = store.checkout(orderOf(store, 1), (await codesOf(shop))[0] ?? '');
    expect([order.discountCents, order.shippingCents]).toEqual([0, 0]);
    await stage.platform.emit(store, placed(order, 'orders/create'));
    await waitFor(async () => (await redemptions('b-shipping')) === '1 redeemed, 0 returned');
  });

  it('leaves no code that nobody has, whatever becomes of the answers (DB2, DB3, DB4)', async () => {
    const { store, shop } = await opened(5);
    await shop.put('b-faults', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
    // The search succeeds, and the answers of the creation and of the first batch are lost.
    store.faults.next('slow', 1, { on: 'promotions', delayMs: 1 }).next('lostAnswer', 1, { on: 'promotions' });
    store.faults.next('mintsPart', 1, { on: 'codes', minted: 2 }).next('lostAnswer', 1, { on: 'codes' });
    const { body } = await shop.execute('b-faults');
    expect((await shop.ended(body.executionId, 90_000)).counts).toMatchObject({ sent: 5 });
    expect(store.promotions.all()).toHaveLength(1);
    expect(codesIn(store)).toEqual(await codesOf(shop));
  });

  it('asks for the scope once, and works when the merchant has granted it (DB8)', async () => {
    const { store, shop } = await opened(1, ALL_SCOPES.replace(' store_v2_marketing', ''));
    await shop.put('b-scope', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
    const refused = await shop.execute('b-scope');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'scope_missing', scopes: ['store_v2_marketing'] });
    store.merchant.grants = ALL_SCOPES;
    await stage.installed(store);
    const { body } = await shop.execute('b-scope');
    expect((await shop.ended(body.executionId, 60_000)).counts).toMatchObject({ sent: 1 });
  });
});
