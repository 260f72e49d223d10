import type { WireMoneySet, WireRefund, WireTransaction } from '#libs/platform-a-client';
import type { Decimal4 } from '#libs/kernel';
import { Unreadable } from '../../stores/unreadable.js';
import type { RefundRecord } from '../../commerce/model/records.js';
import { decimalOf, externalIdOf, listOf } from './wire-reader.js';

/** The currencies that the order or the store gives for a refund; null where they give none. */
export interface RefundCurrencies {
  readonly store: string | null;
  /** The currency in which the customer paid. */
  readonly paid: string | null;
}

/**
 * Maps a refund of a webhook body to the store's currency. A transaction's amount is in the currency that was paid. So
 * the first of these that the body has is used: `amount_set`, `amount` where it is in the store's currency, and the sum
 * of the refund's parts. Without any of them the amount is `unknown`, and the order has to be read.
 */
export function mapRefund(wire: WireRefund, orderExternalId: string, surroundings: RefundCurrencies): RefundRecord {
  const refund = { externalId: externalIdOf('refund', wire.id, wire.admin_graphql_api_id), orderExternalId };
  const transactions = listOf(wire.transactions).filter(({ kind }) => (kind ?? 'refund') === 'refund');
  const succeeded = transactions.filter(({ status }) => status === 'success');
  const currencies = currenciesOf(wire, surroundings);
  const amount = sum(succeeded.map((transaction) => storeMoneyOf(transaction, currencies)));
  const isOver = transactions.length > 0 && transactions.every(({ status }) => FINAL.has(status ?? ''));
  if (amount !== undefined) return { ...refund, amount, source: isOver ? 'told' : 'under_way' };
  // The parts belong to the whole refund, so they say nothing about a share of it that has succeeded.
  const parts = succeeded.length === transactions.length ? partsOf(wire) : undefined;
  return parts === undefined
    ? { ...refund, amount: 0n, source: 'unknown' }
    : { ...refund, amount: parts, source: 'estimated' };
}

const FINAL = new Set(['success', 'failure', 'error']);

function storeMoneyOf(transaction: WireTransaction, { store, paid }: RefundCurrencies): Decimal4 | undefined {
  const inSet = decimalOf(transaction.amount_set?.shop_money?.amount);
  if (inSet !== undefined) return inSet;
  // Without a currency of its own, a transaction has the paid currency of the body, or else the store's currency.
  const currency = transaction.currency ?? paid ?? store;
  const plain = decimalOf(transaction.amount);
  if (currency !== store && plain !== 0n) return undefined;
  if (plain === undefined) throw new Unreadable('refund.transactions', 'has no usable amount');
  return plain;
}

/** The refund's own currencies take precedence over those around it. */
function currenciesOf(wire: WireRefund, surroundings: RefundCurrencies): RefundCurrencies {
  const sets = [...moneySetsOf(wire), ...listOf(wire.transactions).map(({ amount_set: set }) => set)];
  const store = sets.map((set) => set?.shop_money?.currency_code).find(isText);
  const paid = sets.map((set) => set?.presentment_money?.currency_code).find(isText);
  return { store: store ?? surroundings.store, paid: paid ?? surroundings.paid };
}

function moneySetsOf(wire: WireRefund): (WireMoneySet | null | undefined)[] {
  return [
    ...listOf(wire.refund_line_items).map(({ subtotal_set: set }) => set),
    ...listOf(wire.refund_shipping_lines).map(({ subtotal_amount_set: set }) => set),
    ...listOf(wire.order_adjustments).map(({ amount_set: set }) => set),
    wire.total_duties_set,
  ];
}

/**
 * The sum of the refund's parts: line items with taxes, plus shipping, minus adjustments. An adjustment is an amount
 * that was not refunded; it is negative where more was refunded. Undefined where an amount is missing, where duties or
 * fees were refunded, or where the sum is not positive although money has moved.
 */
function partsOf(wire: WireRefund): Decimal4 | undefined {
  if (hasMoney(wire.total_duties_set) || hasMoney(wire.total_additional_fees_set)) return undefined;
  const items = sum(
    listOf(wire.refund_line_items).flatMap((item) => [shopMoney(item.subtotal_set), shopMoneyOr0(item.total_tax_set)]),
  );
  const adjustments = sum(
    listOf(wire.order_adjustments).flatMap((one) => [shopMoney(one.amount_set), shopMoneyOr0(one.tax_amount_set)]),
  );
  const shipping = shippingOf(wire);
  if (items === undefined || shipping === undefined || adjustments === undefined) return undefined;
  const total = items + shipping - adjustments;
  return total > 0n ? total : undefined;
}

const SHIPPING = 'shipping_refund';

/** Newer bodies list refunded shipping in lines, older ones as an adjustment, many as both. It counts once. */
function shippingOf(wire: WireRefund): Decimal4 | undefined {
  // The adjustment includes the tax, which the lines of most bodies lack.
  if (listOf(wire.order_adjustments).some(({ kind }) => kind === SHIPPING)) return 0n;
  return sum(
    listOf(wire.refund_shipping_lines).flatMap((line) => [
      shopMoney(line.subtotal_amount_set),
      shopMoneyOr0(line.tax_amount_set),
    ]),
  );
}

const shopMoney = (set: WireMoneySet | null | undefined): Decimal4 | undefined => decimalOf(set?.shop_money?.amount);
const shopMoneyOr0 = (set: WireMoneySet | null | undefined): Decimal4 | undefined => (set ? shopMoney(set) : 0n);
const hasMoney = (set: WireMoneySet | null | undefined): boolean => (set ? shopMoney(set) !== 0n : false);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Undefined where one of the amounts is undefined. */
function sum(amounts: readonly (Decimal4 | undefined)[]): Decimal4 | undefined {
  return amounts.reduce(
    (total, amount) => (total === undefined || amount === undefined ? undefined : total + amount),
    0n,
  );
}
