import type { RecordEvent } from '../records/record-event.js';
import { lineItemRecord, orderRecord } from '../records/record-factories.js';
import type { CustomerRecord, Instant, OrderRecord, ProductRecord, VariantRecord } from '../records/records.js';
import { makeCatalogue, Popularity } from './catalogue.js';
import { CustomerLife } from './customer-life.js';
import type { StoreHistory } from './history.js';
import { OrderLife } from './order-life.js';
import { makeCustomer } from './people.js';
import { type IdStyle, PlatformIds } from './platform-ids.js';
import { Random } from '#libs/random';
import { secondAfter, stamp } from './stamp.js';

export interface HistoryOptions {
  /** The same seed gives the same history, byte for byte. */
  readonly seed: string | number;
  readonly customers: number;
  readonly from: Date;
  readonly to: Date;
  /** Default: 120. */
  readonly products?: number;
  readonly idStyle?: IdStyle;
  /** The host of the products' images, with a path for each of PRODUCT_IMAGES. Default: an unreachable host. */
  readonly imageHost?: string;
}

const DAY = 86_400_000;
const WEEK = 7 * DAY;

/**
 * Pareto/NBD: each customer buys at a rate of their own until they silently leave. The four parameters are the maximum
 * likelihood estimates for CDNOW, per week (Fader and Hardie, "A Note on Deriving the Pareto/NBD Model", 2005).
 */
const PURCHASE_RATE = { shape: 0.553, rate: 10.578 };
const LEAVING_RATE = { shape: 0.606, rate: 11.669 };

/** Invented shares of orders and customers, large enough that a small history has every case. */
const NEVER_BUYS = 0.08;
const GUESTS = 0.06;
const TEST_ORDERS = 0.01;
const UNPAID_AT_FIRST = 0.1;
const FOREIGN = 0.04;
const IMPORTED = 0.01;
const FREE = 0.005;
/** Of 200 equally likely stocks, those below this count as none. */
const SOLD_OUT_BELOW = 20;

interface Draft {
  readonly at: Instant;
  readonly life: CustomerLife | null;
}

/** A store's history: customers, products, and a stream of orders with everything that happens to orders. */
export function generateStoreHistory(options: HistoryOptions): StoreHistory {
  const { seed, customers, products = 120, imageHost = 'https://cdn.example.com' } = options;
  const [from, until] = [options.from.getTime(), options.to.getTime()];
  const random = new Random(seed);
  const ids = new PlatformIds(options.idStyle);
  const catalogue = makeCatalogue(products, from - 30 * DAY, ids, random.fork('catalogue'), imageHost);
  const lives: CustomerLife[] = [];
  const drafts: Draft[] = [];
  for (let index = 0; index < customers; index += 1) {
    const own = random.fork(`customer/${index}`);
    const joinedAt = secondAfter(from + own.uniform() * (until - from), 0);
    const life = new CustomerLife(makeCustomer(index, joinedAt, ids, own), own.fork('life'), until);
    lives.push(life);
    drafts.push(...purchaseTimes(joinedAt, until, own.fork('purchases')).map((at) => ({ at, life })));
  }
  const guests = random.fork('guests');
  const guestOrders = Math.round(drafts.length * GUESTS);
  for (let i = 0; i < guestOrders; i += 1) drafts.push({ at: from + guests.uniform() * (until - from), life: null });
  drafts.sort((a, b) => a.at - b.at);

  const baskets = new Baskets(catalogue, ids);
  const orders = drafts.map((draft, index) => {
    const own = random.fork(`order/${index}`);
    const placed = baskets.order(draft, 1001 + index, own);
    const customerAt = (time: Instant): CustomerRecord | null => draft.life?.at(time) ?? null;
    return new OrderLife(placed, customerAt, ids, own.fork('life'), until);
  });
  const changes = catalogue.flatMap((product, index) =>
    productChanges(product, from, until, random.fork(`p/${index}`)),
  );
  const events = [...lives.flatMap((life) => life.events), ...changes, ...orders.flatMap((order) => order.events)];
  return {
    catalogue,
    customers: lives.map((life) => life.latest),
    orders: orders.map((order) => order.latest),
    events: events.sort((a, b) => a.at - b.at),
  };
}

