import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  installOutcomeUrl,
  installUrl,
  mayHaveRefunds,
  missingScopes,
  orderStatus,
  parsePlatformTime,
  parseStoreContext,
  parseStoreHash,
  safeDeepLink,
} from './index.js';
import { readRateLimit, waitAfter429, waitAfterSuccess } from './rate-limit.js';

describe('parsePlatformTime', () => {
  it.each([
    ['Thu, 20 Jun 2019 16:07:08 +0000', '2019-06-20T16:07:08.000Z'],
    ['Tue, 05 Mar 2019 21:40:11 GMT', '2019-03-05T21:40:11.000Z'],
    ['5 Mar 2019 21:40:11 -0530', '2019-03-06T03:10:11.000Z'],
    ['2026-04-28T09:55:57Z', '2026-04-28T09:55:57.000Z'],
    ['2026-04-28T09:55:57+02:00', '2026-04-28T07:55:57.000Z'],
  ])('reads %s', (text, expected) => {
    expect(parsePlatformTime(text)?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    null,
    undefined,
    0,
    'yesterday',
    'Thu, 20 Jun 2019 16:07:08',
    '2026-04-28T09:55:57',
    '2026-04-28',
    'Thu, 31 Jun 2019 16:07:08 +0000',
    'Thu, 20 Foo 2019 16:07:08 +0000',
  ])('takes %j for no time', (value) => {
    expect(parsePlatformTime(value)).toBeNull();
  });

  it('reads every second of RFC 2822 back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (second) => {
        const text = new Date(second * 1000).toUTCString().replace('GMT', '+0000');
        expect(parsePlatformTime(text)?.getTime()).toBe(second * 1000);
      }),
    );
  });
});

describe('a store', () => {
  it('is read out of a context of exactly one form', () => {
    expect(parseStoreContext('stores/abc123')).toBe('abc123');
    expect(parseStoreHash('abc123')).toBe('abc123');
    for (const other of [
      'stores/',
      'stores/../x',
      'stores/ABC',
      'abc123',
      'stores/a/b',
      'stores/a\n',
      ['stores/a'],
      7,
    ]) {
      expect(parseStoreContext(other)).toBeUndefined();
    }
    for (const other of ['', 'stores/abc', 'ABC', 'a'.repeat(33), null]) expect(parseStoreHash(other)).toBeUndefined();
  });

  it('has granted a scope for reading with the one for both', () => {
    const needed = 'store_v2_orders_read_only store_v2_customers_read_only';
    expect(missingScopes('store_v2_orders store_v2_customers_read_only  store_v2_default', needed)).toEqual([]);
    expect(missingScopes('store_v2_customers_read_only', needed)).toEqual(['store_v2_orders_read_only']);
    expect(missingScopes('store_v2_orders_read_only', 'store_v2_orders')).toEqual(['store_v2_orders']);
    expect(missingScopes('', needed)).toHaveLength(2);
  });
});

describe('the install page', () => {
  it('starts and ends at the login host', () => {
    expect(installUrl('https://login.example/', 'c1')).toBe('https://login.example/app/c1/install');
    expect(installOutcomeUrl('https://login.example', 'c1', 'failed')).toBe(
      'https://login.example/app/c1/install/failed',
    );
  });
});

describe('the status table', () => {
  it('has the fifteen statuses and the class that the platform gives them', () => {
    const paid = Array.from({ length: 15 }, (_, id) => id).filter((id) => orderStatus(id)?.payment === 'paid');
    expect(paid).toEqual([2, 3, 8, 9, 10, 11]);
    expect(orderStatus(4)?.payment).toBe('neither');
    expect(orderStatus(14)).toEqual({ id: 14, name: 'Partially Refunded', payment: 'unpaid' });
    for (const unknown of [-1, 15, 99, 1.5, Number.NaN]) expect(orderStatus(unknown)).toBeUndefined();
  });

  it('asks for refunds of two statuses only', () => {
    expect(Array.from({ length: 20 }, (_, id) => id).filter(mayHaveRefunds)).toEqual([4, 14]);
  });
});

describe('the rate limit', () => {
  it('is read from the headers, the older one in place of the newer', () => {
    const newer = { 'x-rate-limit-requests-left': '2', 'x-rate-limit-time-reset-ms': '1500', 'x-retry-after': '9' };
    expect(readRateLimit(newer)).toMatchObject({ left: 2, resetMs: 1500 });
    expect(readRateLimit({ 'x-retry-after': '9' }).resetMs).toBe(9000);
    expect(readRateLimit({ 'x-rate-limit-time-reset-ms': 'soon' }).resetMs).toBeUndefined();
    expect(readRateLimit({})).toEqual({});
  });

  it('never leads to a wait of nothing, or of more than half a minute where nothing is said', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const wait = waitAfter429({}, attempt, random);
        expect(wait).toBeGreaterThanOrEqual(500);
        expect(wait).toBeLessThanOrEqual(30_000);
      }),
    );
    expect(waitAfter429({ resetMs: 0 }, 1, 0)).toBeGreaterThan(0);
    expect(waitAfter429({ resetMs: 1500 }, 1, 0)).toBe(1500);
  });

  it('holds back when the window is nearly used up', () => {
    expect(waitAfterSuccess({ left: 3, resetMs: 700 })).toBe(700);
    expect(waitAfterSuccess({ left: 4, resetMs: 700 })).toBe(0);
    expect(waitAfterSuccess({ left: 0 })).toBe(0);
  });
});

describe('safeDeepLink', () => {
  it.each([
    ['/orders/106/x?y=%23', '/orders/106/x?y=%23'],
    ['/a b?q=ü#part', '/a%20b?q=%C3%BC#part'],
    ['/', '/'],
  ])('keeps %s', (url, expected) => {
    expect(safeDeepLink(url)).toBe(expected);
  });

  it.each([
    '',
    'orders',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\r\nLocation: https://evil.example',
    '/a\\b',
  ])('sends %j home', (url) => {
    expect(safeDeepLink(url)).toBe('/');
  });

  it('stays on the host whatever it is given', () => {
    const pieces = fc.array(
      fc.constantFrom('/', '\\', '.', '..', '@', ':', 'evil.example', '\t', '\n', '?', '#', '%2f'),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const link = safeDeepLink(parts.join(''));
        expect(link).toMatch(/^\/(?!\/)/);
        expect(new URL(link, 'https://app.example').origin).toBe('https://app.example');
      }),
      { numRuns: 3_000 },
    );
  });
});
