export * from './logger.js';
export * from './request-context.js';
export { redactText } from './redact.js';
export * from './request-id.js';
