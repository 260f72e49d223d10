/** Topics that a subscription may name, with the access scope that each needs. */
export const SUBSCRIBABLE_TOPICS = {
  'app/uninstalled': null,
  'app/scopes_update': null,
  'app_subscriptions/update': null,
  'shop/update': null,
  'orders/create': 'read_orders',
  'orders/updated': 'read_orders',
  'orders/paid': 'read_orders',
  'orders/cancelled': 'read_orders',
  'orders/edited': 'read_orders',
  'orders/delete': 'read_orders',
  'refunds/create': 'read_orders',
  'customers/create': 'read_customers',
  'customers/update': 'read_customers',
  'customers/delete': 'read_customers',
  'customers/merge': 'read_customer_merge',
  'customers_email_marketing_consent/update': 'read_customers',
  'customers/purchasing_summary': 'read_customers',
  'customer.tags_added': 'read_customers',
  'customer.tags_removed': 'read_customers',
  'products/create': 'read_products',
  'products/update': 'read_products',
  'products/delete': 'read_products',
} as const satisfies Record<string, string | null>;

export type WebhookTopic = keyof typeof SUBSCRIBABLE_TOPICS;

/** `orders/create` is ORDERS_CREATE in GraphQL. */
export const topicEnumOf = (topic: string): string => topic.toUpperCase().replace(/[/.]/g, '_');

const TOPIC_OF_ENUM = new Map(
  Object.keys(SUBSCRIBABLE_TOPICS).map((topic) => [topicEnumOf(topic), topic as WebhookTopic]),
);

export const topicOfEnum = (name: string): WebhookTopic | undefined => TOPIC_OF_ENUM.get(name);

/** The enum values for the schema. */
export const topicEnumValues = (): string => [...TOPIC_OF_ENUM.keys()].join(' ');
