const IMPORT = 'import:';

/**
 * What made us write something of a customer, the same words for every platform: a store's past, the watch over stores, a
 * sign-on, an order that was read for its refunds, a choice of the customer, or the id of a delivery.
 */
export type Cause =
  | typeof HISTORY
  | 'watch'
  | 'customer-sso'
  | 'refund-read'
  | 'preferences'
  | 'unsubscribe-link'
  | DeliveryCause
  | ImportCause;

/** Only made of a delivery, so that no other text passes for a cause. */
type DeliveryCause = string & { readonly [delivery]: true };
type ImportCause = string & { readonly [imported]: true };
declare const delivery: unique symbol;
declare const imported: unique symbol;

/** The cause of what is read of a store's past: history, and no news. */
export const HISTORY = 'backfill';

export const deliveryCause = ({ id }: { readonly id: string }): Cause => id as DeliveryCause;

/** The cause of a change that an order from another system brought: it counts, and must never start a mail. */
export const importCause = (cause: Cause): Cause => `${IMPORT}${cause}` as ImportCause;

/** Whether nothing that follows may start a mail: an import, or history. */
export const isSilent = (cause: string): boolean => cause.startsWith(IMPORT) || cause === HISTORY;

/** The same of a column. */
export const isSilentSql = (column: string): string => `(${column} LIKE '${IMPORT}%' OR ${column} = '${HISTORY}')`;
