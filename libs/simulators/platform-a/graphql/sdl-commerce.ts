import { LIST, PAGE } from './sdl-arguments.js';

/** Customers, orders, refunds and products. */
export const COMMERCE = `
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
    customerLocale: String
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
    discountCodes: [String!]!
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
    onlineStoreUrl: URL
    featuredMedia: Media
    featuredImage: Image @deprecated(reason: "Use featuredMedia instead.")
    priceRangeV2: ProductPriceRangeV2!
    totalInventory: Int!
    tracksInventory: Boolean!
    variantsCount: Count
    variants(${PAGE}): ProductVariantConnection!
  }
  enum ProductVariantInventoryPolicy { CONTINUE DENY }
  type ProductPriceRangeV2 { maxVariantPrice: MoneyV2! minVariantPrice: MoneyV2! }
  type ProductVariant implements Node & LegacyInteroperability {
    id: ID!
    legacyResourceId: UnsignedInt64!
    title: String!
    displayName: String!
    sku: String
    price: Money!
    compareAtPrice: Money
    availableForSale: Boolean!
    inventoryPolicy: ProductVariantInventoryPolicy!
    inventoryQuantity: Int
    position: Int!
    product: Product!
  }
`;
