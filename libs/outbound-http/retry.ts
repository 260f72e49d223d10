import { pauseAfter } from '#libs/durable-work';
import { OutboundError } from './outbound-error.js';

/** When and how often a call is retried. Only for idempotent calls. Times are in milliseconds. */
export interface RetryPolicy {
  /** Total number of calls, the first one included. */
  attempts: number;
  /** Without Retry-After the wait is random between 0 and baseDelayMs * 2^n (full jitter), at most maxDelayMs. */
  baseDelayMs: number;
  maxDelayMs: number;
  /** An answer with a longer Retry-After is returned to the caller instead. */
  maxRetryAfterMs: number;
  /** The statuses after which the call is retried. */
  statuses: readonly number[];
}

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 3,
  baseDelayMs: 200,
  maxDelayMs: 5_000,
  maxRetryAfterMs: 30_000,
  statuses: [429, 500, 502, 503, 504],
};

/**
 * Reads a Retry-After header (RFC 9110 section 10.2.3): seconds or an HTTP date.
 * @param now milliseconds since 1970
 * @returns milliseconds from now, at least 0; undefined if the header is missing or malformed
 */
export function parseRetryAfter(header: string | readonly string[] | undefined, now: number): number | undefined {
  const text = typeof header === 'string' ? header.trim() : undefined;
  if (!text) return undefined;
  // Some servers send fractions of a second.
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // Every form of HTTP date begins with a weekday. Date.parse alone would accept many other texts.
  const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * The wait before the next call in milliseconds; undefined if the call is not retried.
 * @param attempt calls made so far, from 1
 * @param now milliseconds since 1970
 * @param random a number from 0 to 1
 */
export function waitBeforeRetry(
  policy: RetryPolicy,
  attempt: number,
  outcome: OutboundError | { status: number; headers: { 'retry-after'?: string } },
  now: number,
  random: number,
): number | undefined {
  if (attempt >= policy.attempts) return undefined;
  const { baseDelayMs: firstMs, maxDelayMs: longestMs } = policy;
  const backoff = pauseAfter({ firstMs, longestMs, jitter: 1 }, attempt, () => random);
  if (outcome instanceof OutboundError) {
    return outcome.kind === 'network' || outcome.kind === 'timeout' ? backoff : undefined;
  }
  if (!policy.statuses.includes(outcome.status)) return undefined;
  const asked = parseRetryAfter(outcome.headers['retry-after'], now) ?? backoff;
  return asked <= policy.maxRetryAfterMs ? asked : undefined;
}
