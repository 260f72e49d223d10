import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { canonicalQuery, signQuery, verifyQueryHmac } from './index.js';

const secret = 'hush';
const now = new Date();
const seconds = Math.trunc(now.getTime() / 1000);
const params = {
  code: '0907a61c0c8d55e99db179b68161bc00',
  host: 'c29tZS1zaG9wLm15c2hvcGlmeS5jb20vYWRtaW4=',
  shop: 'some-shop.myshopify.com',
  state: '0.6784241404160823',
  timestamp: String(seconds),
};
const outcome = (query: string, secrets = [secret], at = now) => verifyQueryHmac(query, secrets, { now: at }).outcome;

describe('the published vector', () => {
  const vector =
    'code=0907a61c0c8d55e99db179b68161bc00&hmac=700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf' +
    '&shop=some-shop.myshopify.com&state=0.6784241404160823&timestamp=1337178173';

  it('verifies at its own time, and is stale today', () => {
    expect(outcome(vector, [secret], new Date(1337178173_000))).toBe('ok');
    expect(outcome(vector)).toBe('stale');
  });
});

describe('canonicalQuery', () => {
  it('sorts, leaves the signatures out and encodes as a form with %20 for a space', () => {
    const pairs = new URLSearchParams('z=a+b&hmac=1&signature=2&a=%2B%2F%3A%3D&m=~*!&empty=');
    expect(canonicalQuery(pairs)).toBe('a=%2B%2F%3A%3D&empty=&m=%7E*%21&z=a%20b');
  });

  it('keeps the order of a list', () => {
    expect(canonicalQuery(new URLSearchParams('ids[]=2&ids[]=1&a=1'))).toBe('a=1&ids%5B%5D=2&ids%5B%5D=1');
  });
});

describe('verifyQueryHmac', () => {
  it('accepts unknown parameters that were signed along', () => {
    expect(outcome(signQuery({ ...params, locale: 'fr-CA', something_new: 'a+b/c:d=e' }, secret))).toBe('ok');
  });

  it('reads a space and a plus however they were sent, and signs the space as %20', () => {
    const text = `a=x%20y%2Bz&timestamp=${seconds}`;
    const hmac = createHmac('sha256', secret).update(text).digest('hex');
    expect(outcome(`${text}&hmac=${hmac}`)).toBe('ok');
    expect(outcome(`a=x+y%2Bz&timestamp=${seconds}&hmac=${hmac}`)).toBe('ok');
  });

  it('gives back exactly the parameters that were signed', () => {
    const verdict = verifyQueryHmac(signQuery(params, secret), [secret], { now });
    expect(verdict.outcome === 'ok' && verdict.params.get('shop')).toBe('some-shop.myshopify.com');
  });

  it('accepts the previous secret after a rotation', () => {
    expect(outcome(signQuery(params, 'previous'), ['current', 'previous'])).toBe('ok');
    expect(outcome(signQuery(params, 'previous'), ['current'])).toBe('mismatch');
    expect(outcome(signQuery(params, 'previous'), [])).toBe('mismatch');
  });

  it('refuses any change after signing', () => {
    const query = signQuery(params, secret);
    expect(outcome(query.replace('some-shop', 'evil-shop'))).toBe('mismatch');
    expect(outcome(`${query}&added=1`)).toBe('mismatch');
    expect(outcome(query.replace(/&state=[^&]*/, ''))).toBe('mismatch');
    expect(outcome(query.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))).toBe('mismatch');
  });

  it('distinguishes a query without a signature from one with a broken signature', () => {
    const query = signQuery(params, secret);
    expect(outcome(query.replace(/&hmac=.*/, ''))).toBe('missing');
    expect(outcome('')).toBe('missing');
    expect(outcome(query.replace(/&hmac=.*/, '&hmac='))).toBe('malformed');
    expect(outcome(query.replace(/hmac=.*/, (hmac) => hmac.toUpperCase().replace('HMAC', 'hmac')))).toBe('malformed');
    expect(outcome(query.slice(0, -1))).toBe('malformed');
    expect(outcome(`${query}&hmac=${'0'.repeat(64)}`)).toBe('malformed');
  });

  it('refuses repeated names and broken encodings', () => {
    expect(outcome(`${signQuery(params, secret)}&shop=evil.myshopify.com`)).toBe('malformed');
    expect(outcome(`${signQuery(params, secret)}&a=%`)).toBe('malformed');
    expect(outcome(`${signQuery(params, secret)}&a=%ff`)).toBe('malformed');
  });

  it.each(['', '1e9', '-1', '0x10', ' 5', '12.5'])('refuses the timestamp %j though it is signed', (timestamp) => {
    expect(outcome(signQuery({ ...params, timestamp }, secret))).toBe('malformed');
  });

  it('refuses a query without a timestamp', () => {
    const { timestamp: _unused, ...rest } = params;
    expect(outcome(signQuery(rest, secret))).toBe('malformed');
  });

  it('accepts a timestamp up to 90 seconds away, on both sides', () => {
    const at = (offset: number) => outcome(signQuery({ ...params, timestamp: String(seconds + offset) }, secret));
    expect([at(-90), at(90)]).toEqual(['ok', 'ok']);
    expect([at(-91), at(91)]).toEqual(['stale', 'stale']);
    const old = signQuery({ ...params, timestamp: String(seconds - 600) }, secret);
    expect(verifyQueryHmac(old, [secret], { now, maxAgeSeconds: 600 }).outcome).toBe('ok');
  });
});
