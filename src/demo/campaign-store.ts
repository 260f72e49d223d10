import { randomUUID } from 'node:crypto';
import {
  checkout,
  lineItemRecord,
  orderRecord,
  type PlatformASimulator,
  type PlatformBSimulator,
  type RecordEvent,
  type SimulatedShop,
  type SimulatedStore,
  storeEvents,
} from '#libs/simulators';
import { throughBrowser } from './install.js';

/** A store with customers who read emails, on either platform. */
export interface CampaignStore {
  readonly name: string;
  /** The merchant grants what the service asks for at this address. */
  grant(url: string): Promise<void>;
  /** The customer with this address orders, with the code if there is one. Throws if the checkout refuses the code. */
  order(email: string, code?: string): Promise<void>;
}

/** Ids far above the generated ones, and above those of the idle orders. */
const FIRST_ID = 9_500_000_000_000;
let orders = 0;

function orderOf(store: SimulatedShop | SimulatedStore, email: string): Parameters<typeof orderRecord>[0] {
  const customer = [...store.customers.values()].find((one) => one.email?.toLowerCase() === email.toLowerCase());
  if (!customer) throw new Error('an email went to nobody of the store');
  orders += 1;
  return {
    id: String(FIRST_ID + orders),
    number: 950_000 + orders,
    createdAt: Math.floor(Date.now() / 1_000) * 1_000,
    customer,
    lineItems: [lineItemRecord({ id: String(FIRST_ID + 1_000_000 + orders), title: 'Candle', priceCents: 4_900 })],
  };
}

function placed(order: ReturnType<typeof orderRecord>): RecordEvent {
  const id = randomUUID();
  return { topic: 'orders/create', at: order.createdAt, webhookId: id, eventId: id, order };
}

/** A store of platform A. */
export const campaignStoreA = (simulator: PlatformASimulator, shop: SimulatedShop): CampaignStore => ({
  name: shop.profile.name,
  grant: async (url) => {
    await throughBrowser(url);
  },
  order: async (email, code) => {
    const { order, refused } = checkout(shop, orderOf(shop, email), code === undefined ? [] : [code]);
    if (refused.length > 0) throw new Error(`the store refused the code ${code}: ${refused[0]?.reason}`);
    await simulator.emit(shop, placed(order));
  },
});

/** A store of platform B. */
export const campaignStoreB = (simulator: PlatformBSimulator, store: SimulatedStore): CampaignStore => ({
  name: store.name,
  grant: async (url) => {
    const answer = await fetch(url, { redirect: 'manual' });
    await answer.body?.cancel();
  },
  order: async (email, code) => {
    const plain = orderRecord(orderOf(store, email));
    const order = code === undefined ? plain : store.checkout(plain, code);
    await simulator.play(store, [...storeEvents([placed(order)], store.statuses)]);
  },
});
