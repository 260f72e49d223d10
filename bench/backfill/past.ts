import {
  customerRecord,
  type CustomerRecord,
  lineItemRecord,
  orderRecord,
  type OrderRecord,
  productRecord,
  type ProductRecord,
  refundRecord,
} from '#libs/simulators';

/** Five years of a store whose year was played through both platforms. */
export const FULL = { orders: 93_000, lines: 20.9, customers: 65_000, products: 3_000 } as const;

export interface Past {
  readonly customers: readonly CustomerRecord[];
  readonly products: readonly ProductRecord[];
  readonly orders: readonly OrderRecord[];
}

const DAY = 86_400_000;
const FROM = Date.UTC(2021, 0, 1);
/** The longer orders are nine tenths of all. */
const LINES = { fewer: 20, more: 21 } as const;
/** One order in so many has a refund. */
const REFUNDED = 20;

/** A past with the proportions of `FULL`. */
export function pastOf(count: number): Past {
  const share = count / FULL.orders;
  const products = Array.from({ length: Math.max(30, Math.round(FULL.products * share)) }, (_, index) =>
    productRecord({ id: String(1_000_000 + index), title: `Product ${index}`, createdAt: FROM }),
  );
  const customers = Array.from({ length: Math.round(FULL.customers * share) }, (_, index) =>
    customerRecord({ id: String(2_000_000 + index), email: `c${index}@example.com`, createdAt: FROM + index * 1_000 }),
  );
  const orders = Array.from({ length: count }, (_, index) => orderOf(index, count, customers, products));
  return { customers, products, orders };
}

function orderOf(
  index: number,
  count: number,
  customers: readonly CustomerRecord[],
  products: readonly ProductRecord[],
): OrderRecord {
  const id = String(3_000_000 + index);
  const createdAt = FROM + Math.floor((index / count) * 5 * 365) * DAY + index * 1_000;
  const lines = index % 10 === 0 ? LINES.fewer : LINES.more;
  const isRefunded = index % REFUNDED === 7;
  return orderRecord({
    id,
    number: index + 1,
    createdAt,
    customer: customers[index % customers.length] ?? null,
    lineItems: Array.from({ length: lines }, (_, line) =>
      lineItemRecord({
        id: String(10_000_000 + index * 30 + line),
        title: `Line ${line}`,
        priceCents: 450 + line,
        productId: products[(index * 7 + line) % products.length]?.id ?? null,
      }),
    ),
    ...(isRefunded && {
      financialStatus: 'partially_refunded' as const,
      refunds: [refundRecord({ id: String(4_000_000 + index), orderId: id, createdAt, amountCents: 450 })],
    }),
  });
}
