import { appSubscriptionView } from '../app-subscriptions.js';
import type { RecordStore, StoredRecord } from '../../records/record-store.js';
import type { AddressRecord, StoreProfile } from '../../records/records.js';
import type { SimulatedShop } from '../shop.js';
import { guardedBy } from './access-denied.js';
import { bulkFields } from './bulk-fields.js';
import { type ListArguments, storeConnection } from './connection.js';
import { consentFields } from './consent-fields.js';
import { discountFields } from './discount-fields.js';
import { storefrontTokenFields } from './storefront-token-fields.js';
import { idOfGid, subscriptionFields } from './subscription-fields.js';
import { gidOf, utc } from './view-helpers.js';
import { Views } from './views.js';

interface IdArgument {
  readonly id: string;
}

const PLAN_NAMES = { standard: 'Basic', advanced: 'Advanced', plus: 'Plus', enterprise: 'Enterprise' } as const;

/** The root value from which graphql-js resolves a query or a mutation: one store with the scopes of one token. */
export function rootFields(shop: SimulatedShop, scopes: readonly string[], apiVersion: string) {
  const records = recordFields(shop, scopes);
  const subscriptions = subscriptionFields(shop, scopes, apiVersion);
  const bulk = bulkFields(shop, records);
  const tokens = storefrontTokenFields(shop, scopes);
  const byType: Readonly<Record<string, (argument: IdArgument) => object | null>> = {
    Customer: records.customer,
    Order: records.order,
    Product: records.product,
    Refund: records.refund,
    WebhookSubscription: subscriptions.webhookSubscription,
    BulkOperation: bulk.bulkOperation,
  };
  return {
    ...records,
    ...subscriptions,
    ...bulk,
    ...discountFields(shop, scopes),
    ...consentFields(shop, scopes),
    shop: () => ({ ...shopView(shop), storefrontAccessTokens: tokens.storefrontAccessTokens }),
    storefrontAccessTokenCreate: tokens.storefrontAccessTokenCreate,
    currentAppInstallation: () => ({
      id: gidOf('AppInstallation', shop.profile.id),
      accessScopes: scopes.map((handle) => ({ handle, description: handle })),
      activeSubscriptions: shop.appSubscriptions.map(appSubscriptionView),
    }),
    node: ({ id }: IdArgument) => byType[id.split('/').at(-2) ?? '']?.({ id }) ?? null,
  };
}

const single =
  <T extends StoredRecord>(store: RecordStore<T>, view: (record: T) => object) =>
  ({ id }: IdArgument): object | null => {
    const known = store.get(idOfGid(id));
    return known ? view(known) : null;
  };

const list =
  <T extends StoredRecord>(store: RecordStore<T>, view: (record: T) => object) =>
  (args: ListArguments) =>
    storeConnection(store, args, view);

/** Customers, orders, products and refunds; each needs its scope. */
function recordFields(shop: SimulatedShop, scopes: readonly string[]) {
  const views = new Views(shop);
  const guarded = guardedBy(scopes);
  const { customers, orders, products } = shop;
  return {
    customer: guarded('read_customers', 'customer', single(customers, views.customer)),
    customers: guarded('read_customers', 'customers', list(customers, views.customer)),
    customersCount: () => ({ count: customers.size, precision: 'EXACT' }),
    order: guarded('read_orders', 'order', single(orders, views.order)),
    orders: guarded('read_orders', 'orders', list(orders, views.order)),
    ordersCount: () => ({ count: orders.size, precision: 'EXACT' }),
    product: guarded('read_products', 'product', single(products, views.product)),
    products: guarded('read_products', 'products', list(products, views.product)),
    productsCount: () => ({ count: products.size, precision: 'EXACT' }),
    refund: guarded('read_orders', 'refund', ({ id }: IdArgument) => refundOf(shop, views, idOfGid(id))),
  };
}

function shopView({ profile, plan, contact, language }: SimulatedShop) {
  const url = `https://${profile.domain}`;
  return {
    __typename: 'Shop',
    id: gidOf('Shop', profile.id),
    name: profile.name,
    email: profile.email,
    contactEmail: contact.email,
    url,
    myshopifyDomain: profile.domain,
    primaryDomain: {
      __typename: 'Domain',
      id: gidOf('Domain', profile.id),
      host: profile.domain,
      sslEnabled: true,
      url,
      localization: language === null ? null : { alternateLocales: [], country: null, defaultLocale: language },
    },
    shopAddress: addressView(profile, contact.address),
    currencyCode: profile.currency,
    ianaTimezone: profile.ianaTimezone,
    timezoneAbbreviation: 'UTC',
    plan: {
      displayName: PLAN_NAMES[plan],
      publicDisplayName: PLAN_NAMES[plan],
      partnerDevelopment: false,
      shopifyPlus: plan === 'plus',
    },
    taxesIncluded: false,
    createdAt: utc(0),
  };
}

function addressView({ id, name }: StoreProfile, address: AddressRecord | null) {
  const { address1, city, zip, country, countryCode } = address ?? {};
  const lines = [address1, [zip, city].filter(Boolean).join(' '), country].filter((line) => line);
  return {
    id: gidOf('ShopAddress', id),
    address1: address1 ?? null,
    address2: null,
    city: city ?? null,
    company: address ? name : null,
    country: country ?? null,
    countryCodeV2: countryCode ?? null,
    formatted: ({ withCompany }: { withCompany: boolean }) => [...(withCompany && address ? [name] : []), ...lines],
    province: null,
    provinceCode: null,
    zip: zip ?? null,
  };
}

function refundOf(shop: SimulatedShop, views: Views, id: string): object | null {
  for (const order of shop.orders.values()) {
    const refund = order.refunds.find((candidate) => candidate.id === id);
    if (refund) return views.refund(refund, order);
  }
  return null;
}
