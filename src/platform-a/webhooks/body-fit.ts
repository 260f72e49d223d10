import { COMPLIANCE_TOPICS, type Topic } from '#libs/platform-a-client';

type Wire = Readonly<Record<string, unknown>>;
type AnyTopic = Topic | (typeof COMPLIANCE_TOPICS)[number];

/** The stored data of the store that the header names. */
export interface ClaimedStore {
  /** Its domain. */
  readonly externalId: string;
  /** The platform's number of the store; null until its record was read. */
  readonly storeId: string | null;
}

/** Why the body of a delivery contradicts its headers. */
export type Misfit = 'another_store' | 'another_topic';

/** The subject of a body. The first four are the names in the ids of the platform's records. */
type Kind =
  | 'Order'
  | 'Refund'
  | 'Customer'
  | 'Product'
  | 'edit'
  | 'deleted_order'
  | 'deleted_customer'
  | 'merge'
  | 'shop'
  | 'consent'
  | 'data_request'
  | 'redact'
  | 'shop_redact';

const KINDS: Readonly<Record<AnyTopic, Kind>> = {
  'orders/create': 'Order',
  'orders/updated': 'Order',
  'orders/cancelled': 'Order',
  'orders/edited': 'edit',
  'orders/delete': 'deleted_order',
  'refunds/create': 'Refund',
  'customers/create': 'Customer',
  'customers/update': 'Customer',
  'customers/delete': 'deleted_customer',
  'customers/merge': 'merge',
  'customers_email_marketing_consent/update': 'consent',
  'products/update': 'Product',
  'app/uninstalled': 'shop',
  'customers/data_request': 'data_request',
  'customers/redact': 'redact',
  'shop/redact': 'shop_redact',
};

/**
 * The signature of a webhook covers only its body. An intercepted body is therefore validly signed for any topic and
 * any store. So the body itself has to be of the topic's kind, and of the header's store where it names one.
 *
 * Topics of one kind are not distinguished: the platform sends the same bytes for a created and an updated order, and
 * their effect is the same. Pure. Undefined where the body fits.
 */
export function misfitOf(topic: AnyTopic, wire: Wire, store: ClaimedStore): Misfit | undefined {
  const kind = kindOf(wire);
  // Checked first, because the body of another store is not kept.
  if (!isOfStore(kind ?? KINDS[topic], wire, store)) return 'another_store';
  return kind === undefined || kind === KINDS[topic] ? undefined : 'another_topic';
}

/** Undefined where the body does not show its kind. Of the platform's bodies, only that of a deleted order does not. */
function kindOf(wire: Wire): Kind | undefined {
  const gid = /^gid:\/\/shopify\/(\w+)\/\d/.exec(textOf(wire['admin_graphql_api_id']))?.[1];
  // The body of a deleted customer has neither time.
  if (gid === 'Customer' && !('created_at' in wire || 'updated_at' in wire)) return 'deleted_customer';
  if (gid !== undefined) return gid as Kind;
  if ('order_edit' in wire) return 'edit';
  if ('admin_graphql_api_customer_deleted_id' in wire) return 'merge';
  if ('myshopify_domain' in wire) return 'shop';
  if ('email_marketing_consent' in wire && 'customer_id' in wire) return 'consent';
  if (!('shop_domain' in wire)) return undefined;
  if ('data_request' in wire || 'orders_requested' in wire) return 'data_request';
  return 'customer' in wire || 'orders_to_redact' in wire ? 'redact' : 'shop_redact';
}

/** Whether everything that a body says about its store agrees. The domains of an uninstalled store are often null. */
function isOfStore(kind: Kind, wire: Wire, { externalId, storeId }: ClaimedStore): boolean {
  const domains = [wire['shop_domain'], wire['myshopify_domain']].map(textOf).filter(Boolean);
  if (domains.some((domain) => domain.toLowerCase() !== externalId)) return false;
  if (storeId === null) return true;
  if (kind === 'shop' && String(wire['id']) !== storeId) return false;
  const inAddress = /^https?:\/\/[^/]+\/(\d+)\/orders\//.exec(textOf(wire['order_status_url']))?.[1];
  return inAddress === undefined || inAddress === storeId;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
