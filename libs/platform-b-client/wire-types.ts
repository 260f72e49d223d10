/**
 * The answers of platform B's API, as far as a segmentation engine reads them.
 *
 * They describe what the platform usually sends; nothing is validated. The platform's own samples lack keys, and have
 * `{}` or `""` in the place of a text or null. All answers are parsed with parseJsonExactly.
 */

export type WireId = string | number;

type Maybe<T> = T | null | undefined;

/** See decimalText: `"69.8400"`, `"8"`, or a number. */
export type WireDecimal = string | number;

/** See parsePlatformTime; `""` for none. */
type WireTime = string;

export interface WireBillingAddress {
  first_name?: Maybe<string>;
  last_name?: Maybe<string>;
  /** The only identity of a guest. May be `""`. */
  email?: Maybe<string>;
  /** ISO 3166 alpha-2, or `""`. */
  country_iso2?: Maybe<string>;
}

/** GET /v2/orders/{id}, and one of GET /v2/orders. */
export interface WireOrder {
  id: WireId;
  /** 0 for a guest. */
  customer_id?: Maybe<WireId>;
  /** The language of the checkout: `en`, or `""`. Accounts (WireCustomer) have none. */
  customer_locale?: Maybe<string>;
  billing_address?: Maybe<WireBillingAddress>;
  /** The time of the purchase. */
  date_created?: Maybe<WireTime>;
  date_modified?: Maybe<WireTime>;
  date_shipped?: Maybe<WireTime>;
  /** See orderStatus. */
  status_id: number;
  total_inc_tax?: Maybe<WireDecimal>;
  /** The money off by coupons. */
  coupon_discount?: Maybe<WireDecimal>;
  /** The other money off. */
  discount_amount?: Maybe<WireDecimal>;
  /** The currency in which the shopper paid. `currency_code`, which is left out here, is for display only. */
  default_currency_code?: Maybe<string>;
  /** The store's currency; may be `""`. */
  store_default_currency_code?: Maybe<string>;
  /** Archived. */
  is_deleted?: Maybe<boolean>;
  /** The checkbox of the checkout, not the newsletter list. */
  is_email_opt_in?: Maybe<boolean>;
  /** `M-MIG` for an order that was migrated from another system. */
  external_source?: Maybe<string>;
  order_source?: Maybe<string>;
  /** The number of pieces in all lines. */
  items_total?: Maybe<number>;
  /** A link, or with `include=consignments.line_items` the lines. See nestedLines. */
  consignments?: unknown;
}

/** One of GET /v2/orders/{id}/products. */
export interface WireOrderProduct {
  id: WireId;
  /** 0 for a custom product, which is in no catalogue. */
  product_id?: Maybe<WireId>;
  variant_id?: Maybe<WireId>;
  name?: Maybe<string>;
  sku?: Maybe<string>;
  quantity?: Maybe<number>;
  quantity_refunded?: Maybe<number>;
  /** The price of one piece. */
  price_inc_tax?: Maybe<WireDecimal>;
  total_inc_tax?: Maybe<WireDecimal>;
  /** After discounts. A newer field, and the best value where it exists. */
  discounted_total_inc_tax?: Maybe<WireDecimal>;
  /** Not null for a part of a bundle, which is not counted on its own. */
  parent_order_product_id?: Maybe<WireId>;
  /** The code is null for a discount without a coupon. */
  applied_discounts?: Maybe<{ code?: Maybe<string>; amount?: Maybe<WireDecimal> }[]>;
}

export interface WireRefundPayment {
  amount?: Maybe<WireDecimal>;
  is_declined?: Maybe<boolean>;
}

/** One of GET /v3/orders/{id}/payment_actions/refunds. */
export interface WireRefund {
  id: WireId;
  order_id?: Maybe<WireId>;
  created?: Maybe<WireTime>;
  total_amount?: Maybe<WireDecimal>;
  items?: Maybe<{ item_type?: Maybe<string>; item_id?: Maybe<WireId>; quantity?: Maybe<number> }[]>;
  payments?: Maybe<WireRefundPayment[]>;
}

