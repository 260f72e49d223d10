/**
 * The bodies of platform A's webhooks, as far as a segmentation engine reads them (API version 2026-10).
 *
 * They describe what the platform usually sends; nothing is validated. Any key may be missing, for example personal
 * data that the app is not approved for. Parse bodies with parseJsonLosslessly, which makes long ids strings.
 */

/** A 64-bit id, as a string where it has 16 digits or more. */
export type WireId = string | number;

type Maybe<T> = T | null | undefined;

/** ISO 8601 with any offset. Compare as instants, never as text. */
type WireTime = string;

/** A decimal, such as `"409.94"`. */
type WireDecimal = string;

export interface WireMoneySet {
  /** In the store's own currency. This amount counts. */
  shop_money: { amount: WireDecimal; currency_code: string };
  /** In the currency that the buyer saw. */
  presentment_money?: { amount: WireDecimal; currency_code: string };
}

export interface WireAddress {
  /** ISO 3166 alpha-2. */
  country_code?: Maybe<string>;
}

/** customers/create and customers/update, and the `customer` of an order. Carries no consent since 2025-01. */
export interface WireCustomer {
  id: WireId;
  admin_graphql_api_id?: Maybe<string>;
  /** May be `""`. */
  email?: Maybe<string>;
  first_name?: Maybe<string>;
  last_name?: Maybe<string>;
  default_address?: Maybe<WireAddress>;
  created_at?: Maybe<WireTime>;
  updated_at?: Maybe<WireTime>;
}

export interface WireLineItem {
  id: WireId;
  /** null for an item that is not from the catalogue. */
  product_id?: Maybe<WireId>;
  quantity?: Maybe<number>;
  /** After removals and refunds. */
  current_quantity?: Maybe<number>;
  /** Of one unit. */
  price?: Maybe<WireDecimal>;
  title?: Maybe<string>;
}

/** orders/create, orders/updated and orders/cancelled. */
export interface WireOrder {
  id: WireId;
  admin_graphql_api_id?: Maybe<string>;
  /** `#1001`; the merchant may change its form, and it is not unique. */
  name?: Maybe<string>;
  email?: Maybe<string>;
  contact_email?: Maybe<string>;
  /** null or missing for a guest. */
  customer?: Maybe<WireCustomer>;
  /** The language of the checkout, with or without a region: `fr`, `fr-CA`. */
  customer_locale?: Maybe<string>;
  billing_address?: Maybe<WireAddress>;
  /** Opt-in at the checkout, not the current consent. */
  buyer_accepts_marketing?: Maybe<boolean>;
  /** In `currency`. */
  total_price?: Maybe<WireDecimal>;
  total_price_set?: Maybe<WireMoneySet>;
  /** The store's currency. */
  currency?: Maybe<string>;
  /** The currency in which the buyer paid. */
  presentment_currency?: Maybe<string>;
  created_at?: Maybe<WireTime>;
  updated_at?: Maybe<WireTime>;
  /** The time of the purchase; far before created_at for imported orders. */
  processed_at?: Maybe<WireTime>;
  cancelled_at?: Maybe<WireTime>;
  /** pending, authorized, partially_paid, paid, partially_refunded, refunded, voided. */
  financial_status?: Maybe<string>;
  test?: Maybe<boolean>;
  source_name?: Maybe<string>;
  line_items?: Maybe<WireLineItem[]>;
  /** The codes that the buyer entered. The letters keep the case in which they were entered. */
  discount_codes?: Maybe<{ code?: Maybe<string> }[]>;
  /** Every discount of the order. Only one of the type `discount_code` has a code. */
  discount_applications?: Maybe<{ type?: Maybe<string>; code?: Maybe<string> }[]>;
  refunds?: Maybe<WireRefund[]>;
}

export interface WireTransaction {
  id: WireId;
  /** refund, void, sale, capture, authorization. */
  kind?: Maybe<string>;
  /** success, pending, failure, error. */
  status?: Maybe<string>;
  /** In `currency`, which is the buyer's and often not the store's. */
  amount?: Maybe<WireDecimal>;
  currency?: Maybe<string>;
  /** Only some bodies have it. */
  amount_set?: Maybe<WireMoneySet>;
  test?: Maybe<boolean>;
}

export interface WireRefundLineItem {
  subtotal_set?: Maybe<WireMoneySet>;
  total_tax_set?: Maybe<WireMoneySet>;
}

export interface WireRefundShippingLine {
  subtotal_amount_set?: Maybe<WireMoneySet>;
  tax_amount_set?: Maybe<WireMoneySet>;
}

/**
 * The difference between a refund and its line items. Negative where more was refunded than the line items sum up to.
 */
export interface WireOrderAdjustment {
  /** shipping_refund (always negative; repeats `refund_shipping_lines`, with the tax) or refund_discrepancy. */
  kind?: Maybe<string>;
  amount_set?: Maybe<WireMoneySet>;
  tax_amount_set?: Maybe<WireMoneySet>;
}

/** refunds/create, and the refunds of an order. A refund may move no money, or may not have moved it yet. */
export interface WireRefund {
  id: WireId;
  admin_graphql_api_id?: Maybe<string>;
  order_id?: Maybe<WireId>;
  created_at?: Maybe<WireTime>;
  processed_at?: Maybe<WireTime>;
  transactions?: Maybe<WireTransaction[]>;
  refund_line_items?: Maybe<WireRefundLineItem[]>;
  refund_shipping_lines?: Maybe<WireRefundShippingLine[]>;
  order_adjustments?: Maybe<WireOrderAdjustment[]>;
  total_duties_set?: Maybe<WireMoneySet>;
  total_additional_fees_set?: Maybe<WireMoneySet>;
}

export interface WireProductVariant {
  id: WireId;
  price?: Maybe<WireDecimal>;
  /** The price that the store shows struck through. */
  compare_at_price?: Maybe<WireDecimal>;
  /** 0 where the store does not count the stock; the body does not say whether it does. */
  inventory_quantity?: Maybe<number>;
  /** deny, or continue: sold without stock. */
  inventory_policy?: Maybe<string>;
  position?: Maybe<number>;
}

/** products/update; sent for every change of stock as well. Only the first 100 variants are whole. */
export interface WireProduct {
  id: WireId;
  admin_graphql_api_id?: Maybe<string>;
  title?: Maybe<string>;
  handle?: Maybe<string>;
  /** active, archived, draft, unlisted. */
  status?: Maybe<string>;
  /** null: not in the online store. */
  published_at?: Maybe<WireTime>;
  product_type?: Maybe<string>;
  vendor?: Maybe<string>;
  image?: Maybe<{ src?: Maybe<string> }>;
  variants?: Maybe<WireProductVariant[]>;
  /** All variants. */
  variant_gids?: Maybe<object[]>;
  created_at?: Maybe<WireTime>;
  updated_at?: Maybe<WireTime>;
}

/** customers_email_marketing_consent/update. */
export interface WireEmailConsent {
  customer_id: WireId;
  email_address?: Maybe<string>;
  email_marketing_consent?: Maybe<{
    /** subscribed, not_subscribed, pending, unsubscribed, and perhaps others. */
    state?: Maybe<string>;
    opt_in_level?: Maybe<string>;
    consent_updated_at?: Maybe<WireTime>;
  }>;
}
