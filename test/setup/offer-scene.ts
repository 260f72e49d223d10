import { entityId } from '#libs/kernel';
import {
  checkout,
  customerRecord,
  lineItemRecord,
  orderRecord,
  type OrderRecord,
  type PlatformASimulator,
  type RecordEvent,
  type SmtpSink,
} from '#libs/simulators';
import { Brand } from '../../src/retailers/brand.entity.js';
import { given } from '../factories/given.js';
import { InstalledStore } from './installed-store.js';
import { ALL_SCOPES, idOf, StageB } from './platform-b.js';
import { SequenceStore } from './sequence-store.js';
import type { TestApp } from './test-app.js';

export type Failure = 'serverError' | 'rateLimited' | 'disconnect';

/** A store of a platform whose buyers get codes, and its faults. */
export interface OfferScene {
  readonly app: TestApp;
  readonly store: SequenceStore;
  /** The store fails in this way until it heals. */
  fail(failure: Failure): void;
  failOnce(failure: Failure): void;
  /** The next minting stops after three codes, and the answer is 500. */
  breakOff(): void;
  heal(): void;
  /** The store takes no further discount. */
  isFull(): void;
  /** The merchant takes the permission back, and we do not learn of it. */
  withdraw(): void;
  /** The merchant makes a discount of their own, or ends it. */
  merchantsCode(code: string, isActive?: boolean): void;
  discounts(): number;
  /** The codes with which somebody could buy now. */
  codes(): readonly string[];
  /** What the merchant reads of the discount that the code belongs to. */
  titleOf(code: string): string;
  /** An order with the code, also where another one has used the code at the same moment. */
  buy(buyer: number, code: string): Promise<OrderRecord>;
  cancel(order: OrderRecord): Promise<unknown>;
}

const MERCHANTS = {
  title: "The merchant's own",
  value: { kind: 'percentage', share: 0.1 },
  minimumCents: null,
  usageLimit: null,
  oncePerCustomer: false,
  combinesWith: [],
} as const;
const PROMOTION = {
  name: "The merchant's own",
  rules: [{ action: { cart_value: { discount: { percentage_amount: '10' } } } }],
  redemption_type: 'COUPON',
};
const SENDER = { email: 'hello@example.com', postalAddress: '12 Winter Lane, 05401 Burlington' };
let orders = 0;

const eventOf = (order: OrderRecord, topic: 'orders/create' | 'orders/cancelled'): RecordEvent => ({
  topic,
  at: Date.now(),
  webhookId: `${order.id}-${topic}`,
  eventId: order.id,
  order,
});

const cancelled = (order: OrderRecord): OrderRecord => ({
  ...order,
  cancelledAt: Date.now(),
  updatedAt: Date.now() + 1_000,
});

const customerOf = (index: number, host: string) => {
  const consent = { state: 'subscribed', optInLevel: null, updatedAt: 5_000 } as const;
  return customerRecord({ id: String(index), createdAt: 1_000, email: `p${index}@${host}.example`, consent });
};

function cartOf(buyer: number, host: string) {
  const id = String((orders += 1));
  const lineItems = [lineItemRecord({ id: `${id}1`, title: 'Mug', priceCents: 2_000 })];
  const customer = customerOf(buyer, host);
  return { id, number: orders, createdAt: Date.now(), shippingCents: 500, customer, lineItems };
}

async function opened(app: TestApp, sink: SmtpSink, retailerId: string, domain: string): Promise<SequenceStore> {
  const brandId = entityId(retailerId, 'brand', 'default');
  await given(app).set(Brand, { storeSender: SENDER }, { retailerId, id: brandId });
  return SequenceStore.of(app, sink, { retailerId, brandId, domain }, {});
}

