import { createHmac } from 'node:crypto';
import { getJwt } from '@shopify/shopify-api/test-helpers';
import { DomainError } from '#libs/kernel';
import Multipassify from 'multipassify';
import { describe, expect, it } from 'vitest';
import { proveAppProxy, proveMultipass, proveSessionToken } from './proof.js';

const shop = 'shop1.myshopify.com';
const app = { clientId: 'client-id', clientSecrets: ['hush'] as [string], shopSuffixes: ['myshopify.com'] };
const now = new Date();
const seconds = Math.trunc(now.getTime() / 1_000);

const codeOf = (prove: () => unknown): string => {
  try {
    prove();
    return 'proven';
  } catch (error) {
    if (error instanceof DomainError && error.status === 401) return error.code;
    throw error;
  }
};

const tokenWith = async (changes: object = {}): Promise<string> => {
  const customer = { iss: undefined, dest: shop, sub: 'gid://shopify/Customer/42', jti: 'j1' };
  return (await getJwt('shop1', 'client-id', 'hush', { ...customer, ...changes })).token;
};
const query = (id: string): string => {
  const params = { shop, logged_in_customer_id: id, timestamp: String(seconds) };
  const text = `logged_in_customer_id=${id}shop=${shop}timestamp=${seconds}`;
  const signature = createHmac('sha256', 'hush').update(text).digest('hex');
  return new URLSearchParams({ ...params, signature }).toString();
};

describe('a session token', () => {
  it('proves a customer, by a name under which its uses are counted', async () => {
    const proof = { shop, customer: { externalId: '42' }, singleUse: null };
    expect(proveSessionToken(await tokenWith(), app, now)).toEqual({ ...proof, tokenName: 'j1' });
    const unnamed = await tokenWith({ jti: undefined });
    expect(proveSessionToken(unnamed, app, now)).toEqual({ ...proof, tokenName: unnamed });
  });

  it('of the staff proves nothing here, and without a customer it proves that nobody is there', async () => {
    const staff = (await getJwt('shop1', 'client-id', 'hush')).token;
    const nobody = await tokenWith({ sub: undefined });
    expect(codeOf(() => proveSessionToken(staff, app, now))).toBe('invalid_proof');
    expect(codeOf(() => proveSessionToken(nobody, app, now))).toBe('customer_not_logged_in');
  });
});

describe("an app proxy's query", () => {
  it('proves a customer once, until it is stale', () => {
    expect(proveAppProxy(query('42'), app, now)).toEqual({
      shop,
      customer: { externalId: '42' },
      singleUse: { hash: expect.stringMatching(/^[0-9a-f]{64}$/), expiresAt: new Date((seconds + 91) * 1_000) },
      tokenName: null,
    });
  });

  it('keeps no signature that could be sent again', () => {
    const { singleUse } = proveAppProxy(query('42'), app, now);
    expect(query('42')).not.toContain(singleUse?.hash);
  });

  it('of nobody says so, and a wrong one says no more than that', () => {
    expect(codeOf(() => proveAppProxy(query(''), app, now))).toBe('customer_not_logged_in');
    expect(codeOf(() => proveAppProxy(query('42').replace('=42', '=43'), app, now))).toBe('invalid_proof');
  });
});

describe('a Multipass token', () => {
  const token = new Multipassify('secret').encode({ email: 'Ada@Example.com' });

  it('proves an address in lower case, once', () => {
    expect(proveMultipass(shop, token, 'secret', now)).toMatchObject({
      shop,
      customer: { email: 'ada@example.com' },
      singleUse: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      tokenName: null,
    });
  });

  it('proves nothing under another secret, or under none', () => {
    for (const secret of ['another', undefined]) {
      expect(codeOf(() => proveMultipass(shop, token, secret, now))).toBe('invalid_proof');
    }
  });
});
