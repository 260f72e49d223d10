/** A row that an import has written, so that a dry run can put it back for the batches after it. */
export interface WrittenRow {
  /** `order:`, `person:` or `customer:`, and the id. */
  readonly key: string;
  /** The customer of an order, or of a person of the other system. */
  readonly customerId: string | null;
  /** Of a customer. */
  readonly email: string | null;
  /** The columns as JSON. */
  readonly row: string;
}

/** By what records find rows. */
export interface WrittenRowKeys {
  readonly keys: readonly string[];
  readonly emails: readonly string[];
}

export const orderKey = (externalId: string): string => `order:${externalId}`;
export const personKey = (externalId: string): string => `person:${externalId}`;
export const customerKey = (id: string): string => `customer:${id}`;
