/** What every part of the code may need, by topic; nothing in here knows what the service is about. */
export * from './concurrency/index.js';
export { escapePointer, findUnstorable, parseStorableJson } from './json/index.js';
export * from './logging/index.js';
export * from './problems/index.js';
export * from './values/index.js';
