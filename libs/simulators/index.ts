export * from './openai/index.js';
export * from './platform-a/index.js';
export * from './platform-b/index.js';
export * from './s3/index.js';
export * from './records/index.js';
export * from './store-history/index.js';
export * from './product-images/index.js';
export * from './smtp-sink/index.js';
