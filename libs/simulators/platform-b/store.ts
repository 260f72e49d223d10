import { randomBytes } from 'node:crypto';
import type { RecordEvent } from '../records/record-event.js';
import { RecordStore } from '../records/record-store.js';
import type { CustomerRecord, OrderRecord, ProductRecord } from '../records/records.js';
import { countUses, withCode } from './checkout.js';
import { PlatformBFaultPlan } from './faults.js';
import { HookRegistry } from './hook-registry.js';
import type { Json } from './json.js';
import { PromotionBook } from './promotions.js';
import { RateWindow } from './rate-window.js';
import type { StorePerson } from './store-person.js';
import { SubscriberBook } from './subscribers.js';
import { consignmentsView, orderCouponViews, orderProductView, orderView, refundView } from './views.js';

export interface StoreOptions {
  readonly hash: string;
  readonly name: string;
  readonly currency?: string;
  /** Requests in a window of the rate limit. Default: 150 in 30 seconds, as of the smaller plans. */
  readonly quota?: number;
  readonly windowMs?: number;
}

/** How the merchant and the platform behave at an install. */
export interface MerchantChoice {
  /** The granted scopes. Default: the requested ones. */
  grants: string | null;
  /** Leave `owner` out of the token answer, as some do. */
  omitOwner: boolean;
  /** Replaces the context of the token answer, for example by another store's. */
  answersContext: string | null;
  /** The delay of the answer of an exchange after the token is issued. */
  tokenAnswerMs: number;
}

/** A whole order in wire form, instead of one from a record. */
export interface RawOrder {
  readonly order: Json;
  readonly products?: readonly Json[];
  readonly refunds?: readonly Json[];
  readonly coupons?: readonly Json[];
}

/** One simulated store: its records, the app's token and hooks in it, and how it misbehaves. */
export class SimulatedStore {
  readonly hash: string;
  readonly name: string;
  readonly currency: string;
  /** A number in the API, a string in webhooks. */
  readonly storeId = 1_025_646;
  readonly owner: StorePerson;
  readonly staff: StorePerson = { id: 9_876_543, email: 'staff@example.com' };
  readonly merchant: MerchantChoice = { grants: null, omitOwner: false, answersContext: null, tokenAnswerMs: 0 };
  readonly customers = new RecordStore<CustomerRecord>();
  readonly products = new RecordStore<ProductRecord>();
  readonly orders = new RecordStore<OrderRecord>();
  readonly promotions = new PromotionBook();
  readonly subscribers = new SubscriberBook();
  readonly hooks = new HookRegistry();
  readonly faults = new PlatformBFaultPlan();
  readonly rate: RateWindow;
  /** The most records on a page of V2, even if a request asks for more. */
  largestPage = 250;
  /** Whether lists of orders take `include=consignments.line_items`. */
  nestsLines = true;
  /** The time zone in the store's record, valid or not. */
  timeZone = 'America/Chicago';
  language = 'en';
  /** The shopper who is signed in on the storefront; null for a guest. */
  shopper: StorePerson | null = null;
  /** The last status of each order that was sent; see storeEvents. */
  readonly statuses = new Map<string, number>();
  /** The public contact of the store. Each value may be '', as in a store without it. */
  contact: { readonly email: string; readonly address: string };
  /** The address of the storefront. By default it is the simulator's own page of the store. */
  secureUrl: string | null = null;
  /** The address of the logo; null for a store that shows its name. */
  logoUrl: string | null = null;
  /** What the merchant changed in the active theme; null for nothing. */
  themeSettings: Readonly<Record<string, string>> | null = null;
  /** The files of the store by their name, under `/storefront/{hash}/product_images/`. */
  readonly files = new Map<string, Buffer>();
  private readonly raw = new Map<string, RawOrder>();
  private readonly rewrites = new Map<string, (order: Json) => Json>();
  private token: { readonly value: string; readonly scopes: readonly string[] } | null = null;

  constructor({ hash, name, currency = 'USD', quota = 150, windowMs = 30_000 }: StoreOptions) {
    this.hash = hash;
    this.name = name;
    this.currency = currency;
    this.contact = {
      email: `orders@${hash}.example.com`,
      address: `7 Harbour Road\nPortland, ME 04101\nUnited States`,
    };
    this.owner = { id: 7_654_321, email: `owner@${hash}.example.com` };
    this.rate = new RateWindow(quota, windowMs);
  }

