import createClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type { paths } from './schema.js';

export type ApiClient = Client<paths, 'application/json'>;

/** Calls the API with the types of its OpenAPI document. Works in browsers and in Node.js. */
export const createApiClient = (options: ClientOptions): ApiClient => createClient<paths, 'application/json'>(options);
