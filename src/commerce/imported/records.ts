import type { Decimal4 } from '#libs/kernel';
import type { Marketing } from '../model/customer.entity.js';

/** The import that writes. */
export interface ImportName {
  readonly retailerId: string;
  readonly importId: string;
}

/** A person in a file of another system. */
export interface ImportedPerson {
  /** `source:id`, or made of the address where the file gives no id. */
  readonly externalId: string;
  /** Our id of a customer with this external id. */
  readonly customerId: string;
  /** Lower case. */
  readonly email: string | null;
}

export interface ImportedOrder {
  /** `source:id`. */
  readonly externalId: string;
  /** Null for an order without a customer. */
  readonly person: ImportedPerson | null;
  readonly total: Decimal4;
  readonly refunded: Decimal4;
  /** Null: the currency of the store. */
  readonly currency: string | null;
  /** One of the statuses of `countOrder`. */
  readonly financialStatus: string;
  readonly test: boolean;
  readonly orderedAt: Date;
  readonly productIds: readonly string[];
}

/** A field that is null says nothing, and keeps what is stored. */
export interface ImportedCustomer {
  readonly person: ImportedPerson;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** ISO 3166 alpha-2. */
  readonly country: string | null;
  /** `unknown` says nothing. */
  readonly marketing: Marketing;
  /** When the customer decided about emails; null where that is unknown. */
  readonly decidedAt: Date | null;
}

export type ImportedRecord =
  | { readonly kind: 'order'; readonly order: ImportedOrder }
  | { readonly kind: 'customer'; readonly customer: ImportedCustomer };

/** Records of one import, which are of one kind: one of the lists is empty. */
export interface ImportedRecords {
  readonly orders: readonly ImportedOrder[];
  readonly customers: readonly ImportedCustomer[];
}

/** The people of the records. */
export const peopleIn = ({ orders, customers }: ImportedRecords): ImportedPerson[] => [
  ...orders.flatMap(({ person }) => person ?? []),
  ...customers.map(({ person }) => person),
];

/** What has become of a record: the person of an `erased` one must not come back. */
export type ImportOutcome = 'created' | 'updated' | 'unchanged' | 'erased';
