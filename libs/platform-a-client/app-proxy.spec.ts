import { RequestType, setUpValidRequest } from '@shopify/shopify-api/test-helpers';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { appProxySignature, verifyAppProxy, verifyAppProxySignature } from './app-proxy.js';

const secret = 'hush';
const shop = 'shop1.myshopify.com';
const now = new Date();
const seconds = Math.trunc(now.getTime() / 1000);
const rules = { now, shopSuffixes: ['myshopify.com'] };
const params = { shop, logged_in_customer_id: '42', path_prefix: '/apps/rekindle', timestamp: String(seconds) };

const signed = (pairs: Record<string, string> | [string, string][], key = secret): string => {
  const query = new URLSearchParams(pairs);
  return `${query.toString()}&signature=${appProxySignature(query, key)}`;
};
const outcome = (query: string, secrets = [secret]) => verifyAppProxy(query, secrets, rules).outcome;

describe('the published vectors', () => {
  const head = 'extra=1&extra=2&shop=shop-name.myshopify.com&logged_in_customer_id=';
  const tail = '&path_prefix=%2Fapps%2Fawesome_reviews&timestamp=1317327555&signature=';
  const vectors = [
    `${head}1${tail}4c68c8624d737112c91818c11017d24d334b524cb5c2b8ba08daa056f7395ddb`,
    `${head}${tail}e072b6d7e6622d85912a5214b860d3100dc1e73d9bc29f43796ac8c9ff8093cb`,
  ];
  const then = new Date(1317327555_000);

  it.each(vectors)('have a right signature at their own time, and are stale today: %s', (vector) => {
    expect(verifyAppProxySignature(vector, [secret], { now: then }).outcome).toBe('ok');
    expect(verifyAppProxySignature(vector, [secret], { now }).outcome).toBe('stale');
    expect(verifyAppProxySignature(vector.replace('extra=2', 'extra=3'), [secret], { now: then }).outcome).toBe(
      'mismatch',
    );
  });

  it('prove nobody all the same, because of a parameter that is not ours', () => {
    for (const vector of vectors) {
      expect(verifyAppProxy(vector, [secret], { ...rules, now: then }).outcome).toBe('malformed');
    }
  });
});

