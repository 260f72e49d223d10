export * from './platform-a/index.js';
