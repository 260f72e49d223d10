import { GraphQLError } from 'graphql';
import type { SimulatedShop } from '../shop.js';
import { type ListArguments, storeConnection } from './connection.js';
import { grants, idOfGid, subscriptionFields } from './subscription-fields.js';
import { gidOf, utc, Views } from './views.js';

interface IdArgument {
  readonly id: string;
}

const PLAN_NAMES = { standard: 'Basic', advanced: 'Advanced', plus: 'Plus', enterprise: 'Enterprise' } as const;

/** The root value that graphql-js resolves a query or a mutation from: one store, seen with one token. */
export function rootFields(shop: SimulatedShop, scopes: readonly string[], apiVersion: string) {
  const views = new Views(shop);
  const needs = (scope: string, field: string): void => {
    if (!grants(scopes, scope)) throw accessDenied(scope, field);
  };
  const customer = ({ id }: IdArgument) => {
    needs('read_customers', 'customer');
    const known = shop.customers.get(idOfGid(id));
    return known ? views.customer(known) : null;
  };
  const order = ({ id }: IdArgument) => {
    needs('read_orders', 'order');
    const known = shop.orders.get(idOfGid(id));
    return known ? views.order(known) : null;
  };
  const product = ({ id }: IdArgument) => {
    needs('read_products', 'product');
    const known = shop.products.get(idOfGid(id));
    return known ? views.product(known) : null;
  };
  const refund = ({ id }: IdArgument) => {
    needs('read_orders', 'refund');
    return refundOf(shop, views, idOfGid(id));
  };
  const subscriptions = subscriptionFields(shop, scopes, apiVersion);
  const byType: Readonly<Record<string, (argument: IdArgument) => object | null>> = {
    Customer: customer,
    Order: order,
    Product: product,
    Refund: refund,
    WebhookSubscription: subscriptions.webhookSubscription,
  };

  return {
    ...subscriptions,
    shop: () => shopView(shop),
    currentAppInstallation: () => ({
      id: gidOf('AppInstallation', shop.profile.id),
      accessScopes: scopes.map((handle) => ({ handle, description: handle })),
    }),
    node: ({ id }: IdArgument) => byType[id.split('/').at(-2) ?? '']?.({ id }) ?? null,
    customer,
    customers: (args: ListArguments) => {
      needs('read_customers', 'customers');
      return storeConnection(shop.customers, args, views.customer);
    },
    customersCount: () => ({ count: shop.customers.size, precision: 'EXACT' }),
    order,
    orders: (args: ListArguments) => {
      needs('read_orders', 'orders');
      return storeConnection(shop.orders, args, views.order);
    },
    ordersCount: () => ({ count: shop.orders.size, precision: 'EXACT' }),
    product,
    products: (args: ListArguments) => {
      needs('read_products', 'products');
      return storeConnection(shop.products, args, views.product);
    },
    productsCount: () => ({ count: shop.products.size, precision: 'EXACT' }),
    refund,
  };
}

function shopView({ profile, plan }: SimulatedShop) {
  const url = `https://${profile.domain}`;
  return {
    __typename: 'Shop',
    id: gidOf('Shop', profile.id),
    name: profile.name,
    email: profile.email,
    contactEmail: profile.email,
    url,
    myshopifyDomain: profile.domain,
    primaryDomain: {
      __typename: 'Domain',
      id: gidOf('Domain', profile.id),
      host: profile.domain,
      sslEnabled: true,
      url,
    },
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

function refundOf(shop: SimulatedShop, views: Views, id: string): object | null {
  for (const order of shop.orders.values()) {
    const refund = order.refunds.find((candidate) => candidate.id === id);
    if (refund) return views.refund(refund, order);
  }
  return null;
}

const accessDenied = (scope: string, field: string): GraphQLError =>
  new GraphQLError(`Access denied for ${field} field. Required access: \`${scope}\` access scope.`, {
    extensions: { code: 'ACCESS_DENIED', requiredAccess: `\`${scope}\` access scope.` },
  });
