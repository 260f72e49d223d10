import { type ApiClient, type components, createApiClient } from '#libs/client';
import { ApiError, problemOf } from './failure.js';
import { endSession } from './session-state.js';

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Shows the service that our own page sends the request, which has the cookie of the session. */
const CSRF = { 'x-rekindle-csrf': '1' };

export const api: ApiClient = createApiClient({
  baseUrl: location.origin,
  credentials: 'same-origin',
  headers: CSRF,
});

/** The data of an answer. A refusal is thrown; an ended session also changes the whole page. */
export async function ask<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok) return data as T;
  if (response.status === 401) endSession();
  throw new ApiError(problemOf(response.status, error));
}
