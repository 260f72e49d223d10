export * from './advisory-lock.js';
export * from './columns.js';
export * from './database.service.js';
export * from './each.js';
export * from './row-security.js';
export * from './service-data-source.js';
export type { SealedColumn } from './sealed-column.js';
export * from './snake-case.strategy.js';
export * from './upsert.js';
