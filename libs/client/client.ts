import createClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type { paths } from './schema.js';

/** Successes are JSON, and refusals are problem documents (RFC 9457). */
type Media = 'application/json' | 'application/problem+json';

export type ApiClient = Client<paths, Media>;

/** Calls the API with the types of its OpenAPI document. Works in browsers and in Node.js. */
export const createApiClient = (options: ClientOptions): ApiClient => createClient<paths, Media>(options);
