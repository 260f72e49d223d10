import { CUSTOMER_FIELDS, PRODUCT_FIELDS } from './record-fields.js';

/**
 * Every GraphQL document that we send to platform A's Admin API (written for schema 2026-10).
 *
 * Page sizes keep the requested cost of a query below 1000 points, the platform's limit for one query. An object costs
 * 1. A connection costs 2, plus the cost of each node that it may return. operations.spec.ts computes the costs.
 */

/** The largest `first` that the platform accepts. */
export const LARGEST_PAGE = 250;

export const PAGE_SIZES = {
  webhookSubscriptions: LARGEST_PAGE,
  customers: 200,
  /** More than one, because the search for an email address also finds similar ones. */
  customersByEmail: 25,
  products: 50,
  /** The availability of products with more variants may stay unknown. */
  variantsOfAProduct: 10,
  orders: 14,
  /** Page sizes inside an order. Orders with more are completed by further queries; see admin-reads.ts. */
  lineItemsOfAnOrder: 10,
  refundsOfAnOrder: 3,
  transactionsOfARefund: 2,
  lineItems: LARGEST_PAGE,
  refundTransactions: 200,
} as const;

const shop = (domain: string): string => `query Shop {
  shop {
    id
    name
    email
    contactEmail
    shopAddress { address1 countryCodeV2 formatted(withCompany: true) }
    myshopifyDomain
    primaryDomain { ${domain} }
    currencyCode
    ianaTimezone
    plan { publicDisplayName }
  }
}`;

export const SHOP = shop('url localization { defaultLocale }');
/** For a store that refuses the languages of its domain. */
export const SHOP_WITHOUT_LANGUAGE = shop('url');

const MONEY = '{ amount currencyCode }';

/** The merchant's subscriptions to the app. A plain list, because a store has only a few. */
export const APP_SUBSCRIPTIONS = `query AppSubscriptions {
  currentAppInstallation {
    activeSubscriptions {
      id
      name
      test
      status
      trialDays
      createdAt
      currentPeriodEnd
      lineItems {
        id
        plan {
          pricingDetails {
            __typename
            ... on AppRecurringPricing {
              price ${MONEY}
              interval
              discount {
                durationLimitInIntervals
                remainingDurationInIntervals
                priceAfterDiscount ${MONEY}
                value {
                  __typename
                  ... on AppSubscriptionDiscountAmount { amount ${MONEY} }
                  ... on AppSubscriptionDiscountPercentage { percentage }
                }
              }
            }
            ... on AppUsagePricing {
              balanceUsed ${MONEY}
              cappedAmount ${MONEY}
              terms
            }
          }
        }
      }
    }
  }
}`;

export const WEBHOOK_SUBSCRIPTIONS = `query WebhookSubscriptions($first: Int!, $after: String) {
  webhookSubscriptions(first: $first, after: $after) {
    nodes { id topic uri }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const WEBHOOK_SUBSCRIPTION_CREATE = `mutation WebhookSubscriptionCreate(
  $topic: WebhookSubscriptionTopic!
  $webhookSubscription: WebhookSubscriptionInput!
) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhookSubscription) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`;

export const WEBHOOK_SUBSCRIPTION_UPDATE = `mutation WebhookSubscriptionUpdate(
  $id: ID!
  $webhookSubscription: WebhookSubscriptionInput!
) {
  webhookSubscriptionUpdate(id: $id, webhookSubscription: $webhookSubscription) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`;

export const WEBHOOK_SUBSCRIPTION_DELETE = `mutation WebhookSubscriptionDelete($id: ID!) {
  webhookSubscriptionDelete(id: $id) {
    deletedWebhookSubscriptionId
    userErrors { field message }
  }
}`;

const TRANSACTION_FIELDS = 'id kind status amountSet { shopMoney { amount currencyCode } }';

export const CUSTOMER = `query Customer($id: ID!) {
  customer(id: $id) {${CUSTOMER_FIELDS}
  }
}`;

export const CUSTOMERS_BY_EMAIL = `query CustomersByEmail($first: Int!, $query: String!) {
  customers(first: $first, query: $query) {
    nodes {${CUSTOMER_FIELDS}
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

/*
 * Lists are read in the order of their last change. A record that changes meanwhile moves to the end and is read again,
 * so that no record is missed.
 */

export const CUSTOMERS = `query Customers($first: Int!, $after: String, $query: String) {
  customers(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {${CUSTOMER_FIELDS}
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const PRODUCTS = `query Products($first: Int!, $after: String, $query: String) {
  products(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {${PRODUCT_FIELDS}
      variants(first: ${PAGE_SIZES.variantsOfAProduct}) {
        nodes { price compareAtPrice availableForSale }
        pageInfo { hasNextPage }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

const ORDER_FIELDS = `
      id
      name
      createdAt
      processedAt
      updatedAt
      cancelledAt
      test
      sourceName
      displayFinancialStatus
      totalPriceSet { shopMoney { amount currencyCode } }
      customer {${CUSTOMER_FIELDS}
      }
      customerLocale
      billingAddress { countryCodeV2 }
      discountCodes
      lineItems(first: ${PAGE_SIZES.lineItemsOfAnOrder}) {
        nodes { product { id } }
        pageInfo { hasNextPage endCursor }
      }
      refunds(first: ${PAGE_SIZES.refundsOfAnOrder}) {
        id
        createdAt
        transactions(first: ${PAGE_SIZES.transactionsOfARefund}) {
          nodes { ${TRANSACTION_FIELDS} }
          pageInfo { hasNextPage endCursor }
        }
      }`;

export const ORDERS = `query Orders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {${ORDER_FIELDS}
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const ORDER = `query Order($id: ID!) {
  order(id: $id) {${ORDER_FIELDS}
  }
}`;

export const ORDER_LINE_ITEMS = `query OrderLineItems($id: ID!, $first: Int!, $after: String) {
  order(id: $id) {
    lineItems(first: $first, after: $after) {
      nodes { product { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** `refunds` is a list without pages. So this reads the ids, and REFUND_TRANSACTIONS reads the money of each refund. */
export const ORDER_REFUNDS = `query OrderRefunds($id: ID!, $first: Int!) {
  order(id: $id) {
    refunds(first: $first) { id createdAt }
  }
}`;

export const REFUND_TRANSACTIONS = `query RefundTransactions($id: ID!, $first: Int!, $after: String) {
  refund(id: $id) {
    transactions(first: $first, after: $after) {
      nodes { ${TRANSACTION_FIELDS} }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
