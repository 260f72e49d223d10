const IMPORT = 'import:';

/**
 * Why something about a customer was written, in the same words for every platform: the backfill, the watch over
 * stores, a customer sign-on, an order that was read for its refunds, a choice of the customer, or the id of a
 * delivery.
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

/** Only `deliveryCause` makes one, so that no other text is taken for a cause. */
type DeliveryCause = string & { readonly [delivery]: true };
type ImportCause = string & { readonly [imported]: true };
declare const delivery: unique symbol;
declare const imported: unique symbol;

/** The cause of what the backfill reads from a store's past. */
export const HISTORY = 'backfill';

export const deliveryCause = ({ id }: { readonly id: string }): Cause => id as DeliveryCause;

/**
 * The cause of a change by an order that was imported from another system. The order counts, and must start no email.
 */
export const importCause = (cause: Cause): Cause => `${IMPORT}${cause}` as ImportCause;

/** The cause of a change by an import of history, which the retailer began. */
export const historyImportCause = (importId: string): Cause => `${IMPORT}${importId}` as ImportCause;

/** Whether the cause is an import: what follows from it must end no run either. */
export const isImport = (cause: string): boolean => cause.startsWith(IMPORT);

/** Whether the cause is an import or history: what follows from it must start no email. */
export const isSilent = (cause: string): boolean => isImport(cause) || cause === HISTORY;

/** `isSilent` for a column, as SQL. */
export const isSilentSql = (column: string): string => `(${column} LIKE '${IMPORT}%' OR ${column} = '${HISTORY}')`;
