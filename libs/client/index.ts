export { type ApiClient, createApiClient } from './client.js';
export type { components } from './schema.js';
