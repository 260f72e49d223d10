import type { SimulatedAppSubscription } from './app-subscriptions.js';
import { randomBytes } from 'node:crypto';
import type { ChangeEvent, RecordEvent } from '../records/record-event.js';
import { BodyContext } from './bodies/index.js';
import { BulkBook } from './bulk/bulk-book.js';
import { DiscountRegistry } from './discounts/discount-registry.js';
import { PlatformAFaultPlan } from './faults.js';
import type { SimulatedBrand, StorefrontToken } from './brand.js';
import { LeakyBucket, type Plan } from './leaky-bucket.js';
import { RecordStore } from '../records/record-store.js';
import type {
  AddressRecord,
  CustomerMerge,
  CustomerRecord,
  OrderRecord,
  ProductRecord,
  StoreProfile,
} from '../records/records.js';
import { SubscriptionRegistry } from './subscriptions.js';
import { TokenVault } from './tokens.js';

export interface ShopOptions {
  readonly domain: string;
  readonly name: string;
  /** The platform's number of the shop, default 548380009. */
  readonly id?: string;
  readonly currency?: string;
  readonly ianaTimezone?: string;
  readonly email?: string;
  /** Decides the rate limit of GraphQL. Default: standard. */
  readonly plan?: Plan;
  readonly accessTokenSeconds?: number;
  /** The secret of the store's Multipass tokens. */
  readonly multipassSecret?: string;
}

/** The contact that the store shows to customers. */
export interface ShopContact {
  readonly email: string;
  /** null for a store without one. */
  readonly address: AddressRecord | null;
}

const ADDRESS: AddressRecord = {
  address1: '12 Winter Lane',
  city: 'Burlington',
  province: 'Vermont',
  provinceCode: 'VT',
  country: 'United States',
  countryCode: 'US',
  zip: '05401',
};

/** How the merchant behaves on the authorize page. */
export interface MerchantChoice {
  approves: boolean;
  /** The granted scopes. Default: the requested ones. A merchant can edit the address of the page. */
  grants: readonly string[] | null;
  /** Leave `expires_in` out of token answers, as some do. */
  omitExpiresIn: boolean;
}

/** One simulated store: its records, the app's tokens and subscriptions in it, and how it misbehaves. */
export class SimulatedShop {
  readonly profile: StoreProfile;
  contact: ShopContact;
  /** Of the primary domain; null for a domain that leads to another one. */
  language: string | null = 'en';
  readonly customers = new RecordStore<CustomerRecord>();
  readonly products = new RecordStore<ProductRecord>();
  readonly orders = new RecordStore<OrderRecord>();
  readonly subscriptions = new SubscriptionRegistry();
  readonly discounts = new DiscountRegistry();
  readonly bulk = new BulkBook();
  /** The brand assets; null for a store that nobody edited. */
  brand: SimulatedBrand | null = null;
  /** The Storefront API answers `brand` only with a token. */
  brandNeedsToken = false;
  /** Requests to the Storefront API. */
  storefrontReads = 0;
  readonly storefrontTokens: StorefrontToken[] = [];
  /** The files of the store by their name, under `/{shop}/cdn/shop/files/`. */
  readonly files = new Map<string, Buffer>();
  /** The merchant's subscriptions to the app. */
  appSubscriptions: readonly SimulatedAppSubscription[] = [];
  readonly faults = new PlatformAFaultPlan();
  readonly tokens: TokenVault;
  readonly bucket: LeakyBucket;
  readonly bodies: BodyContext;
  readonly plan: Plan;
  readonly multipassSecret: string;
  readonly merchant: MerchantChoice = { approves: true, grants: null, omitExpiresIn: false };

  /** Takes the events that follow from calls of the API. The simulator sends their webhooks. */
  onEvent: (event: RecordEvent) => void = (event) => this.apply(event);

  constructor(options: ShopOptions) {
    const { domain, name, currency = 'USD', ianaTimezone = 'America/New_York', plan = 'standard' } = options;
    const { id = '548380009' } = options;
    const email = options.email ?? `owner@${domain}`;
    this.profile = { domain, name, currency, ianaTimezone, email, id };
    this.contact = { email: `hello@${domain}`, address: ADDRESS };
    this.plan = plan;
    this.multipassSecret = options.multipassSecret ?? randomBytes(16).toString('hex');
    this.tokens = new TokenVault(options.accessTokenSeconds ?? 3600);
    this.bucket = new LeakyBucket(plan);
    this.bodies = new BodyContext(this.profile);
  }

  upsertCustomer(customer: CustomerRecord): void {
    this.customers.upsert(customer);
  }

  upsertProduct(product: ProductRecord): void {
    this.products.upsert(product);
  }

  /** Stores the order and its customer. Each one is left as it is where a later state of it is known. */
  upsertOrder(order: OrderRecord): void {
    this.orders.upsert(order);
    if (order.customer) this.customers.upsert(order.customer);
  }

  /** The orders of the deleted customer become those of the kept one. A merge leaves their update times. */
  private merge({ keptId, deletedId, status }: CustomerMerge): void {
    const kept = this.customers.get(keptId);
    if (status === 'failed' || !kept) return;
    const orders = [...this.orders.values()];
    for (const order of orders) {
      if (order.customer?.id === deletedId) this.orders.upsert({ ...order, customer: kept });
    }
    this.customers.delete(deletedId);
  }

  /** Applies the event to the records of the store. */
  apply(event: RecordEvent | ChangeEvent): void {
    if (event.topic === 'orders/delete') this.orders.delete(event.orderId);
    else if (event.topic === 'customers/delete') this.customers.delete(event.customerId);
    else if (event.topic === 'customers/merge') this.merge(event.merge);
    else if ('order' in event) this.upsertOrder(event.order);
    else if ('customer' in event) this.upsertCustomer(event.customer);
    else if ('product' in event) this.upsertProduct(event.product);
    else {
      this.tokens.revokeAll();
      this.subscriptions.clear();
    }
  }
}
