import { parseJsonLosslessly } from '#libs/kernel';
import type {
  Topic,
  WireAddress,
  WireCustomer,
  WireEmailConsent,
  WireOrder,
  WireProduct,
  WireRefund,
} from '#libs/platform-a-client';
import { Unreadable } from '../../stores/unreadable.js';
import type { Marketing } from '../../commerce/model/customer.entity.js';
import { languageTag } from '../../commerce/model/language-tag.js';
import type {
  CommerceRecord,
  ConsentRecord,
  CustomerRecord,
  OrderRecord,
  ProductRecord,
  RefundRecord,
} from '../../commerce/model/records.js';
import type { ChangeTopic } from './change.mapper.js';
import { mapRefund } from './refund.mapper.js';
import {
  decimalOf,
  emailOf,
  externalIdOf,
  listOf,
  optionalTime,
  productPath,
  shopMoney,
  textOf,
  timeOf,
} from './wire-reader.js';

/** The content of a delivery: a record to write, or the end of the installation. */
export type Mapped = CommerceRecord | { readonly kind: 'uninstalled' };

/**
 * Maps a delivery of platform A. Pure. Throws `Unreadable` where the body cannot be used.
 * @param storeCurrency the store's currency, for bodies that do not name it; null where it is not known yet
 */
export function mapDelivery(
  topic: Exclude<Topic, ChangeTopic>,
  wire: Record<string, unknown>,
  triggeredAt: Date | null,
  storeCurrency: string | null,
): Mapped {
  switch (topic) {
    case 'orders/create':
    case 'orders/updated':
    case 'orders/cancelled':
      return { kind: 'order', order: mapOrder(wire as unknown as WireOrder, triggeredAt) };
    case 'refunds/create':
      return { kind: 'refund', refund: mapRefundDelivery(wire as unknown as WireRefund, storeCurrency) };
    case 'customers/create':
    case 'customers/update':
      return { kind: 'customer', customer: mapCustomer(wire as unknown as WireCustomer) };
    case 'customers_email_marketing_consent/update':
      return { kind: 'consent', consent: mapConsent(wire as unknown as WireEmailConsent) };
    case 'products/update':
      return { kind: 'product', product: mapProduct(wire as unknown as WireProduct) };
    case 'app/uninstalled':
      return { kind: 'uninstalled' };
  }
}

/** Parses a body as a JSON object with exact ids. */
export function readObject(body: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJsonLosslessly(body);
  } catch {
    throw new Unreadable('body', 'is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Unreadable('body', 'is not a JSON object');
  }
  return value as Record<string, unknown>;
}

function mapOrder(wire: WireOrder, triggeredAt: Date | null): OrderRecord {
  const externalId = externalIdOf('order', wire.id, wire.admin_graphql_api_id);
  const total = shopMoney('order', wire.total_price_set, wire.total_price, wire.currency);
  const updatedAt = timeOf('order', wire.updated_at, wire.created_at);
  return {
    externalId,
    ...(wire.customer ? { customer: mapOrderCustomer(wire.customer, updatedAt) } : {}),
    ...said('language', languageTag(wire.customer_locale)),
    currency: total.currency,
    total: total.amount,
    financialStatus: wire.financial_status?.toLowerCase() ?? 'pending',
    cancelledAt: optionalTime(wire.cancelled_at),
    test: wire.test === true,
    ...(isImported(wire.source_name) ? { imported: true } : {}),
    productIds: productIds(wire),
    ...said('discountCodes', discountCodes(wire)),
    billingCountry: countryOf(wire.billing_address) ?? null,
    orderedAt: timeOf('order', wire.processed_at, wire.created_at, wire.updated_at),
    updatedAt,
    triggeredAt,
    refunds: refundsIn(wire, externalId, total.currency),
  };
}

/** Apps that import orders from another system use source names that contain `import`. */
export const isImported = (sourceName: string | null | undefined): boolean => /import/i.test(sourceName ?? '');

/** The customer inside an order often has no update time; then the order's update time counts. */
function mapOrderCustomer(wire: WireCustomer, orderUpdatedAt: Date): CustomerRecord {
  const customer = mapCustomer(wire);
  return customer.updatedAt ? customer : { ...customer, updatedAt: orderUpdatedAt };
}