/** A customer buys on joining, then at random times at their own rate, until they silently leave. */
function purchaseTimes(joinedAt: Instant, until: Instant, random: Random): Instant[] {
  if (random.chance(NEVER_BUYS)) return [];
  const rate = random.gamma(PURCHASE_RATE.shape, PURCHASE_RATE.rate) / WEEK;
  const leavesAt = joinedAt + random.exponential(random.gamma(LEAVING_RATE.shape, LEAVING_RATE.rate) / WEEK);
  const end = Math.min(until, leavesAt);
  const times: Instant[] = [];
  for (let at = joinedAt + 1000; at < end || times.length === 0; at += random.exponential(rate)) times.push(at);
  return times.filter((at) => at < until);
}

/** Fills baskets: the number of lines is Poisson, products are drawn by popularity, mostly one piece of each. */
class Baskets {
  private readonly popularity: Popularity | null;

  constructor(
    catalogue: readonly ProductRecord[],
    private readonly ids: PlatformIds,
  ) {
    const [first, ...rest] = catalogue;
    this.popularity = first ? new Popularity([first, ...rest]) : null;
  }

  order({ at, life }: Draft, number: number, random: Random): OrderRecord {
    const createdAt = secondAfter(at, 0);
    const customer = life?.at(createdAt) ?? null;
    const lineItems = Array.from({ length: 1 + random.poisson(0.9) }, () => this.lineItem(random));
    const goods = lineItems.reduce((sum, item) => sum + item.priceCents * item.quantity, 0);
    const free = random.chance(FREE);
    const imported = random.chance(IMPORTED);
    return orderRecord({
      id: this.ids.take('order'),
      number,
      createdAt,
      processedAt: imported ? createdAt - secondAfter((30 + random.integer(370)) * DAY, 0) : createdAt,
      sourceName: imported ? 'import' : 'web',
      customer,
      email: customer ? customer.email : random.chance(0.5) ? '' : `guest${number}@example.com`,
      buyerAcceptsMarketing: random.chance(0.3),
      test: random.chance(TEST_ORDERS),
      financialStatus: random.chance(UNPAID_AT_FIRST) ? 'pending' : 'paid',
      presentment: random.chance(FOREIGN) ? { currency: 'EUR', rate: 0.92 } : null,
      lineItems,
      discountCents: free ? goods : random.chance(0.2) ? Math.floor(goods / 10) : 0,
      shippingCents: free || goods > 7_500 ? 0 : 595,
      taxCents: free ? 0 : Math.round(goods * 0.08),
    });
  }

  private lineItem(random: Random) {
    const product = this.popularity?.pick(random);
    const variant = product?.variants[random.integer(product.variants.length)];
    // A custom item belongs to no product; the platform sends nulls for it.
    if (!product || !variant || random.chance(0.02)) {
      return lineItemRecord({ id: this.ids.take('lineItem'), title: 'Gift wrapping', priceCents: 450 });
    }
    return lineItemRecord({
      id: this.ids.take('lineItem'),
      productId: product.id,
      variantId: variant.id,
      title: product.title,
      sku: variant.sku,
      vendor: product.vendor,
      priceCents: variant.priceCents,
      quantity: 1 + (random.chance(0.15) ? 1 + random.integer(3) : 0),
    });
  }
}

/** A lower price is shown beside the one before; a higher price ends that. */
const repriced = (
  { priceCents: before, compareAtCents }: VariantRecord,
  priceCents: number,
): Pick<VariantRecord, 'priceCents' | 'compareAtCents'> =>
  priceCents < before
    ? { priceCents, compareAtCents: compareAtCents ?? before }
    : { priceCents, compareAtCents: undefined };

/** Products sometimes change their price or stock, and some are removed from the store. */
function productChanges(product: ProductRecord, from: Instant, until: Instant, random: Random): RecordEvent[] {
  const events: RecordEvent[] = [];
  let current = product;
  let at = from;
  while (current.status === 'active') {
    at = secondAfter(at + random.exponential(1 / (150 * DAY)), current.updatedAt);
    if (at >= until) break;
    const factor = 0.9 + 0.2 * random.uniform();
    const variants = current.variants.map((variant) => ({
      ...variant,
      ...repriced(variant, Math.round(variant.priceCents * factor)),
      inventoryQuantity: Math.max(0, random.integer(200) - SOLD_OUT_BELOW),
    }));
    current = { ...current, variants, status: random.chance(0.05) ? 'archived' : 'active', updatedAt: at };
    events.push(...stamp(at, random, [{ topic: 'products/update', product: current }]));
  }
  return events;
}