/** One of GET /v2/orders/{id}/coupons. `amount` and `discount`, which are left out, are numbers or texts. */
export interface WireOrderCoupon {
  id?: Maybe<WireId>;
  /** As the shopper wrote it. */
  code?: Maybe<string>;
}

/** One of GET /v3/promotions. */
export interface WirePromotion {
  id: WireId;
  name?: Maybe<string>;
  /** `ENABLED`, `DISABLED`, or `INVALID`. */
  status?: Maybe<string>;
  end_date?: Maybe<WireTime>;
}

/** One of GET /v3/promotions/{id}/codes. */
export interface WirePromotionCode {
  id: WireId;
  code: string;
  max_uses?: Maybe<number>;
}

/** One of GET /v2/coupons. */
export interface WireCoupon {
  id: WireId;
  code?: Maybe<string>;
  enabled?: Maybe<boolean>;
  /** `""` for a coupon without an end. */
  expires?: Maybe<WireTime>;
}

/** One of GET /v3/customers/subscribers: a row of the newsletter list. PUT replaces all fields but the id. */
export interface WireSubscriber {
  id: WireId;
  email: string;
  first_name?: Maybe<string>;
  last_name?: Maybe<string>;
  source?: Maybe<string>;
  order_id?: Maybe<WireId>;
  channel_id?: Maybe<WireId>;
  /** Without `marketing_newsletter` the person gets no newsletters. */
  consents?: Maybe<string[]>;
  date_created?: Maybe<WireTime>;
  date_modified?: Maybe<WireTime>;
}

/** One of GET /v3/customers. */
export interface WireCustomer {
  id: WireId;
  email?: Maybe<string>;
  first_name?: Maybe<string>;
  last_name?: Maybe<string>;
  date_created?: Maybe<WireTime>;
  date_modified?: Maybe<WireTime>;
  /** Needs `include=addresses`; the first address is the oldest. */
  addresses?: Maybe<{ country_code?: Maybe<string> }[]>;
}

/** One of GET /v3/catalog/products. */
export interface WireProduct {
  id: WireId;
  name?: Maybe<string>;
  /** In the store's currency. */
  price?: Maybe<WireDecimal>;
  /** The price during a sale; 0 without a sale. */
  sale_price?: Maybe<WireDecimal>;
  /** available, disabled (can't be bought), preorder. */
  availability?: Maybe<string>;
  /** none, product, variant. */
  inventory_tracking?: Maybe<string>;
  /** The stock of all variants together. */
  inventory_level?: Maybe<number>;
  is_visible?: Maybe<boolean>;
  /** The path of the product's page in the storefront. */
  custom_url?: Maybe<{ url?: Maybe<string> }>;
  primary_image?: Maybe<{ url_standard?: Maybe<string>; url_zoom?: Maybe<string> }>;
  date_created?: Maybe<WireTime>;
  date_modified?: Maybe<WireTime>;
}

/** GET /v2/store. */
export interface WireStore {
  /** The hash. */
  id: string;
  /** A number here, a string in webhooks. */
  store_id?: Maybe<WireId>;
  name?: Maybe<string>;
  domain?: Maybe<string>;
  /** The origin of the storefront. */
  secure_url?: Maybe<string>;
  control_panel_base_url?: Maybe<string>;
  /** The owner's private address. */
  admin_email?: Maybe<string>;
  /** The address that the store shows to customers. */
  order_email?: Maybe<string>;
  /** Free text; sometimes only the name. */
  address?: Maybe<string>;
  /** ISO 3166 alpha-2. */
  country_code?: Maybe<string>;
  currency?: Maybe<string>;
  timezone?: Maybe<{ name?: Maybe<string> }>;
  language?: Maybe<string>;
  status?: Maybe<string>;
  default_channel_id?: Maybe<WireId>;
  /** An empty list for a store without one. */
  logo?: Maybe<{ url?: Maybe<string> } | []>;
}

/** One of GET /v3/hooks; the list shows only the hooks of this client. */
export interface WireHook {
  id: WireId;
  scope: string;
  destination: string;
  is_active: boolean;
  headers?: Maybe<Record<string, string>>;
}
