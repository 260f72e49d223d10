export * from './json-places.js';
export * from './storable-json.js';
