import { buildSchema } from 'graphql';
import { topicEnumValues } from '../topics.js';

/** Arguments that every connection takes. */
const PAGE = 'first: Int, after: String, last: Int, before: String, reverse: Boolean = false';
const LIST = `${PAGE}, query: String, savedSearchId: ID`;

const connection = (type: string): string => `
  type ${type}Connection { edges: [${type}Edge!]! nodes: [${type}!]! pageInfo: PageInfo! }
  type ${type}Edge { cursor: String! node: ${type}! }`;

/**
 * The part of the Admin API's schema, version 2026-10, that an app like ours touches, with the platform's names, types
 * and nullability, so that a wrong field fails here as it would there. Fields that the platform has deprecated are
 * marked; those it has removed are absent. Source: shopify.dev, GraphQL Admin API reference.
 */
const SDL = `
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
    currencyCode: String!
    ianaTimezone: String!
    timezoneAbbreviation: String!
    plan: ShopPlan!
    taxesIncluded: Boolean!
    createdAt: DateTime!
  }
  type Domain implements Node { id: ID! host: String! sslEnabled: Boolean! url: URL! }
  type ShopPlan {
    displayName: String! @deprecated(reason: "Use publicDisplayName instead.")
    partnerDevelopment: Boolean!
    publicDisplayName: String!
    shopifyPlus: Boolean!
  }
  type AppInstallation implements Node { id: ID! accessScopes: [AccessScope!]! }
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

  enum CustomerState { DECLINED DISABLED ENABLED INVITED }
  enum CustomerEmailAddressMarketingState { INVALID NOT_SUBSCRIBED PENDING SUBSCRIBED UNSUBSCRIBED }
  enum CustomerMarketingOptInLevel { CONFIRMED_OPT_IN SINGLE_OPT_IN UNKNOWN }
  type CustomerEmailAddress {
    emailAddress: String!
    marketingOptInLevel: CustomerMarketingOptInLevel
    marketingState: CustomerEmailAddressMarketingState!
    marketingUpdatedAt: DateTime
    validFormat: Boolean!
  }
  type Customer implements Node & LegacyInteroperability {
    id: ID!
    legacyResourceId: UnsignedInt64!
    firstName: String
    lastName: String
    displayName: String!
    defaultEmailAddress: CustomerEmailAddress
    email: String @deprecated(reason: "Use defaultEmailAddress.emailAddress instead.")
    defaultAddress: MailingAddress
    state: CustomerState!
    verifiedEmail: Boolean!
    locale: String!
    note: String
    tags: [String!]!
    taxExempt: Boolean!
    numberOfOrders: UnsignedInt64!
    amountSpent: MoneyV2!
    createdAt: DateTime!
    updatedAt: DateTime!
    orders(${LIST}, sortKey: OrderSortKeys = ID): OrderConnection!
  }

  enum OrderDisplayFinancialStatus {
    AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED
  }
  enum OrderDisplayFulfillmentStatus {
    FULFILLED IN_PROGRESS ON_HOLD OPEN PARTIALLY_FULFILLED PENDING_FULFILLMENT REQUEST_DECLINED RESTOCKED SCHEDULED
    UNFULFILLED
  }
  enum OrderCancelReason { CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF }
  type Order implements Node & LegacyInteroperability {
    id: ID!
    legacyResourceId: UnsignedInt64!
    name: String!
    number: Int!
    email: String
    phone: String
    customer: Customer
    customerAcceptsMarketing: Boolean!
    createdAt: DateTime!
    updatedAt: DateTime!
    processedAt: DateTime!
    cancelledAt: DateTime
    cancelReason: OrderCancelReason
    closedAt: DateTime
    confirmed: Boolean!
    test: Boolean!
    sourceName: String
    sourceIdentifier: String
    tags: [String!]!
    note: String
    displayFinancialStatus: OrderDisplayFinancialStatus
    displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
    currencyCode: String!
    presentmentCurrencyCode: String!
    totalPriceSet: MoneyBag!
    currentTotalPriceSet: MoneyBag!
    subtotalPriceSet: MoneyBag
    totalDiscountsSet: MoneyBag
    totalShippingPriceSet: MoneyBag!
    totalTaxSet: MoneyBag
    totalRefundedSet: MoneyBag!
    netPaymentSet: MoneyBag!
    billingAddress: MailingAddress
    shippingAddress: MailingAddress
    lineItems(${PAGE}): LineItemConnection!
    refunds(first: Int): [Refund!]!
    transactions(capturable: Boolean, first: Int, manuallyResolvable: Boolean): [OrderTransaction!]!
  }
  type LineItem implements Node {
    id: ID!
    name: String!
    title: String!
    sku: String
    vendor: String
    quantity: Int!
    currentQuantity: Int!
    product: Product
    variant: ProductVariant
    isGiftCard: Boolean!
    originalUnitPriceSet: MoneyBag!
    originalTotalSet: MoneyBag!
    totalDiscountSet: MoneyBag!
  }

  enum OrderTransactionKind {
    AUTHORIZATION CAPTURE CHANGE EMV_AUTHORIZATION REFUND SALE SUGGESTED_REFUND VOID
  }
  enum OrderTransactionStatus { AWAITING_RESPONSE ERROR FAILURE PENDING SUCCESS UNKNOWN }
  type OrderTransaction implements Node {
    id: ID!
    kind: OrderTransactionKind!
    status: OrderTransactionStatus!
    amountSet: MoneyBag!
    gateway: String
    test: Boolean!
    createdAt: DateTime!
    processedAt: DateTime
    order: Order
  }
  type Refund implements Node & LegacyInteroperability {
    id: ID!
    legacyResourceId: UnsignedInt64!
    createdAt: DateTime
    updatedAt: DateTime!
    note: String
    order: Order!
    totalRefundedSet: MoneyBag!
    refundLineItems(${PAGE}): RefundLineItemConnection!
    transactions(${PAGE}): OrderTransactionConnection!
  }
  type RefundLineItem { id: ID lineItem: LineItem! quantity: Int! subtotalSet: MoneyBag! }

  enum ProductStatus { ACTIVE ARCHIVED DRAFT UNLISTED }
  enum MediaContentType { EXTERNAL_VIDEO IMAGE MODEL_3D VIDEO }
  type Image { id: ID altText: String height: Int width: Int url: URL! }
  type MediaPreviewImage { image: Image }
  interface Media { id: ID! alt: String mediaContentType: MediaContentType! preview: MediaPreviewImage }
  type MediaImage implements Node & Media {
    id: ID!
    alt: String
    image: Image
    mediaContentType: MediaContentType!
    preview: MediaPreviewImage
  }
  type Product implements Node & LegacyInteroperability {
    id: ID!
    legacyResourceId: UnsignedInt64!
    title: String!
    handle: String!
    descriptionHtml: HTML!
    vendor: String!
    productType: String!
    status: ProductStatus!
    tags: [String!]!
    createdAt: DateTime!
    updatedAt: DateTime!
    publishedAt: DateTime
    featuredMedia: Media
    featuredImage: Image @deprecated(reason: "Use featuredMedia instead.")
    priceRangeV2: ProductPriceRangeV2!
    totalInventory: Int!
    variantsCount: Count
    variants(${PAGE}): ProductVariantConnection!
  }
  type ProductPriceRangeV2 { maxVariantPrice: MoneyV2! minVariantPrice: MoneyV2! }
  type ProductVariant implements Node & LegacyInteroperability {
    id: ID!
    legacyResourceId: UnsignedInt64!
    title: String!
    displayName: String!
    sku: String
    price: Money!
    compareAtPrice: Money
    inventoryQuantity: Int
    position: Int!
    product: Product!
  }

  enum WebhookSubscriptionTopic { ${topicEnumValues()} }
  enum WebhookSubscriptionFormat { JSON XML }
  input WebhookSubscriptionInput {
    uri: String
    callbackUrl: URL @deprecated(reason: "Use uri instead.")
    filter: String
    format: WebhookSubscriptionFormat
    includeFields: [String!]
    metafieldNamespaces: [String!]
    name: String
  }
  type WebhookHttpEndpoint { callbackUrl: URL! }
  type WebhookEventBridgeEndpoint { arn: String! }
  type WebhookPubSubEndpoint { pubSubProject: String! pubSubTopic: String! }
  union WebhookSubscriptionEndpoint = WebhookHttpEndpoint | WebhookEventBridgeEndpoint | WebhookPubSubEndpoint
  type ApiVersion { displayName: String! handle: String! supported: Boolean! }
  type WebhookSubscription implements Node & LegacyInteroperability {
    id: ID!
    legacyResourceId: UnsignedInt64!
    topic: WebhookSubscriptionTopic!
    uri: String!
    callbackUrl: URL! @deprecated(reason: "Use uri instead.")
    endpoint: WebhookSubscriptionEndpoint! @deprecated(reason: "Use uri instead.")
    apiVersion: ApiVersion!
    filter: String
    format: WebhookSubscriptionFormat!
    includeFields: [String!]!
    metafieldNamespaces: [String!]!
    name: String
    createdAt: DateTime!
    updatedAt: DateTime!
  }
  type WebhookSubscriptionCreatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }
  type WebhookSubscriptionUpdatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }
  type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }

  ${['Customer', 'Order', 'LineItem', 'OrderTransaction', 'RefundLineItem', 'Product', 'ProductVariant', 'WebhookSubscription'].map(connection).join('')}
`;

export const adminSchema = buildSchema(SDL);
