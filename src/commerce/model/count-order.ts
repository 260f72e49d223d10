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

/** The rules that a retailer has chosen. */
export const countingRules = ({ countUnpaidOrders = false }: Partial<CountingRules>): CountingRules => ({
  countUnpaidOrders,
});

export interface CountingRules {
  /** Cash-on-delivery shops have nothing but unpaid orders. */
  readonly countUnpaidOrders: boolean;
}

/** The decision with its reason in a word. */
export interface Counted {
  readonly counted: boolean;
  readonly net: Decimal4;
  readonly reason: string;
}

const PAID = new Set(['paid', 'partially_paid', 'partially_refunded']);
const UNPAID = new Set(['pending', 'authorized']);
const NEVER = new Set(['voided', 'refunded', 'incomplete', 'held', 'deleted']);

/**
 * Which orders count, and with how much: total minus successful refunds, not below zero. Not counted: tests, cancelled,
 * voided, refunded, never completed, held back and deleted orders, and unpaid ones unless the retailer counts them. A counted order of 0.00 is an order.
 */
export function countOrder(order: CountableOrder, rules: CountingRules): Counted {
  const refusal = refusalOf(order, rules);
  if (refusal) return { counted: false, net: 0n, reason: refusal };
  const net = order.total - order.refunded;
  return { counted: true, net: net > 0n ? net : 0n, reason: order.financialStatus };
}

function refusalOf({ test, cancelledAt, financialStatus }: CountableOrder, rules: CountingRules): string | undefined {
  if (test) return 'test';
  if (cancelledAt) return 'cancelled';
  if (PAID.has(financialStatus)) return undefined;
  if (UNPAID.has(financialStatus)) return rules.countUnpaidOrders ? undefined : 'unpaid';
  return NEVER.has(financialStatus) ? financialStatus : 'unknown_status';
}
