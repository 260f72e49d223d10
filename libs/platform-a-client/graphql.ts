import { setTimeout as sleep } from 'node:timers/promises';

import type { OutboundHttp, OutboundResponse, RetryPolicy } from '#libs/outbound-http';

import { errorOfAnswer, PlatformAError, rethrowOutbound } from './platform-a-error.js';
import { shopBaseUrl } from './shop-domain.js';

export interface PlatformAGraphqlOptions {
  http: OutboundHttp;
  /** The store, as parseShopDomain returns it. */
  shop: string;
  accessToken: string;
  /** For example 2026-10. */
  apiVersion: string;
  /** Template with `{shop}`, default `https://{shop}`. */
  shopBaseUrl?: string;
  /** For one attempt, default 20 seconds. */
  timeoutMs?: number;
  /** Sum of all waits of one query for the rate limit, default 60 seconds. */
  maxThrottleWaitMs?: number;
  /** Leaves a part of the store's rate limit to other calls. Default: false. */
  background?: boolean;
  /** Called once for a query whose token the platform refuses. Returns another token; undefined where there is none. */
  renewToken?: (refused: string) => Promise<string | undefined>;
  /** Replaceable for tests. */
  sleep?: (ms: number) => Promise<unknown>;
}

export interface GraphqlAnswer {
  status: number;
  /** For every status except 200. */
  failure?: PlatformAError;
  data?: unknown;
  errors?: ({ message?: unknown; extensions?: { code?: string } } | null)[] | string;
  extensions?: {
    cost?: {
      requestedQueryCost?: number;
      throttleStatus?: { maximumAvailable?: number; currentlyAvailable?: number; restoreRate?: number };
    };
  };
}

const MAX_ANSWER_BYTES = 20 * 1024 * 1024;
/** The wait where the platform names none. */
const THROTTLE_SECONDS = 2;
/** The share of the rate limit that background work leaves to orders that arrive meanwhile. */
const SHARE_FOR_OTHERS = 0.25;
/** The retries of a query. Status 429 is not among them: it leads to a wait in `query`, also for mutations. */
const QUERY_RETRY: Partial<RetryPolicy> = { attempts: 3, baseDelayMs: 500, statuses: [500, 502, 503, 504] };

/** The Admin API of one store under its access token. */
export class PlatformAGraphql {
  private accessToken: string;
  /** The wait of background work before its next query. */
  private courtesyMs = 0;
  private readonly options: Required<PlatformAGraphqlOptions>;
  private readonly url: string;

  constructor(options: PlatformAGraphqlOptions) {
    this.options = {
      ...options,
      shopBaseUrl: options.shopBaseUrl ?? 'https://{shop}',
      timeoutMs: options.timeoutMs ?? 20_000,
      maxThrottleWaitMs: options.maxThrottleWaitMs ?? 60_000,
      background: options.background ?? false,
      renewToken: options.renewToken ?? (() => Promise.resolve(undefined)),
      sleep: options.sleep ?? sleep,
    };
    this.accessToken = options.accessToken;
    const base = shopBaseUrl(this.options.shopBaseUrl, options.shop);
    this.url = `${base}/admin/api/${options.apiVersion}/graphql.json`;
  }

  /**
   * Runs a query or mutation and returns its `data`, whose shape the caller asserts. Waits while the store's rate limit
   * is exhausted. Queries are repeated after timeouts and 5xx; mutations are not.
   * @throws {PlatformAError}
   */
  async query<T>(document: string, variables: Record<string, unknown> = {}): Promise<T> {
    let waited = 0;
    let mayRenew = true;
    for (;;) {
      if (this.courtesyMs > 0) await this.options.sleep(this.courtesyMs);
      const answer = await this.send(document, variables);
      this.courtesyMs = this.options.background ? courtesyMs(answer) : 0;
      if (mayRenew && answer.failure?.kind === 'unauthorized') {
        mayRenew = false;
        if (await this.renew()) continue;
      }
      const seconds = throttleSeconds(answer);
      if (seconds === undefined) return readData(answer) as T;
      waited += seconds * 1000;
      if (waited > this.options.maxThrottleWaitMs) {
        const details = { retryAfterSeconds: seconds, status: answer.status, code: 'THROTTLED' };
        throw new PlatformAError('throttled', 'the rate limit of the store is exhausted', details);
      }
      await this.options.sleep(seconds * 1000);
    }
  }

  /** False where there is no other token. */
  private async renew(): Promise<boolean> {
    const token = await this.options.renewToken(this.accessToken);
    if (token !== undefined) this.accessToken = token;
    return token !== undefined;
  }

  private async send(document: string, variables: Record<string, unknown>): Promise<GraphqlAnswer> {
    const isMutation = document.trimStart().startsWith('mutation');
    try {
      const response = await this.options.http.request({
        method: 'POST',
        url: this.url,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'x-shopify-access-token': this.accessToken,
        },
        body: JSON.stringify({ query: document, variables }),
        timeoutMs: this.options.timeoutMs,
        maxResponseBytes: MAX_ANSWER_BYTES,
        retry: isMutation ? undefined : QUERY_RETRY,
      });
      return readAnswer(response);
    } catch (error) {
      return rethrowOutbound(error);
    }
  }
}

/** The time until another query of this cost leaves a part of the rate limit to others. */
function courtesyMs({ extensions }: GraphqlAnswer): number {
  const { requestedQueryCost: cost = 0, throttleStatus } = extensions?.cost ?? {};
  const { maximumAvailable = 0, currentlyAvailable = 0, restoreRate } = throttleStatus ?? {};
  if (!restoreRate) return 0;
  // A bucket that is too small for both never has enough, so the share gives way to the query.
  const wanted = Math.min(maximumAvailable, cost + maximumAvailable * SHARE_FOR_OTHERS);
  return Math.max(0, Math.ceil(((wanted - currentlyAvailable) / restoreRate) * 1000));
}

/** The wait for the rate limit, at least one second; undefined for an answer without a limit error. */
function throttleSeconds({ failure, errors, extensions }: GraphqlAnswer): number | undefined {
  if (failure?.kind === 'throttled') return Math.max(1, failure.retryAfterSeconds ?? THROTTLE_SECONDS);
  if (!Array.isArray(errors) || !errors.some((error) => error?.extensions?.code === 'THROTTLED')) return undefined;
  const requested = extensions?.cost?.requestedQueryCost;
  const { currentlyAvailable, restoreRate } = extensions?.cost?.throttleStatus ?? {};
  if (requested === undefined || currentlyAvailable === undefined || !restoreRate) return THROTTLE_SECONDS;
  return Math.max(1, Math.ceil((requested - currentlyAvailable) / restoreRate));
}

/** The data of a whole answer. @throws {PlatformAError} */
export function readData({ status, failure, data, errors }: GraphqlAnswer): object {
  if (failure) throw failure;
  // A partial answer (data beside errors) would look like records without some fields.
  if (errors === undefined && typeof data === 'object' && data !== null) return data;
  const [first] = Array.isArray(errors) ? errors : [{ message: errors }];
  const reason = typeof first?.message === 'string' ? first.message.slice(0, 200) : 'no data';
  throw new PlatformAError('bad_answer', `platform A refused a query: ${reason}`, {
    status,
    code: first?.extensions?.code,
  });
}

export function readAnswer(response: OutboundResponse): GraphqlAnswer {
  const { status } = response;
  if (status !== 200) return { status, failure: errorOfAnswer(response) };
  const body = response.json();
  return { ...(typeof body === 'object' && body), status, failure: undefined };
}
