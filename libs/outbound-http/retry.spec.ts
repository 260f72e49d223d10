import { describe, expect, it } from 'vitest';

import { OutboundError, parseRetryAfter } from './index.js';
import { DEFAULT_RETRY, waitBeforeRetry } from './retry.js';

const now = Date.parse('2026-11-21T10:00:00Z');

describe('parseRetryAfter', () => {
  it.each([
    ['2', 2_000],
    ['0', 0],
    ['1.5', 1_500],
    [' 7 ', 7_000],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['Saturday, 21-Nov-26 10:00:30 GMT', 30_000],
    ['soon', undefined],
    ['-1', undefined],
    ['2026', 2_026_000],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j ms', (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
});

const policy = { ...DEFAULT_RETRY, attempts: 10, baseDelayMs: 200, maxDelayMs: 1_000, maxRetryAfterMs: 10_000 };
const answer = (status: number, retryAfter?: string) => ({ status, headers: { 'retry-after': retryAfter } });
const waitAfter = (kind: OutboundError['kind']) => waitBeforeRetry(policy, 1, new OutboundError(kind, ''), now, 1);

describe('waitBeforeRetry', () => {
  it('doubles the upper limit with each attempt up to the longest wait, and waits a random time below it', () => {
    const ceilings = [1, 2, 3, 4, 5].map((attempt) => waitBeforeRetry(policy, attempt, answer(500), now, 1));
    expect(ceilings).toEqual([200, 400, 800, 1_000, 1_000]);
    expect(waitBeforeRetry(policy, 3, answer(500), now, 0)).toBe(0);
    expect(waitBeforeRetry(policy, 3, answer(500), now, 0.5)).toBe(400);
  });

  it('waits as long as Retry-After says, but does not retry if that exceeds the policy', () => {
    expect(waitBeforeRetry(policy, 1, answer(429, '2'), now, 0)).toBe(2_000);
    expect(waitBeforeRetry(policy, 1, answer(503, 'Sat, 21 Nov 2026 10:00:05 GMT'), now, 0)).toBe(5_000);
    expect(waitBeforeRetry(policy, 1, answer(429, '11'), now, 0)).toBeUndefined();
  });

  it('does not retry after answers that another call would not change', () => {
    for (const status of [200, 302, 400, 401, 404, 501]) {
      expect(waitBeforeRetry(policy, 1, answer(status), now, 1)).toBeUndefined();
    }
  });

  it('retries temporary errors only', () => {
    expect([waitAfter('network'), waitAfter('timeout')]).toEqual([200, 200]);
    expect([waitAfter('refused_address'), waitAfter('too_large'), waitAfter('bad_body')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('does not retry after the last attempt', () => {
    expect(waitBeforeRetry(policy, 10, answer(500), now, 1)).toBeUndefined();
  });
});
