import type { CustomerRecord, Instant, OrderRecord, ProductRecord, RefundRecord } from './records.js';

interface Happening {
  /** The time of the event in the store; sent as X-Shopify-Triggered-At. */
  readonly at: Instant;
  /** One for each delivery and subscription, the same on retries. Receivers use it against duplicates. */
  readonly webhookId: string;
  /** One for each merchant action; several topics may share it. */
  readonly eventId: string;
}

/** An event in a store, with the record as it was then. */
export type RecordEvent = Happening &
  (
    | { readonly topic: 'orders/create' | 'orders/updated' | 'orders/cancelled'; readonly order: OrderRecord }
    | { readonly topic: 'refunds/create'; readonly refund: RefundRecord; readonly order: OrderRecord }
    | { readonly topic: 'customers/create' | 'customers/update'; readonly customer: CustomerRecord }
    | { readonly topic: 'customers_email_marketing_consent/update'; readonly customer: CustomerRecord }
    | { readonly topic: 'products/create' | 'products/update'; readonly product: ProductRecord }
    | { readonly topic: 'app/uninstalled' }
  );
