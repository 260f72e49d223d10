/** Helpers for every part of the code, by topic. Nothing here knows the business of the service. */
export * from './concurrency/index.js';
export {
  escapePointer,
  findUnstorable,
  parseJsonExactly,
  parseJsonLosslessly,
  parseStorableJson,
} from './json/index.js';
export * from './logging/index.js';
export * from './problems/index.js';
export * from './values/index.js';
