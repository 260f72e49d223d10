import type {
  CustomerMerge,
  CustomerRecord,
  Instant,
  OrderRecord,
  PlatformId,
  ProductRecord,
  RefundRecord,
} from './records.js';

interface Happening {
  /** The time of the event in the store; sent as X-Shopify-Triggered-At. */
  readonly at: Instant;
  /** An id for each delivery and subscription, which retries keep. Receivers recognise duplicates by it. */
  readonly webhookId: string;
  /** An id for each action of the merchant. Events of several topics may share it. */
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

/** An event of platform A whose delivery does not contain the record. */
export type ChangeEvent = Happening &
  (
    | { readonly topic: 'orders/edited'; readonly order: OrderRecord }
    | { readonly topic: 'orders/delete'; readonly orderId: PlatformId }
    | { readonly topic: 'customers/delete'; readonly customerId: PlatformId }
    | { readonly topic: 'customers/merge'; readonly merge: CustomerMerge }
  );
