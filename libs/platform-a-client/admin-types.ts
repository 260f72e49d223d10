/** Records as the Admin API (GraphQL, schema 2026-10) returns them; ids are `gid://shopify/<type>/<number>`. */

/** The amount is a decimal string. */
export interface AdminMoney {
  amount: string;
  currencyCode: string;
}

export interface AdminMoneySet {
  /** In the store's own currency. */
  shopMoney: AdminMoney;
}

/** Fields that depend on the plan, or on the settings of the owner, may be missing. */
export interface AdminShop {
  id?: string;
  name: string;
  email: string;
  /** The address that the store shows to customers; `email` is the owner's. */
  contactEmail?: string | null;
  shopAddress?: { address1: string | null; countryCodeV2?: string | null; formatted: string[] } | null;
  myshopifyDomain: string;
  /** `localization` is missing where the domain leads to another one, or the store refuses it. */
  primaryDomain?: { url: string; localization?: { defaultLocale: string } | null } | null;
  /** ISO 4217. */
  currencyCode: string;
  /** For example Europe/Paris. */
  ianaTimezone: string;
  plan: { publicDisplayName: string };
}

export interface AdminCustomer {
  id: string;
  firstName: string | null;
  lastName: string | null;
  createdAt: string;
  updatedAt: string;
  defaultEmailAddress: {
    emailAddress: string;
    /** INVALID, NOT_SUBSCRIBED, PENDING, SUBSCRIBED, UNSUBSCRIBED. */
    marketingState: string;
    marketingUpdatedAt: string | null;
  } | null;
  defaultAddress: { countryCodeV2: string | null } | null;
  /** BCP 47. Never missing, so it may be a default that the customer never chose. */
  locale: string;
}

export interface AdminProduct {
  id: string;
  title: string;
  handle: string;
  /** ACTIVE, ARCHIVED, DRAFT, UNLISTED. */
  status: string;
  productType: string;
  vendor: string;
  /** null: the product has no page in the online store. */
  onlineStoreUrl: string | null;
  createdAt: string;
  updatedAt: string;
  /** null: not published in the online store now. */
  publishedAt: string | null;
  /** Whether the store counts the stock of any variant. */
  tracksInventory: boolean;
  featuredMedia: { preview: { image: { url: string } | null } | null } | null;
  /** The first variants. Prices are decimal strings in the store's currency. */
  variants: { nodes: AdminVariant[]; pageInfo: { hasNextPage: boolean } };
}

export interface AdminVariant {
  price: string;
  /** The price that the store shows struck through. */
  compareAtPrice: string | null;
  /** In stock, sold without stock, or not counted. */
  availableForSale: boolean;
}

export interface AdminTransaction {
  id: string;
  /** AUTHORIZATION, CAPTURE, CHANGE, EMV_AUTHORIZATION, REFUND, SALE, SUGGESTED_REFUND, VOID. */
  kind: string;
  /** AWAITING_RESPONSE, ERROR, FAILURE, PENDING, SUCCESS, UNKNOWN. */
  status: string;
  amountSet: AdminMoneySet;
}

export interface AdminRefund {
  id: string;
  createdAt: string | null;
  /** null where the platform lists the refund but does not return the rest of its transactions. */
  transactions: AdminTransaction[] | null;
}

/** An order with all its line items and refunds. */
export interface AdminOrder {
  id: string;
  name: string;
  createdAt: string;
  /** The time of the purchase. */
  processedAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  test: boolean;
  sourceName: string | null;
  /** AUTHORIZED, EXPIRED, PAID, PARTIALLY_PAID, PARTIALLY_REFUNDED, PENDING, REFUNDED, VOIDED. */
  displayFinancialStatus: string | null;
  totalPriceSet: AdminMoneySet;
  /** null for a guest. */
  customer: AdminCustomer | null;
  /** BCP 47, of the checkout; null for orders without a checkout. */
  customerLocale: string | null;
  billingAddress: { countryCodeV2: string | null } | null;
  /** In the case in which the buyer entered them. */
  discountCodes: string[];
  /** `product` is null for items that are not, or no longer, in the catalogue. */
  lineItems: { product: { id: string } | null }[];
  /** null where the order has more refunds than the page, and the platform does not list the rest. */
  refunds: AdminRefund[] | null;
}
