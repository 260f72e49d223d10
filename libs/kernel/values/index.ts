export * from './cursor.js';
export * from './decimal.js';
export * from './etag.js';
export * from './group-by.js';
export * from './ids.js';
export * from './times.js';
