/** An order in the file of a store, and in the body of a webhook. */
export interface WireOrder {
  readonly id: string;
  readonly customer: { readonly id: string; readonly email: string };
  readonly total: string;
  readonly placedAt: string;
}

/** The file of a store. */
export interface StoreFile {
  readonly name: string;
  readonly currency: string;
  readonly orders: readonly WireOrder[];
}

/** The body of a webhook. */
export interface WireEvent {
  readonly store: string;
  readonly order: WireOrder;
}
