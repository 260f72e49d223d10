import { parseDecimal } from '#libs/kernel';
import type {
  AdminMoneySet,
  AdminOrder,
  AdminProduct,
  AdminRefund,
  AdminTransaction,
  AdminVariant,
} from './admin-types.js';
import type { BulkGroup } from './bulk-lines.js';

type OrderLine = Omit<AdminOrder, 'lineItems' | 'refunds'> & {
  refunds: { id: string; createdAt: string | null; totalRefundedSet: AdminMoneySet }[];
  transactions: AdminTransaction[];
};

/** A product with its variants. */
export function bulkProduct({ root, children }: BulkGroup): AdminProduct {
  const nodes = children as unknown as AdminVariant[];
  return {
    ...(root as unknown as Omit<AdminProduct, 'variants'>),
    variants: { nodes, pageInfo: { hasNextPage: false } },
  };
}

/**
 * An order with its line items and refunds. The lines don't say which transaction belongs to which refund. Undefined
 * where that matters, so that the order has to be read singly.
 */
export function bulkOrder({ root, children }: BulkGroup): AdminOrder | undefined {
  const { refunds: listed, transactions, ...order } = root as unknown as OrderLine;
  if (!Array.isArray(listed) || !Array.isArray(transactions)) return undefined;
  const refunds = refundsOf(listed, transactions);
  return refunds && { ...order, lineItems: children as unknown as AdminOrder['lineItems'], refunds };
}

/**
 * The total of each refund is its money where all of them moved: each transaction succeeded, and the totals add up to
 * the transactions.
 */
function refundsOf(refunds: OrderLine['refunds'], transactions: OrderLine['transactions']): AdminRefund[] | undefined {
  const moved = transactions.filter(({ kind }) => kind === 'REFUND');
  if (refunds.length === 0) return moved.length === 0 ? [] : undefined;
  const totals = refunds.map(({ totalRefundedSet: total }) => parseDecimal(total.shopMoney.amount) ?? 0n);
  const paid = moved.map(({ amountSet }) => parseDecimal(amountSet.shopMoney.amount) ?? 0n);
  const isPlain =
    moved.every(({ status }) => status === 'SUCCESS') &&
    totals.every((total) => total > 0n) &&
    sum(totals) === sum(paid);
  if (!isPlain) return undefined;
  return refunds.map(({ id, createdAt, totalRefundedSet: amountSet }) => ({
    id,
    createdAt,
    transactions: [{ id, kind: 'REFUND', status: 'SUCCESS', amountSet }],
  }));
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
