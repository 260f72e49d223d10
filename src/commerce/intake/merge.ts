import {
  type ConsentRecord,
  type CustomerRecord,
  type OrderRecord,
  REFUND_SOURCES,
  type RefundRecord,
  type SettledCustomer,
} from '../model/records.js';
import type { CustomerRow, OrderRow } from '../model/rows.js';

/**
 * Later beats earlier. Deliveries arrive in any order and any number of times, and these functions make the same rows
 * of them. They are pure: the caller holds the retailer's lock while it reads, merges and writes.
 */

interface Version {
  readonly updatedAt: Date;
  readonly triggeredAt: Date | null;
}

/**
 * Whether the incoming body may replace the stored one. Equal times count as current: the same body changes nothing.
 */
export function isCurrent(incoming: Version, stored: Version): boolean {
  const difference = incoming.updatedAt.getTime() - stored.updatedAt.getTime();
  if (difference !== 0 || !incoming.triggeredAt || !stored.triggeredAt) return difference >= 0;
  return incoming.triggeredAt.getTime() >= stored.triggeredAt.getTime();
}

/**
 * Whether the body replaces the stored order, if there is one. A body with the status `held` never replaces a stored
 * order.
 */
export const replaces = (incoming: OrderRecord, stored: OrderRow | undefined): boolean =>
  !stored || (incoming.financialStatus !== 'held' && isCurrent(incoming, stored));

/**
 * The stored order or the body, as `replaces` decides. The time of cancellation is always the earliest, whichever body
 * brought it.
 */
export function mergeOrder(stored: OrderRow | undefined, incoming: OrderRecord, customerId: string | null): OrderRow {
  const cancelledAt = earliest(stored?.cancelledAt ?? null, incoming.cancelledAt);
  if (stored && !replaces(incoming, stored)) return { ...stored, cancelledAt };
  return {
    externalId: incoming.externalId,
    customerId,
    goneCustomer: incoming.goneCustomer ?? null,
    currency: incoming.currency,
    otherCurrency: incoming.otherCurrency ?? false,
    total: incoming.total,
    financialStatus: incoming.financialStatus,
    cancelledAt,
    test: incoming.test,
    productIds: incoming.productIds,
    discountCodes: incoming.discountCodes ? codesOf(incoming.discountCodes) : (stored?.discountCodes ?? null),
    billingCountry: incoming.billingCountry,
    orderedAt: incoming.orderedAt,
    updatedAt: incoming.updatedAt,
    triggeredAt: incoming.triggeredAt,
  };
}

/** In upper case, because the platforms compare codes without their case. */
function codesOf(codes: readonly string[]): readonly string[] | null {
  if (codes.length === 0) return null;
  return [...new Set(codes.map((code) => code.trim().toUpperCase()))].sort();
}

/**
 * A record without an update time changes only a stub. A record with one replaces a stored record that is not newer. A
 * field that is undefined keeps the stored value.
 */
export function mergeCustomer(stored: CustomerRow | undefined, incoming: CustomerRecord, id: string): CustomerRow {
  const base = stored ?? emptyCustomer(id, incoming.externalId);
  const storedTime = base.updatedAt?.getTime() ?? -Infinity;
  const incomingTime = incoming.updatedAt?.getTime() ?? -Infinity;
  if (incomingTime < storedTime) return base;
  const given = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);
  return {
    ...base,
    email: given(incoming.email, base.email),
    firstName: given(incoming.firstName, base.firstName),
    lastName: given(incoming.lastName, base.lastName),
    country: given(incoming.country, base.country),
    language: base.languageSaidAt ? base.language : given(incoming.language, base.language),
    updatedAt: incoming.updatedAt ?? base.updatedAt,
  };
}

export type OrderWithLanguage = OrderRecord & Required<Pick<OrderRecord, 'customer' | 'language'>>;

export const hasLanguage = (order: OrderRecord): order is OrderWithLanguage =>
  order.customer !== undefined && order.language !== undefined;

