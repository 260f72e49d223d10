/** Bodies of platform A with defaults, so that a test names only what it needs. */

let next = 5_000_000_000_000;
export const newId = (): number => (next += 1);

const AT = '2026-05-01T10:00:00-04:00';

export interface OrderOptions {
  readonly id?: number | string;
  readonly customerId?: number | null;
  readonly total?: string;
  readonly status?: string;
  readonly updatedAt?: string;
  readonly processedAt?: string;
  readonly cancelledAt?: string | null;
  readonly test?: boolean;
  readonly refunds?: readonly object[];
  readonly extra?: Readonly<Record<string, unknown>>;
}

export function anOrder(options: OrderOptions = {}): Record<string, unknown> {
  const { id = newId(), customerId = 7001, total = '100.00', status = 'paid', updatedAt = AT } = options;
  const money = {
    shop_money: { amount: total, currency_code: 'USD' },
    presentment_money: { amount: total, currency_code: 'USD' },
  };
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    currency: 'USD',
    total_price: total,
    total_price_set: money,
    financial_status: status,
    created_at: AT,
    processed_at: options.processedAt ?? AT,
    updated_at: updatedAt,
    cancelled_at: options.cancelledAt ?? null,
    test: options.test ?? false,
    email: 'jane@example.com',
    customer: customerId === null ? null : aCustomer({ id: customerId }),
    line_items: [{ id: 1, product_id: 9001, quantity: 1, price: total }],
    refunds: options.refunds ?? [],
    ...options.extra,
  };
}

export function aCustomer({
  id = 7001,
  updatedAt = AT,
  email = `c${id}@example.com`,
}: { id?: number; updatedAt?: string; email?: string | null } = {}): Record<string, unknown> {
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Customer/${id}`,
    email,
    first_name: 'Jane',
    last_name: 'Doe',
    created_at: AT,
    updated_at: updatedAt,
    default_address: { country_code: 'CA' },
  };
}

/**
 * The ways in which a body states a refund in the store's currency. All but the first were paid in yen, 150 per dollar.
 */
export type RefundForm = 'plain' | 'set' | 'parts' | 'nothing';

export function aRefund({
  id = newId(),
  orderId,
  amount,
  status = 'success',
  form = 'plain',
}: {
  id?: number;
  orderId: number | string;
  amount: string;
  status?: string;
  form?: RefundForm;
}): Record<string, unknown> {
  const paid = form === 'plain' ? { amount, currency: null } : { amount: yen(amount), currency: 'JPY' };
  const set = form === 'set' ? { amount_set: inYen(amount) } : {};
  return {
    id,
    order_id: orderId,
    admin_graphql_api_id: `gid://shopify/Refund/${id}`,
    created_at: AT,
    processed_at: AT,
    transactions: [{ id: newId(), ...paid, ...set, kind: 'refund', status }],
    refund_line_items: form === 'parts' ? [{ subtotal_set: inYen(amount), total_tax_set: inYen('0.00') }] : [],
  };
}

const yen = (dollars: string): string => String(Math.round(Number(dollars) * 150));

/** An amount in the store's dollars that was paid in yen. */
export const inYen = (dollars: string): Record<string, unknown> => ({
  shop_money: { amount: dollars, currency_code: 'USD' },
  presentment_money: { amount: yen(dollars), currency_code: 'JPY' },
});

export const json = (value: unknown): string => JSON.stringify(value);
