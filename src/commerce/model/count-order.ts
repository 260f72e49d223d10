import type { Decimal4 } from '#libs/kernel';

/** What decides whether an order counts. */
export interface CountableOrder {
  readonly test: boolean;
  readonly cancelledAt: Date | null;
  /** pending, authorized, partially_paid, paid, partially_refunded, refunded, voided, incomplete, held, deleted. */
  readonly financialStatus: string;
  readonly total: Decimal4;
  readonly refunded: Decimal4;
}

/** The counting rules in a retailer's settings. */
export const countingRules = ({ countUnpaidOrders = false }: Partial<CountingRules>): CountingRules => ({
  countUnpaidOrders,
});

export interface CountingRules {
  /** For stores with cash on delivery, whose orders are never paid in advance. */
  readonly countUnpaidOrders: boolean;
}

/** The decision about an order. `reason` is one word. */
export interface Counted {
  readonly counted: boolean;
  readonly net: Decimal4;
  readonly reason: string;
}

const PAID = new Set(['paid', 'partially_paid', 'partially_refunded']);
const UNPAID = new Set(['pending', 'authorized']);
const NEVER = new Set(['voided', 'refunded', 'incomplete', 'held', 'deleted']);

/**
 * Decides whether an order counts, and its net amount: the total minus successful refunds, at least zero. Test,
 * cancelled, voided, refunded, incomplete, held and deleted orders do not count. Unpaid orders count only where the
 * retailer's rules say so. An order with a net amount of 0.00 can count. An order with a negative total does not: no
 * purchase has one, so the store's record is wrong.
 */
export function countOrder(order: CountableOrder, rules: CountingRules): Counted {
  const refusal = refusalOf(order, rules);
  if (refusal) return { counted: false, net: 0n, reason: refusal };
  const net = order.total - order.refunded;
  return { counted: true, net: net > 0n ? net : 0n, reason: order.financialStatus };
}

function refusalOf(order: CountableOrder, rules: CountingRules): string | undefined {
  const { test, cancelledAt, financialStatus, total } = order;
  if (test) return 'test';
  if (cancelledAt) return 'cancelled';
  if (total < 0n && !NEVER.has(financialStatus)) return 'negative_total';
  if (PAID.has(financialStatus)) return undefined;
  if (UNPAID.has(financialStatus)) return rules.countUnpaidOrders ? undefined : 'unpaid';
  return NEVER.has(financialStatus) ? financialStatus : 'unknown_status';
}
