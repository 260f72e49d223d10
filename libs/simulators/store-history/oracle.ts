import type { OrderRecord, PlatformId } from '../records/records.js';
import type { StoreHistory } from './history.js';

/** The expected figures of a customer, computed from the generated records alone. */
export interface ExpectedFacts {
  readonly ordersCount: number;
  /** A decimal with two places. */
  readonly totalSpent: string;
  /** Purchase times in milliseconds since the epoch; null without a counted order. */
  readonly firstOrderAt: number | null;
  readonly lastOrderAt: number | null;
}

export interface OracleSettings {
  /** The retailer's setting for stores that are paid on delivery. Default: false. */
  readonly countUnpaidOrders?: boolean;
}

export interface SegmentRule {
  readonly minPurchaseAmount?: number | string;
  readonly minOrders?: number;
}

/** The net amount in cents, or null if the order does not count. By the rule, without code of the service. */
function netOf(order: OrderRecord, countUnpaidOrders: boolean): number | null {
  if (order.test) return null;
  if (order.cancelledAt !== null) return null;
  if (order.financialStatus === 'voided') return null;
  if (order.financialStatus === 'refunded') return null;
  if (order.financialStatus === 'pending' && !countUnpaidOrders) return null;
  if (order.financialStatus === 'authorized' && !countUnpaidOrders) return null;
  let net = order.totalCents;
  for (const refund of order.refunds) {
    for (const transaction of refund.transactions) {
      if (transaction.kind === 'refund' && transaction.status === 'success') net -= transaction.amountCents;
    }
  }
  return net < 0 ? 0 : net;
}

/** The figures of every customer of the history, those without orders included. */
export function expectedFacts(
  history: Pick<StoreHistory, 'customers' | 'orders'>,
  { countUnpaidOrders = false }: OracleSettings = {},
): Map<PlatformId, ExpectedFacts> {
  const sums = new Map<PlatformId, { count: number; cents: number; first: number | null; last: number | null }>();
  for (const customer of history.customers) sums.set(customer.id, { count: 0, cents: 0, first: null, last: null });
  for (const order of history.orders) {
    if (order.customer === null) continue;
    const net = netOf(order, countUnpaidOrders);
    const sum = sums.get(order.customer.id);
    if (net === null || sum === undefined) continue;
    sum.count += 1;
    sum.cents += net;
    if (sum.first === null || order.processedAt < sum.first) sum.first = order.processedAt;
    if (sum.last === null || order.processedAt > sum.last) sum.last = order.processedAt;
  }
  const facts = new Map<PlatformId, ExpectedFacts>();
  for (const [id, sum] of sums) {
    const totalSpent = `${Math.floor(sum.cents / 100)}.${String(sum.cents % 100).padStart(2, '0')}`;
    facts.set(id, { ordersCount: sum.count, totalSpent, firstOrderAt: sum.first, lastOrderAt: sum.last });
  }
  return facts;
}

/** The amount in ten-thousandths, so that a threshold such as 99.995 is compared exactly. */
function exact(amount: number | string): bigint {
  const [whole = '0', fraction = ''] = String(amount).split('.');
  return BigInt(whole + fraction.slice(0, 4).padEnd(4, '0'));
}

/** The customers that belong to the segment, in the order of the facts. */
export function segmentMembers(facts: ReadonlyMap<PlatformId, ExpectedFacts>, rule: SegmentRule): PlatformId[] {
  const { minPurchaseAmount, minOrders } = rule;
  const members: PlatformId[] = [];
  for (const [id, { ordersCount, totalSpent }] of facts) {
    if (minOrders !== undefined && ordersCount < minOrders) continue;
    if (minPurchaseAmount !== undefined && exact(totalSpent) < exact(minPurchaseAmount)) continue;
    members.push(id);
  }
  return members;
}

export const segmentCount = (facts: ReadonlyMap<PlatformId, ExpectedFacts>, rule: SegmentRule): number =>
  segmentMembers(facts, rule).length;
