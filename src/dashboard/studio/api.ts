import { type ApiClient, type components, createApiClient } from '#libs/client';
import { ApiError, problemOf } from './failure.js';
import { endSession } from './session-state.js';

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Shows the service that our own page sends the request, which has the cookie of the session. */
const CSRF = { 'x-rekindle-csrf': '1' };

/** A service that keeps silent so long is away. A change may be a large file on a slow line. */
const PATIENCE_MS = { read: 30_000, change: 180_000 };

async function patientFetch(request: Request): Promise<Response> {
  const silence = new AbortController();
  const ms = PATIENCE_MS[request.method === 'GET' ? 'read' : 'change'];
  const timer = setTimeout(() => silence.abort(new Error(`No answer within ${ms / 1_000} s`)), ms);
  try {
    return await fetch(request, { signal: silence.signal });
  } finally {
    clearTimeout(timer);
  }
}

export const api: ApiClient = createApiClient({
  baseUrl: location.origin,
  fetch: patientFetch,
  credentials: 'same-origin',
  headers: CSRF,
});

/** Sends a file as it is, without reading it here. */
export async function upload<T>(path: string, file: File, type: string): Promise<T> {
  const headers = { ...CSRF, 'content-type': type };
  const response = await fetch(path, { method: 'POST', credentials: 'same-origin', headers, body: file });
  const body: unknown = await response.json().catch(() => undefined);
  return ask(Promise.resolve({ data: body as T, error: body, response }));
}

/** The data of an answer. A refusal is thrown; an ended session also changes the whole page. */
export async function ask<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok) return data as T;
  if (response.status === 401) endSession();
  throw new ApiError(problemOf(response.status, error));
}
