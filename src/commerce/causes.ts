const IMPORT = 'import:';

/** The cause of what is read of a store's past: history, and no news. */
export const HISTORY = 'backfill';

/** The cause of a change that an order from another system brought: it counts, and must never start a mail. */
export const importCause = (cause: string): string => `${IMPORT}${cause}`;

/** Whether nothing that follows may start a mail: an import, or history. */
export const isSilent = (cause: string): boolean => cause.startsWith(IMPORT) || cause === HISTORY;

/** The same of a column. */
export const isSilentSql = (column: string): string => `(${column} LIKE '${IMPORT}%' OR ${column} = '${HISTORY}')`;
