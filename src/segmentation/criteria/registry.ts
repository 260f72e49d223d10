import { type Decimal4, formatDecimal } from '#libs/kernel';
import type { Criterion } from './criterion.js';
import { readAmount, readCount } from './values.js';

const minPurchaseAmount: Criterion<Decimal4> = {
  read: readAmount,
  canonical: formatDecimal,
  holds: (minimum, { totalSpent }) => totalSpent >= minimum,
  sql: (minimum, binder) => `c.total_spent >= ${binder.bind(formatDecimal(minimum), 'numeric')}`,
};

const minOrders: Criterion<number> = {
  read: readCount,
  canonical: String,
  holds: (minimum, { ordersCount }) => ordersCount >= minimum,
  sql: (minimum, binder) => `c.orders_count >= ${binder.bind(minimum, 'integer')}`,
};

/** Every key that criteria may have. A new key is one entry here and its tests. */
export const CRITERIA = { minPurchaseAmount, minOrders } as const;
export type CriterionKey = keyof typeof CRITERIA;
export const CRITERION_KEYS = Object.keys(CRITERIA) as CriterionKey[];