  /** Issues a new access token, which ends the previous one. */
  issueToken(scope: string): string {
    this.token = { value: randomBytes(20).toString('hex'), scopes: scope.split(' ') };
    return this.token.value;
  }

  get hasToken(): boolean {
    return this.token !== null;
  }

  revokeToken(): void {
    this.token = null;
  }

  /** The scopes of the valid access token. */
  scopesOf(accessToken: string): readonly string[] | undefined {
    return this.token?.value === accessToken ? this.token.scopes : undefined;
  }

  /** Applies the event to the records of the store, unless a later version is known. */
  apply(event: RecordEvent): void {
    if ('order' in event) {
      this.orders.upsert(event.order);
      countUses(this.promotions, event.order);
      if (event.order.customer) this.putCustomer(event.order.customer);
    } else if ('customer' in event) this.putCustomer(event.customer);
    else if ('product' in event) this.products.upsert(event.product);
  }

  /**
   * The order with a code that the buyer enters at the checkout, before it is placed with an event.
   * @throws {CodeRefusedError}
   */
  checkout(order: OrderRecord, code: string): OrderRecord {
    return withCode(this.promotions, order, code);
  }

  /** An order exactly as given, a sample of the platform's for example. */
  putRawOrder(raw: RawOrder): void {
    this.raw.set(String(raw.order['id']), raw);
  }

  /** Changes the answers for an order to a state that no record can have: archived, another currency, held. */
  rewriteOrder(id: string, rewrite: (order: Json) => Json): void {
    this.rewrites.set(id, rewrite);
  }

  removeOrder(id: string): void {
    this.raw.delete(id);
    this.rewrites.set(id, () => ({}));
  }

  /** The order in wire form, or undefined for an unknown order. */
  order(id: string): Json | undefined {
    const record = this.orders.get(id);
    const order = this.raw.get(id)?.order ?? (record && orderView(record, this.currency));
    const shown = order && (this.rewrites.get(id)?.(order) ?? order);
    return shown?.['id'] === undefined ? undefined : shown;
  }

  orderProducts(id: string): readonly Json[] {
    const record = this.orders.get(id);
    return this.raw.get(id)?.products ?? record?.lineItems.map((line) => orderProductView(line, record)) ?? [];
  }

  orderRefunds(id: string): readonly Json[] {
    return this.raw.get(id)?.refunds ?? this.orders.get(id)?.refunds.map(refundView) ?? [];
  }

  orderCoupons(id: string): readonly Json[] {
    const record = this.orders.get(id);
    return this.raw.get(id)?.coupons ?? (record ? orderCouponViews(record) : []);
  }

  /** The order as a list shows it where the request asks for the lines. */
  withLines(order: Json): Json {
    return this.nestsLines
      ? { ...order, consignments: consignmentsView(this.orderProducts(String(order['id']))) }
      : order;
  }

  allOrders(): Json[] {
    const ids = [...new Set([...[...this.orders.values()].map(({ id }) => id), ...this.raw.keys()])];
    return ids.map((id) => this.order(id)).filter((order) => order !== undefined);
  }

  information(apiOrigin: string): Json {
    return {
      id: this.hash,
      account_uuid: '8d4d492f-17a1-4d95-b396-e1c5720815a5',
      domain: `${this.hash}.example.com`,
      secure_url: this.secureUrl ?? `${apiOrigin}/storefront/${this.hash}`,
      control_panel_base_url: `${apiOrigin}/control-panel/${this.hash}`,
      status: 'live',
      name: this.name,
      admin_email: this.owner.email,
      order_email: this.contact.email,
      address: this.contact.address,
      country: 'United States',
      country_code: 'US',
      timezone: { name: this.timeZone, raw_offset: -21600, dst_offset: -18000, dst_correction: true },
      language: this.language,
      currency: this.currency,
      decimal_places: 2,
      plan_name: 'Standard',
      logo: this.logoUrl === null ? [] : { url: this.logoUrl },
      store_id: this.storeId,
      default_channel_id: 1,
    };
  }

  private putCustomer(customer: CustomerRecord): void {
    this.customers.upsert(customer);
    this.subscribers.follow(customer);
  }
}
