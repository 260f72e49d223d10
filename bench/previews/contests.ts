/** Criteria as a merchant types them, and the condition that somebody would write by hand for the same count. */
export interface Contest {
  readonly name: string;
  readonly criteria: object;
  /** On a row `c` of customers; $1 is the retailer. */
  readonly condition: string;
  /** Whether the facts of the customers do not suffice. */
  readonly readsOrders: boolean;
}

/** One order in so many has the best seller. */
export const BEST_SELLER_IN = 3;

const bought = (products: string): string =>
  `EXISTS (SELECT FROM orders o WHERE o.retailer_id = $1 AND o.customer_id = c.id AND o.counted
             AND o.product_ids && '{${products}}')`;

/** From the usual ones to those that cost most: nearly everybody, nearly nobody, many conditions. */
const OF_CUSTOMERS: readonly Omit<Contest, 'readsOrders'>[] = [
  {
    name: 'lapsed for 90 days',
    criteria: { lastOrderOlderThanDays: 90 },
    condition: `c.last_order_at <= now() - interval '2160 hours'`,
  },
  { name: 'everybody', criteria: { minOrders: 0 }, condition: 'c.orders_count >= 0' },
  { name: 'nobody', criteria: { minOrders: 900_000 }, condition: 'c.orders_count >= 900000' },
  {
    name: 'spent 300 in 3 orders',
    criteria: { minPurchaseAmount: 300, minOrders: 3 },
    condition: 'c.total_spent >= 300 AND c.orders_count >= 3',
  },
  {
    name: 'four ways joined by “or”',
    criteria: {
      any: [
        { minAverageOrderAmount: 80, marketing: 'subscribed' },
        { emailDomains: ['example.org', 'example.net'] },
        { countries: ['DE', 'AT'], firstOrderOlderThanDays: 365 },
        { not: { maxOrders: 7 } },
      ],
    },
    condition: `(c.orders_count > 0 AND c.total_spent >= 80 * c.orders_count AND c.marketing = 'subscribed'
      OR c.email LIKE '%@example.org' OR c.email LIKE '%@example.net'
      OR c.country IN ('DE', 'AT') AND c.first_order_at <= now() - interval '8760 hours' OR c.orders_count > 7)`,
  },
  {
    name: 'best fifth by amount',
    criteria: { rfm: { monetary: [5, 5] } },
    condition: `c.total_spent > (SELECT percentile_disc(0.8) WITHIN GROUP (ORDER BY total_spent) FROM customers
                                  WHERE retailer_id = $1 AND orders_count > 0)`,
  },
];

const OF_PRODUCTS: readonly Omit<Contest, 'readsOrders'>[] = [
  { name: 'bought one product', criteria: { purchasedProductIds: ['7'] }, condition: bought('7') },
  { name: 'bought the best seller', criteria: { purchasedProductIds: ['best'] }, condition: bought('best') },
  {
    name: 'never bought the best seller',
    criteria: { notPurchasedProductIds: ['best'] },
    condition: `NOT ${bought('best')}`,
  },
];

export const CONTESTS: readonly Contest[] = [
  ...OF_CUSTOMERS.map((contest) => ({ ...contest, readsOrders: false })),
  ...OF_PRODUCTS.map((contest) => ({ ...contest, readsOrders: true })),
];
