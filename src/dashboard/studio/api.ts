import { type ApiClient, type components, createApiClient } from '#libs/client';
import { ApiError, problemOf } from './failure.js';
import { loseSession } from './session-state.js';

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

interface Sending {
  readonly type: string;
  /** Gets the share of the bytes that have left. */
  readonly onShare: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Puts a large file where it belongs. Only XMLHttpRequest knows how much of it has left. */
export function sendFile<T>(path: string, file: File, { type, onShare, signal }: Sending): Promise<T> {
  const request = new XMLHttpRequest();
  request.open('PUT', path);
  const encoding = file.name.endsWith('.gz') ? { 'content-encoding': 'gzip' } : {};
  for (const [name, value] of Object.entries({ ...CSRF, 'content-type': type, ...encoding })) {
    request.setRequestHeader(name, value);
  }
  request.upload.addEventListener('progress', ({ loaded, total }) => onShare(total === 0 ? 1 : loaded / total));
  signal.addEventListener('abort', () => request.abort());
  const ended = new Promise<Response>((resolve, reject) => {
    const fail = (): void => reject(new Error(`The file was cut off (${request.status})`));
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })));
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
  });
  request.send(file);
  return ended.then(async (response) => {
    const body: unknown = await response.json().catch(() => undefined);
    return ask(Promise.resolve({ data: body as T, error: body, response }));
  });
}

/** The data of an answer. A refusal is thrown; an ended session is also shown over the whole page. */
export async function ask<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok) return data as T;
  if (response.status === 401) loseSession();
  throw new ApiError(problemOf(response.status, error));
}
