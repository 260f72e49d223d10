import { LIST, PAGE } from './sdl-arguments.js';

/** Scalars, the roots, and what belongs to the store itself. */
export const CORE = `
  scalar DateTime
  scalar Decimal
  scalar HTML
  scalar Money
  scalar UnsignedInt64
  scalar URL

  interface Node { id: ID! }
  interface LegacyInteroperability { legacyResourceId: UnsignedInt64! }

  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type MoneyV2 { amount: Decimal! currencyCode: String! }
  type MoneyBag { shopMoney: MoneyV2! presentmentMoney: MoneyV2! }
  type UserError { field: [String!] message: String! }
  type Count { count: Int! precision: CountPrecision! }
  enum CountPrecision { AT_LEAST EXACT }

  type Query {
    shop: Shop!
    currentAppInstallation: AppInstallation!
    node(id: ID!): Node
    customer(id: ID!): Customer
    customers(${LIST}, sortKey: CustomerSortKeys = ID): CustomerConnection!
    customersCount(query: String, limit: Int = 10000): Count
    order(id: ID!): Order
    orders(${LIST}, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
    ordersCount(query: String, savedSearchId: ID, limit: Int = 10000): Count
    product(id: ID!): Product
    products(${LIST}, sortKey: ProductSortKeys = ID): ProductConnection!
    productsCount(query: String, savedSearchId: ID, limit: Int = 10000): Count
    refund(id: ID!): Refund
    webhookSubscription(id: ID!): WebhookSubscription
    webhookSubscriptions(
      ${PAGE}, query: String, sortKey: WebhookSubscriptionSortKeys = CREATED_AT
      topics: [WebhookSubscriptionTopic!], format: WebhookSubscriptionFormat, uri: String, callbackUrl: URL
    ): WebhookSubscriptionConnection!
  }

  type Mutation {
    webhookSubscriptionCreate(
      topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!
    ): WebhookSubscriptionCreatePayload
    webhookSubscriptionUpdate(id: ID!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionUpdatePayload
    webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  }

  enum CustomerSortKeys { CREATED_AT ID LOCATION NAME RELEVANCE UPDATED_AT }
  enum OrderSortKeys {
    CREATED_AT CURRENT_TOTAL_PRICE CUSTOMER_NAME DESTINATION FINANCIAL_STATUS FULFILLMENT_STATUS ID ORDER_NUMBER
    PO_NUMBER PROCESSED_AT RELEVANCE TOTAL_ITEMS_QUANTITY TOTAL_PRICE UPDATED_AT
  }
  enum ProductSortKeys {
    CREATED_AT ID INVENTORY_TOTAL PRODUCT_TYPE PUBLISHED_AT RELEVANCE TITLE UPDATED_AT VENDOR
  }
  enum WebhookSubscriptionSortKeys { CREATED_AT ID RELEVANCE }

  type Shop implements Node {
    id: ID!
    name: String!
    email: String!
    contactEmail: String!
    url: URL!
    myshopifyDomain: String!
    primaryDomain: Domain!
    shopAddress: ShopAddress!
    currencyCode: String!
    ianaTimezone: String!
    timezoneAbbreviation: String!
    plan: ShopPlan!
    taxesIncluded: Boolean!
    createdAt: DateTime!
  }
  type ShopAddress implements Node {
    id: ID!
    address1: String
    address2: String
    city: String
    company: String
    country: String
    countryCodeV2: String
    formatted(withCompany: Boolean = true, withName: Boolean = false): [String!]!
    province: String
    provinceCode: String
    zip: String
  }
  type Domain implements Node {
    id: ID! host: String! sslEnabled: Boolean! url: URL! localization: DomainLocalization
  }
  type DomainLocalization { alternateLocales: [String!]! country: String defaultLocale: String! }
  type ShopPlan {
    displayName: String! @deprecated(reason: "Use publicDisplayName instead.")
    partnerDevelopment: Boolean!
    publicDisplayName: String!
    shopifyPlus: Boolean!
  }
  type AppInstallation implements Node {
    id: ID!
    accessScopes: [AccessScope!]!
    activeSubscriptions: [AppSubscription!]!
  }
  type AccessScope { handle: String! description: String! }

  type MailingAddress implements Node {
    id: ID!
    firstName: String
    lastName: String
    name: String
    address1: String
    address2: String
    city: String
    province: String
    provinceCode: String
    country: String
    countryCodeV2: String
    zip: String
    phone: String
  }
`;
