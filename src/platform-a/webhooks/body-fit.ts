import { COMPLIANCE_TOPICS, type Topic } from '#libs/platform-a-client';

type Wire = Readonly<Record<string, unknown>>;
type AnyTopic = Topic | (typeof COMPLIANCE_TOPICS)[number];

/** The store that the header names, as we know it. */
export interface ClaimedStore {
  /** Its domain. */
  readonly externalId: string;
  /** Its number; null until its record was read. */
  readonly storeId: string | null;
}

/** Why a delivery is not taken for what its headers say. */
export type Misfit = 'another_store' | 'another_topic';

/** What a body is about. The first four are what the platform calls them in the ids of its records. */
type Kind =
  'Order' | 'Refund' | 'Customer' | 'Product' | 'shop' | 'consent' | 'data_request' | 'redact' | 'shop_redact';

const KINDS: Readonly<Record<AnyTopic, Kind>> = {
  'orders/create': 'Order',
  'orders/updated': 'Order',
  'orders/cancelled': 'Order',
  'refunds/create': 'Refund',
  'customers/create': 'Customer',
  'customers/update': 'Customer',
  'customers_email_marketing_consent/update': 'consent',
  'products/update': 'Product',
  'app/uninstalled': 'shop',
  'customers/data_request': 'data_request',
  'customers/redact': 'redact',
  'shop/redact': 'shop_redact',
};

/**
 * The signature of a webhook covers its body and nothing else: a body that was caught on its way is well signed under
 * any topic and any store. So the body itself has to be of the topic's kind, and of the store where it names one.
 *
 * Topics of one kind are one: the platform sends an order, byte for byte, as created and as updated, and what it asks
 * for is the same. Pure; undefined where nothing speaks against the delivery.
 */
export function misfitOf(topic: AnyTopic, wire: Wire, store: ClaimedStore): Misfit | undefined {
  const kind = kindOf(wire);
  // First, because the body of another store is not kept.
  if (!isOfStore(kind ?? KINDS[topic], wire, store)) return 'another_store';
  return kind === undefined || kind === KINDS[topic] ? undefined : 'another_topic';
}

/** Undefined where a body says too little. Those of the platform always say it. */
function kindOf(wire: Wire): Kind | undefined {
  const gid = /^gid:\/\/shopify\/(\w+)\/\d/.exec(textOf(wire['admin_graphql_api_id']))?.[1];
  if (gid !== undefined) return gid as Kind;
  if ('myshopify_domain' in wire) return 'shop';
  if ('email_marketing_consent' in wire && 'customer_id' in wire) return 'consent';
  if (!('shop_domain' in wire)) return undefined;
  if ('data_request' in wire || 'orders_requested' in wire) return 'data_request';
  return 'customer' in wire || 'orders_to_redact' in wire ? 'redact' : 'shop_redact';
}

/** Whatever a body says of its store has to agree. The domains of an uninstalled store are often null. */
function isOfStore(kind: Kind, wire: Wire, { externalId, storeId }: ClaimedStore): boolean {
  const domains = [wire['shop_domain'], wire['myshopify_domain']].map(textOf).filter(Boolean);
  if (domains.some((domain) => domain.toLowerCase() !== externalId)) return false;
  if (storeId === null) return true;
  if (kind === 'shop' && String(wire['id']) !== storeId) return false;
  const inAddress = /^https?:\/\/[^/]+\/(\d+)\/orders\//.exec(textOf(wire['order_status_url']))?.[1];
  return inAddress === undefined || inAddress === storeId;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
