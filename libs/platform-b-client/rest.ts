import { setTimeout as sleep } from 'node:timers/promises';

import type { OutboundHttp, OutboundResponse, RetryPolicy } from '#libs/outbound-http';

import { parseJsonExactly } from './exact-json.js';
import { errorOfAnswer, PlatformBError, rethrowOutbound } from './platform-b-error.js';
import { readRateLimit, waitAfter429, waitAfterSuccess, waitInBackground } from './rate-limit.js';
import { StorePace } from './store-pace.js';

export interface PlatformBRestOptions {
  http: OutboundHttp;
  /** For example https://api.bigcommerce.com. */
  apiBaseUrl: string;
  storeHash: string;
  accessToken: string;
  /** For one attempt, default 20 seconds. */
  timeoutMs?: number;
  /** Number of calls in all where timeouts, network errors and 5xx occur; default 4. POST is never repeated. */
  attempts?: number;
  /**
   * Sum of all waits of one call for the rate limit, default 60 seconds. With 0 the call throws `throttled` with
   * retryAfterSeconds at once, for jobs that can continue later.
   */
  maxThrottleWaitMs?: number;
  /** Leaves a part of each window of the rate limit to the store's other calls. Default: false. */
  background?: boolean;
  /** Shared by all clients of this store in this process. */
  pace?: StorePace;
  /** Replaceable for tests. */
  sleep?: (ms: number) => Promise<unknown>;
  random?: () => number;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Larger answers are refused, because the scan for exact numbers is suited to answers of some megabytes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/**
 * Without 429, which leads to a wait in `call`, also for POST. Without 503, because a suspended store stays suspended.
 */
const RETRY: Partial<RetryPolicy> = { baseDelayMs: 500, statuses: [500, 502, 504] };

/** The V2 and V3 API of one store under one access token. */
export class PlatformBRest {
  private readonly options: Required<PlatformBRestOptions>;
  private readonly base: string;

  constructor(options: PlatformBRestOptions) {
    this.options = {
      ...options,
      timeoutMs: options.timeoutMs ?? 20_000,
      attempts: options.attempts ?? 4,
      maxThrottleWaitMs: options.maxThrottleWaitMs ?? 60_000,
      background: options.background ?? false,
      pace: options.pace ?? new StorePace(),
      sleep: options.sleep ?? sleep,
      random: options.random ?? Math.random,
    };
    this.base = `${options.apiBaseUrl.replace(/\/+$/, '')}/stores/${options.storeHash}`;
  }

  /**
   * Calls a path such as `/v2/orders/101` and returns the body after parseJsonExactly; undefined for 204, which is the
   * empty list of V2. Waits while the store's rate limit is exhausted.
   * @throws {PlatformBError}
   */
  async call(method: Method, path: string, query: Query = {}, body?: object): Promise<unknown> {
    const { pace, random, maxThrottleWaitMs, background } = this.options;
    let waited = 0;
    for (let refusals = 0; ;) {
      const waitMs = background ? pace.backgroundWaitMs : pace.waitMs;
      waited += waitMs;
      if (waited > maxThrottleWaitMs) throw throttled(waitMs);
      if (waitMs > 0) await this.options.sleep(waitMs);
      const answer = await this.send(method, `${this.base}${path}${queryText(query)}`, body);
      const limit = readRateLimit(answer.headers);
      if (answer.status !== 429) {
        pace.holdBack(waitAfterSuccess(limit));
        pace.holdBackBackground(waitInBackground(limit));
        return readBody(answer);
      }
      refusals += 1;
      pace.holdBack(waitAfter429(limit, refusals, random()));
    }
  }

  private async send(method: Method, url: string, body: object | undefined): Promise<OutboundResponse> {
    const { http, accessToken, timeoutMs, attempts } = this.options;
    const request = {
      method,
      url,
      headers: {
        accept: 'application/json',
        'x-auth-token': accessToken,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      timeoutMs,
      maxResponseBytes: MAX_ANSWER_BYTES,
      retry: method === 'POST' ? undefined : { ...RETRY, attempts },
    };
    return http.request(request).catch(rethrowOutbound);
  }
}

function throttled(waitMs: number): PlatformBError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new PlatformBError('throttled', 'the rate limit of the store is exhausted', {
    retryAfterSeconds,
    status: 429,
  });
}

function queryText(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

function readBody(answer: OutboundResponse): unknown {
  if (answer.status === 204) return undefined;
  if (answer.status < 200 || answer.status > 299) throw errorOfAnswer(answer);
  try {
    return parseJsonExactly(answer.body);
  } catch {
    const { status } = answer;
    throw new PlatformBError('bad_answer', 'the answer of platform B is not JSON', { status });
  }
}