export async function offerSceneA(
  app: TestApp,
  sink: SmtpSink,
  platform: PlatformASimulator,
  name: string,
  buyers: number,
  grants: readonly string[] | null = null,
): Promise<OfferScene> {
  const domain = `${name}.myshopify.com`;
  const { shop, retailerId } = await InstalledStore.install(app, platform, domain, (empty) => {
    empty.merchant.grants = grants;
    for (let index = 1; index <= buyers; index += 1) empty.upsertOrder(orderRecord(cartOf(index, name)));
  });
  const store = await opened(app, sink, retailerId, domain);
  await app.sql(`UPDATE retailers SET storefront_url = 'https://' || external_id WHERE id = $1`, [retailerId]);
  const live = () => shop.discounts.all().filter(({ endsAt }) => endsAt === null || endsAt > Date.now());
  return {
    app,
    store,
    fail: (failure) => void shop.faults.always(failure),
    failOnce: (failure) => void shop.faults.next(failure, 1, { retryAfterSeconds: 1 }),
    breakOff: () => shop.faults.next('halfDone', 1, { field: 'discountRedeemCodeBulkAdd' }),
    heal: () => shop.faults.clear(),
    isFull: () => (shop.discounts.most = 0),
    withdraw: () => shop.tokens.withdraw('write_discounts'),
    merchantsCode: (code, isActive = true) => {
      const known = shop.discounts.ownerOf(code);
      if (known && !isActive) shop.discounts.deactivate(known);
      else shop.discounts.create({ ...MERCHANTS, startsAt: 0, endsAt: null }, code);
    },
    discounts: () => shop.discounts.all().length,
    codes: () => live().flatMap(({ codes }) => [...codes.keys()]),
    titleOf: (code) => shop.discounts.ownerOf(code)?.title ?? '',
    buy: async (buyer, code) => {
      const used = shop.discounts.ownerOf(code)?.codes.get(code);
      if (used) used.uses.length = 0;
      const { order } = checkout(shop, cartOf(buyer, name), [code]);
      await platform.emit(shop, eventOf(order, 'orders/create'));
      return order;
    },
    cancel: (order) => platform.emit(shop, eventOf(cancelled(order), 'orders/cancelled')),
  };
}

export async function offerSceneB(stage: StageB, sink: SmtpSink, buyers: number): Promise<OfferScene> {
  const { app, platform } = stage;
  const store = stage.newStore();
  store.merchant.grants = ALL_SCOPES;
  for (let index = 1; index <= buyers; index += 1) {
    const order = orderRecord(cartOf(index, store.hash));
    const customer = customerOf(index, store.hash);
    store.apply({ topic: 'customers/create', at: 1, webhookId: 'w', eventId: 'e', customer });
    store.apply(eventOf(order, 'orders/create'));
  }
  await stage.installed(store);
  const places = ['promotions', 'codes'] as const;
  const live = () => store.promotions.all().filter(({ fields }) => fields['status'] === 'ENABLED');
  return {
    app,
    store: await opened(app, sink, idOf(store), `${store.hash}.example`),
    fail: (failure) => {
      for (const on of places) store.faults.always(failure, { on });
    },
    failOnce: (failure) => {
      for (const on of places) store.faults.next(failure, 1, { on, waitMs: 100 });
    },
    breakOff: () => store.faults.next('mintsPart', 1, { on: 'codes', minted: 3 }),
    heal: () => store.faults.clear(),
    isFull: () => store.faults.always('badRequest', { on: 'promotions', status: 422 }),
    withdraw: () => void store.faults.always('forbidden', { on: 'promotions' }),
    merchantsCode: (code, isActive = true) => {
      const known = store.promotions.byCode(code)?.promotion;
      if (known && !isActive) store.promotions.update(known.id, { status: 'DISABLED' });
      else {
        const made = store.promotions.create(PROMOTION, 'react_ui');
        if ('id' in made) store.promotions.addCode(made.id, { code });
      }
    },
    discounts: () => store.promotions.all().length,
    codes: () => live().flatMap(({ codes }) => [...codes.values()].map(({ code }) => code.toUpperCase())),
    titleOf: (code) => String(store.promotions.byCode(code)?.promotion.fields['name']),
    buy: async (buyer, code) => {
      const used = store.promotions.byCode(code)?.code;
      if (used) used.uses.length = 0;
      const order = store.checkout(orderRecord(cartOf(buyer, store.hash)), code);
      await platform.emit(store, eventOf(order, 'orders/create'));
      return order;
    },
    cancel: (order) => platform.emit(store, eventOf(cancelled(order), 'orders/cancelled')),
  };
}