describe('verifyAppProxy', () => {
  it('reads the shop and the customer', () => {
    const verdict = verifyAppProxy(signed(params), [secret], rules);
    expect(verdict).toMatchObject({ outcome: 'ok', visitor: { shop, customerId: '42' } });
    expect(verdict.outcome === 'ok' && verdict.visitor.staleAt).toEqual(new Date((seconds + 91) * 1000));
  });

  it('distinguishes a visitor who is not logged in from a customer', () => {
    const verdict = verifyAppProxy(signed({ ...params, logged_in_customer_id: '' }), [secret], rules);
    expect(verdict).toMatchObject({ outcome: 'ok', visitor: { customerId: null } });
  });

  it('takes what the official helper signs', async () => {
    const address = 'https://app.example/sso?logged_in_customer_id=42';
    const options = { type: RequestType.Public, store: 'shop1', apiSecretKey: secret } as const;
    const { url } = await setUpValidRequest(options, new Request(address));
    expect(verifyAppProxy(new URL(url).search.slice(1), [secret], rules)).toMatchObject({
      outcome: 'ok',
      visitor: { shop, customerId: '42' },
    });
  });

  it('accepts the previous secret after a rotation', () => {
    expect(outcome(signed(params, 'previous'), ['current', 'previous'])).toBe('ok');
    expect(outcome(signed(params, 'previous'), ['current'])).toBe('mismatch');
    expect(outcome(signed(params), [])).toBe('mismatch');
  });

  it('accepts a timestamp up to 90 seconds away, on both sides', () => {
    const at = (offset: number) => outcome(signed({ ...params, timestamp: String(seconds + offset) }));
    expect([at(-90), at(90)]).toEqual(['ok', 'ok']);
    expect([at(-91), at(91)]).toEqual(['stale', 'stale']);
  });

  it('refuses any change after signing', () => {
    const query = signed(params);
    expect(outcome(query.replace('=42', '=43'))).toBe('mismatch');
    expect(outcome(query.replace('logged_in_customer_id=42&', ''))).toBe('mismatch');
    expect(outcome(`${query}&extra=1`)).toBe('mismatch');
    expect(outcome(`${query}&shop=shop2.myshopify.com`)).toBe('mismatch');
    expect(outcome(`${query}&logged_in_customer_id=43`)).toBe('mismatch');
    expect(outcome(`${query}&signature=${'0'.repeat(64)}`)).toBe('malformed');
    expect(outcome(query.replace(/signature=.*/, (text) => `signature=${text.slice(10).toUpperCase()}`))).toBe(
      'malformed',
    );
  });

  it.each([
    ['an unknown parameter', { ...params, extra: '1' }],
    ['no customer parameter', { shop, timestamp: params.timestamp }],
    ['a customer that is no number', { ...params, logged_in_customer_id: '42,43' }],
    ['a foreign domain', { ...params, shop: 'shop1.myshopify.com.evil.com' }],
    ['a prefix that could hold another parameter', { ...params, path_prefix: `/apps/-shop=${shop}` }],
    ['a timestamp that is no integer', { ...params, timestamp: `${seconds}.5` }],
    ['no timestamp', { shop, logged_in_customer_id: '42' }],
  ])('refuses %s though it is signed', (_what, pairs) => {
    expect(outcome(signed(pairs as Record<string, string>))).toBe('malformed');
  });

  it('refuses a name that is given twice though it is signed', () => {
    const twice: [string, string][] = [...Object.entries(params), ['shop', shop]];
    expect(outcome(signed(twice))).toBe('malformed');
    expect(outcome(signed([...Object.entries(params), ['path_prefix', '/apps/x']]))).toBe('malformed');
  });

  it('refuses broken encodings', () => {
    expect(outcome(`${signed(params)}&a=%`)).toBe('malformed');
    expect(outcome(`${signed(params)}&a=%ff`)).toBe('malformed');
    expect(outcome('')).toBe('malformed');
  });

  it('is as strict with the text that one signature may stand for: it reads back as one request only', () => {
    const digits = fc.stringMatching(/^\d{0,20}$/);
    const prefix = fc.option(fc.stringMatching(/^\/[\w/.~-]{0,30}$/), { nil: undefined });
    const label = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/);
    const visitor = fc.record({ id: digits, prefix, label });
    const queryOf = ({ id, prefix, label }: { id: string; prefix?: string | undefined; label: string }) => ({
      logged_in_customer_id: id,
      ...(prefix === undefined ? {} : { path_prefix: prefix }),
      shop: `${label}.myshopify.com`,
      timestamp: params.timestamp,
    });
    fc.assert(
      fc.property(visitor, visitor, (one, other) => {
        const [first, second] = [queryOf(one), queryOf(other)];
        expect(outcome(signed(first))).toBe('ok');
        const same = new URLSearchParams(first).toString() === new URLSearchParams(second).toString();
        const text = (query: object) =>
          Object.entries(query)
            .map((pair) => pair.join('='))
            .join('');
        expect(text(first) === text(second)).toBe(same);
      }),
    );
  });

  it('finds no customer in a parameter that a visitor adds and cuts up afterwards', () => {
    // The platform signs what the visitor of a store adds to the address.
    const added = '1logged_in_customer_id=43path_prefix=';
    const signature = appProxySignature(Object.entries({ ...params, logged_in_customer_id: '', extra: added }), secret);
    const path = 'logged_in_customer_id=path_prefix=/apps/rekindle';
    const cut = { extra: '1', logged_in_customer_id: '43', path_prefix: path, shop, timestamp: params.timestamp };
    const query = `${new URLSearchParams(cut).toString()}&signature=${signature}`;
    expect(verifyAppProxySignature(query, [secret], { now }).outcome).toBe('ok');
    expect(outcome(query)).toBe('malformed');
  });
});
