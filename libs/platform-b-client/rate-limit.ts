import type { IncomingHttpHeaders } from 'node:http';

import { type Backoff, pauseAfter } from '#libs/durable-work';
import { parseRetryAfter } from '#libs/outbound-http';

/** The rate limit as an answer reports it. All apps of a store share it. */
export interface RateLimit {
  /** Requests left in the present window. */
  left?: number;
  quota?: number;
  /** Milliseconds until the end of the window. */
  resetMs?: number;
  windowMs?: number;
}

/** The last requests of a window, which are left to the store's other apps. A wait begins once only these are left. */
const SPARE_REQUESTS = 3;
/** The share of a window that background work leaves to orders that arrive meanwhile. */
const SHARE_FOR_OTHERS = 0.25;
/** The shortest wait after a 429, also where the platform names a shorter one, because a wait of 0 is a loop. */
const SHORTEST_WAIT_MS = 100;
const BLIND: Backoff = { firstMs: 1_000, longestMs: 30_000, jitter: 0.5 };

/** Reads X-Rate-Limit-*, and X-Retry-After (seconds) in place of a missing X-Rate-Limit-Time-Reset-Ms. */
export function readRateLimit(headers: IncomingHttpHeaders): RateLimit {
  return {
    left: whole(headers['x-rate-limit-requests-left']),
    quota: whole(headers['x-rate-limit-requests-quota']),
    resetMs: whole(headers['x-rate-limit-time-reset-ms']) ?? parseRetryAfter(headers['x-retry-after'], Date.now()),
    windowMs: whole(headers['x-rate-limit-time-window-ms']),
  };
}

/**
 * The wait after a 429 in milliseconds. Where the answer names no wait, because the platform is under load, the pauses
 * grow, and at most half of each is random.
 * @param attempt the number of answers 429 in a row, from 1
 * @param random a number from 0 to 1
 */
export function waitAfter429({ resetMs }: RateLimit, attempt: number, random: number): number {
  if (resetMs !== undefined) return Math.max(SHORTEST_WAIT_MS, resetMs);
  return pauseAfter(BLIND, attempt, () => random);
}

/** The wait after a success in milliseconds: until the next window where this one is nearly exhausted, otherwise 0. */
export function waitAfterSuccess({ left, resetMs }: RateLimit): number {
  return left !== undefined && resetMs !== undefined && left <= SPARE_REQUESTS ? resetMs : 0;
}

/** The wait of background work: it also leaves a part of each window to the store's other calls. */
export function waitInBackground({ left, quota, resetMs }: RateLimit): number {
  if (left === undefined || resetMs === undefined) return 0;
  return left <= Math.max(SPARE_REQUESTS, (quota ?? 0) * SHARE_FOR_OTHERS) ? resetMs : 0;
}

function whole(value: string | string[] | undefined): number | undefined {
  return typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
}
