import { type Decimal4, parseDecimal } from '#libs/kernel';
import type {
  AdminCustomer,
  AdminMoney,
  AdminOrder,
  AdminProduct,
  AdminRefund,
  AdminTransaction,
} from '#libs/platform-a-client';
import type {
  CommerceRecord,
  ConsentRecord,
  CustomerRecord,
  OrderRecord,
  ProductRecord,
  RefundRecord,
} from '../../commerce/model/records.js';
import { languageTag } from '../../commerce/model/language-tag.js';
import { Unreadable } from '../../stores/unreadable.js';
import { isImported, marketingOf } from './delivery.mapper.js';
import { emailOf, externalIdOf, optionalTime, productPath, textOf, timeOf } from './wire-reader.js';

/*
 * Maps records of the Admin API. The ids equal those of webhook bodies, so that a backfill and deliveries write the
 * same rows. Pure. Throws `Unreadable` where a record cannot be used.
 */

export function mapAdminCustomer(admin: AdminCustomer): CommerceRecord[] {
  const customer = customerOf(admin);
  const consent = consentOf(admin);
  return [{ kind: 'customer', customer }, ...(consent ? [{ kind: 'consent' as const, consent }] : [])];
}

export const mapAdminProduct = (admin: AdminProduct): CommerceRecord[] => [
  { kind: 'product', product: productOf(admin) },
];

export const mapAdminOrder = (admin: AdminOrder): CommerceRecord[] => [{ kind: 'order', order: orderOf(admin) }];

function customerOf(admin: AdminCustomer): CustomerRecord {
  return {
    externalId: externalIdOf('customer', null, admin.id),
    email: emailOf(admin.defaultEmailAddress?.emailAddress) ?? null,
    firstName: textOf(admin.firstName) ?? null,
    lastName: textOf(admin.lastName) ?? null,
    country: admin.defaultAddress?.countryCodeV2 ?? null,
    ...languageOf(admin.locale),
    updatedAt: timeOf('customer', admin.updatedAt),
  };
}

function consentOf({ id, defaultEmailAddress: address }: AdminCustomer): ConsentRecord | undefined {
  if (!address) return undefined;
  return {
    externalId: externalIdOf('customer', null, id),
    email: emailOf(address.emailAddress) ?? null,
    marketing: marketingOf(address.marketingState),
    decidedAt: optionalTime(address.marketingUpdatedAt),
  };
}

function productOf(admin: AdminProduct): ProductRecord {
  const [variant] = admin.variants.nodes;
  const handle = textOf(admin.handle) ?? null;
  return {
    externalId: externalIdOf('product', null, admin.id),
    title: admin.title,
    handle,
    pagePath: admin.onlineStoreUrl === null ? null : productPath(handle),
    status: admin.status.toLowerCase(),
    imageUrl: admin.featuredMedia?.preview?.image?.url ?? null,
    price: variant ? decimal('product', variant.price) : null,
    compareAtPrice: variant?.compareAtPrice ? decimal('product', variant.compareAtPrice) : null,
    available: isAvailable(admin),
    tracksStock: admin.tracksInventory,
    publishedAt: optionalTime(admin.publishedAt),
    updatedAt: timeOf('product', admin.updatedAt),
  };
}

function isAvailable({ variants: { nodes, pageInfo } }: AdminProduct): boolean | null {
  if (nodes.some(({ availableForSale }) => availableForSale)) return true;
  return pageInfo.hasNextPage ? null : false;
}

function orderOf(admin: AdminOrder): OrderRecord {
  const externalId = externalIdOf('order', null, admin.id);
  const { shopMoney } = admin.totalPriceSet;
  const updatedAt = timeOf('order', admin.updatedAt);
  return {
    externalId,
    ...(admin.customer ? { customer: customerOf(admin.customer) } : {}),
    ...languageOf(admin.customerLocale),
    currency: shopMoney.currencyCode,
    total: amountOf('order', shopMoney),
    // The same default as for webhook bodies.
    financialStatus: admin.displayFinancialStatus?.toLowerCase() ?? 'pending',
    cancelledAt: optionalTime(admin.cancelledAt),
    test: admin.test,
    ...(isImported(admin.sourceName) ? { imported: true } : {}),
    productIds: productIdsOf(admin),
    discountCodes: admin.discountCodes,
    billingCountry: admin.billingAddress?.countryCodeV2 ?? null,
    orderedAt: timeOf('order', admin.processedAt, admin.createdAt),
    updatedAt,
    triggeredAt: null,
    refunds: refundsOf(admin, externalId, updatedAt),
  };
}

function productIdsOf({ lineItems }: AdminOrder): string[] {
  const ids = lineItems.flatMap(({ product }) => (product ? [externalIdOf('order.line_items', null, product.id)] : []));
  return [...new Set(ids)].sort();
}

function refundsOf({ refunds }: AdminOrder, orderExternalId: string, asOf: Date): RefundRecord[] {
  if (!refunds) throw new Unreadable('order.refunds', 'came back without the refunds of the order');
  return refunds.map((refund) => refundOf(refund, orderExternalId, asOf));
}

function refundOf({ id, transactions }: AdminRefund, orderExternalId: string, asOf: Date): RefundRecord {
  const refund = { externalId: externalIdOf('refund', null, id), orderExternalId };
  if (!transactions) return { ...refund, amount: 0n, source: 'unknown' };
  const paidOut = transactions.filter(isPaidOut);
  const amount = paidOut.reduce((sum, { amountSet }) => sum + amountOf('refund', amountSet.shopMoney), 0n);
  return isOver(transactions)
    ? { ...refund, amount, source: 'read', asOf }
    : { ...refund, amount, source: 'under_way' };
}

const isRefund = ({ kind }: AdminTransaction): boolean => kind === 'REFUND';

/** Only money that has moved counts. */
const isPaidOut = (transaction: AdminTransaction): boolean => isRefund(transaction) && transaction.status === 'SUCCESS';

/** Whether the refund has refund transactions and all of them are final. */
const isOver = (transactions: readonly AdminTransaction[]): boolean =>
  transactions.some(isRefund) && transactions.filter(isRefund).every(({ status }) => FINAL.has(status));

const FINAL = new Set(['SUCCESS', 'FAILURE', 'ERROR']);

function languageOf(locale: string | null): { readonly language?: string } {
  const language = languageTag(locale);
  return language === undefined ? {} : { language };
}

const amountOf = (where: string, { amount }: AdminMoney): Decimal4 => decimal(where, amount);

function decimal(where: string, text: string): Decimal4 {
  const value = parseDecimal(text);
  if (value === undefined) throw new Unreadable(where, 'has no usable amount');
  return value;
}