/**
 * The language of the latest purchase holds, even if an earlier purchase arrives later. The update time does not
 * matter: a refund of an old order does not bring its language back.
 */
export function mergeLanguage(stored: CustomerRow | undefined, order: OrderWithLanguage, id: string): CustomerRow {
  const base = stored ?? emptyCustomer(id, order.customer.externalId);
  const { language, orderedAt, updatedAt } = order;
  // An order with a date in the future must not keep the language for good.
  const languageSaidAt = orderedAt < updatedAt ? orderedAt : updatedAt;
  const difference = languageSaidAt.getTime() - (base.languageSaidAt?.getTime() ?? -Infinity);
  const changesNothing = difference < 0 || (difference === 0 && language === base.language);
  return changesNothing ? base : { ...base, language, languageSaidAt };
}

/** The customer's latest decision holds, even if an earlier decision arrives later. */
export function mergeConsent(stored: CustomerRow | undefined, incoming: ConsentRecord, id: string): CustomerRow {
  const base = stored ?? emptyCustomer(id, incoming.externalId);
  const storedTime = base.marketingUpdatedAt?.getTime() ?? -Infinity;
  const incomingTime = incoming.decidedAt?.getTime() ?? -Infinity;
  if (incomingTime < storedTime) return base;
  return {
    ...base,
    // Once a record of the customer is stored, the address comes from there: an empty one may be right.
    email: base.updatedAt ? base.email : (incoming.email ?? base.email),
    marketing: incoming.marketing,
    marketingUpdatedAt: incoming.decidedAt,
  };
}

/** What all ids of the customer say together replaces what is stored; the later language holds. */
export function settleCustomer(stored: CustomerRow | undefined, settled: SettledCustomer, id: string): CustomerRow {
  const base = stored ?? emptyCustomer(id, settled.externalId);
  const { language } = settled;
  const isLater = language && language.saidAt.getTime() > (base.languageSaidAt?.getTime() ?? -Infinity);
  return {
    ...base,
    email: base.updatedAt ? base.email : (settled.email ?? base.email),
    marketing: settled.marketing,
    marketingUpdatedAt: settled.decidedAt,
    ...(isLater ? { language: language.tag, languageSaidAt: language.saidAt } : {}),
  };
}

/**
 * The more reliable source wins; then the later `asOf`; then the larger amount, because transactions only ever become
 * successful. `readOwed` is kept until an amount is settled.
 */
export function mergeRefund(stored: RefundRecord | undefined, incoming: RefundRecord): RefundRecord {
  if (!stored) return incoming.source === 'unknown' ? { ...incoming, readOwed: true } : incoming;
  const winner = compareReliability(stored, incoming) >= 0 ? stored : incoming;
  const readOwed = !isSettled(winner) && (owesRead(stored) || owesRead(incoming));
  return readOwed === owesRead(winner) ? winner : { ...winner, readOwed };
}

const rankOf = ({ source = 'told' }: RefundRecord): number => REFUND_SOURCES.indexOf(source);
const isSettled = (refund: RefundRecord): boolean => rankOf(refund) >= REFUND_SOURCES.indexOf('estimated');
const owesRead = ({ source, readOwed = false }: RefundRecord): boolean => source === 'unknown' || readOwed;

function compareReliability(a: RefundRecord, b: RefundRecord): number {
  const difference = rankOf(a) - rankOf(b) || (a.asOf?.getTime() ?? 0) - (b.asOf?.getTime() ?? 0);
  return difference || (a.amount < b.amount ? -1 : 1);
}

export const emptyCustomer = (id: string, externalId: string): CustomerRow => ({
  id,
  externalId,
  email: null,
  firstName: null,
  lastName: null,
  country: null,
  language: null,
  languageSaidAt: null,
  marketing: 'unknown',
  marketingUpdatedAt: null,
  updatedAt: null,
});

const earliest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b));
