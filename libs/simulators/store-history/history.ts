import type { RecordEvent } from '../records/record-event.js';
import type { CustomerRecord, OrderRecord, ProductRecord } from '../records/records.js';

/** The events of a store over some time, and its records at the end. */
export interface StoreHistory {
  /** The products as they were before the first event. */
  readonly catalogue: readonly ProductRecord[];
  /** Customers and orders as they are after the last event. */
  readonly customers: readonly CustomerRecord[];
  readonly orders: readonly OrderRecord[];
  /** In the order of time. */
  readonly events: readonly RecordEvent[];
}
