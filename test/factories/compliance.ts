/** Options for bodies of platform A's compliance topics. They have defaults, so a test names only what it needs. */
export interface ComplianceOptions {
  readonly shop: string;
  readonly customerId?: number | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly orders?: readonly (number | string)[];
}

const head = ({ shop, customerId = 7001, email = null, phone = null }: ComplianceOptions): Record<string, unknown> => ({
  shop_id: 954889,
  shop_domain: shop,
  customer: { id: customerId, email, phone },
});

export const aDataRequest = (options: ComplianceOptions): Record<string, unknown> => ({
  ...head(options),
  orders_requested: options.orders ?? [],
  data_request: { id: 9999 },
});

export const aCustomerRedact = (options: ComplianceOptions): Record<string, unknown> => ({
  ...head(options),
  orders_to_redact: options.orders ?? [],
});

export const aShopRedact = (shop: string): Record<string, unknown> => ({ shop_id: 954889, shop_domain: shop });
