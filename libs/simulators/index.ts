export * from './platform-a/index.js';
export * from './shop-history/index.js';
export * from './product-pictures/index.js';
