const IMPORT = 'import:';

/** The cause of a change that an order from another system brought: it counts, and must never start a mail. */
export const importCause = (cause: string): string => `${IMPORT}${cause}`;

/** The same of a column. */
export const isImportSql = (column: string): string => `(${column} LIKE '${IMPORT}%')`;

export const isImport = (cause: string): boolean => cause.startsWith(IMPORT);