function productIds({ line_items: items }: WireOrder): string[] {
  const ids = listOf(items).flatMap(({ product_id: id }) => (id === null || id === undefined ? [] : [String(id)]));
  return [...new Set(ids)].sort();
}

/** An order may have a code in one list and not in the other. Undefined where the body has neither list. */
function discountCodes({ discount_codes: codes, discount_applications: applied }: WireOrder): string[] | undefined {
  if (!codes && !applied) return undefined;
  return [...listOf(codes), ...listOf(applied)].flatMap(({ code }) => textOf(code) ?? []);
}

function refundsIn(wire: WireOrder, externalId: string, storeCurrency: string): RefundRecord[] {
  const currencies = { store: storeCurrency, paid: wire.presentment_currency ?? null };
  return listOf(wire.refunds).map((refund) => mapRefund(refund, externalId, currencies));
}

function mapRefundDelivery(wire: WireRefund, storeCurrency: string | null): RefundRecord {
  return mapRefund(wire, externalIdOf('refund.order_id', wire.order_id), { store: storeCurrency, paid: null });
}

function mapCustomer(wire: WireCustomer): CustomerRecord {
  return {
    externalId: externalIdOf('customer', wire.id, wire.admin_graphql_api_id),
    ...said('email', emailOf(wire.email)),
    ...said('firstName', textOf(wire.first_name)),
    ...said('lastName', textOf(wire.last_name)),
    ...said('country', countryOf(wire.default_address)),
    updatedAt: optionalTime(wire.updated_at, wire.created_at),
  };
}

function mapConsent(wire: WireEmailConsent): ConsentRecord {
  const consent = wire.email_marketing_consent;
  return {
    externalId: externalIdOf('customer_id', wire.customer_id),
    ...said('email', emailOf(wire.email_address)),
    marketing: marketingOf(consent?.state),
    decidedAt: optionalTime(consent?.consent_updated_at),
  };
}

/** `unknown` where the customer never answered; `unsubscribed` also for an address that must not be used. */
export function marketingOf(state: string | null | undefined): Marketing {
  switch (state?.toLowerCase()) {
    case 'subscribed':
      return 'subscribed';
    case 'unsubscribed':
    case 'redacted':
    case 'invalid':
      return 'unsubscribed';
    default:
      return 'unknown';
  }
}

function mapProduct(wire: WireProduct): ProductRecord {
  const [variant] = listOf(wire.variants);
  const handle = textOf(wire.handle) ?? null;
  const status = wire.status?.toLowerCase() ?? 'active';
  const hasPage = wire.published_at !== null && status !== 'archived' && status !== 'draft';
  return {
    externalId: externalIdOf('product', wire.id, wire.admin_graphql_api_id),
    title: textOf(wire.title) ?? '',
    handle,
    pagePath: hasPage ? productPath(handle) : null,
    status,
    imageUrl: textOf(wire.image?.src) ?? null,
    price: decimalOf(variant?.price) ?? null,
    compareAtPrice: decimalOf(variant?.compare_at_price) ?? null,
    available: isInStock(wire),
    publishedAt: optionalTime(wire.published_at),
    updatedAt: timeOf('product', wire.updated_at, wire.created_at),
  };
}

/** False also for a product whose stock is not counted: the body does not say. */
function isInStock({ variants, variant_gids: all }: WireProduct): boolean | null {
  const known = listOf(variants);
  const stocks = new Set(
    known.map(({ inventory_quantity: quantity, inventory_policy: policy }) =>
      policy?.toLowerCase() === 'continue' ? true : typeof quantity === 'number' ? quantity > 0 : null,
    ),
  );
  if (stocks.has(true)) return true;
  const isWhole = known.length > 0 && known.length >= listOf(all).length;
  return isWhole && !stocks.has(null) ? false : null;
}

const countryOf = (address: WireAddress | null | undefined): string | null | undefined =>
  textOf(address?.country_code)?.toUpperCase();

/** Leaves the key out where the value is undefined. */
const said = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
