export * from './json-places.js';
export * from './lossless-json.js';
export * from './storable-json.js';
