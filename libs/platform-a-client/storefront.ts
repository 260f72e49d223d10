import type { OutboundHttp, RetryPolicy } from '#libs/outbound-http';
import { readAnswer, readData } from './graphql.js';
import { rethrowOutbound } from './platform-a-error.js';
import { shopBaseUrl } from './shop-domain.js';

export interface PlatformAStorefrontOptions {
  readonly http: OutboundHttp;
  /** The store, as parseShopDomain returns it. */
  readonly shop: string;
  readonly apiVersion: string;
  /** Template with `{shop}`. */
  readonly shopBaseUrl: string;
  /** For one attempt, default 20 seconds. */
  readonly timeoutMs?: number | undefined;
}

const MAX_ANSWER_BYTES = 1024 * 1024;
const RETRY: Partial<RetryPolicy> = { attempts: 2, baseDelayMs: 500, statuses: [500, 502, 503, 504] };

/** The Storefront API of one store: what its website may show to anybody. */
export class PlatformAStorefront {
  private readonly url: string;

  constructor(private readonly options: PlatformAStorefrontOptions) {
    this.url = `${shopBaseUrl(options.shopBaseUrl, options.shop)}/api/${options.apiVersion}/graphql.json`;
  }

  /**
   * Runs a query, with a token or without. Returns its `data`, whose shape the caller asserts.
   * @throws {PlatformAError}
   */
  async query<T>(document: string, accessToken?: string): Promise<T> {
    const request = {
      method: 'POST' as const,
      url: this.url,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(accessToken === undefined ? {} : { 'x-shopify-storefront-access-token': accessToken }),
      },
      body: JSON.stringify({ query: document }),
      timeoutMs: this.options.timeoutMs ?? 20_000,
      maxResponseBytes: MAX_ANSWER_BYTES,
      retry: RETRY,
    };
    const answer = await this.options.http.request(request).catch(rethrowOutbound);
    return readData(readAnswer(answer)) as T;
  }
}
