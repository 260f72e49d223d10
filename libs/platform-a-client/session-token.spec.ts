import { createHmac } from 'node:crypto';
import { getJwt } from '@shopify/shopify-api/test-helpers';
import { describe, expect, it } from 'vitest';

import { verifySessionToken } from './index.js';

const secret = 'hush';
const now = new Date('2026-11-21T12:00:00Z');
const seconds = now.getTime() / 1_000;
const rules = { clientId: 'client-id', secrets: [secret], shopSuffixes: ['myshopify.com'], now };
const customer = {
  dest: 'shop1.myshopify.com',
  aud: 'client-id',
  sub: 'gid://shopify/Customer/42',
  exp: seconds + 300,
  nbf: seconds,
  iat: seconds,
  jti: 'token-1',
};
const staff = {
  ...customer,
  iss: 'https://shop1.myshopify.com/admin',
  dest: 'https://shop1.myshopify.com',
  sub: '7',
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function sign(claims: object, { alg = 'HS256', hash = 'sha256', key = secret } = {}): string {
  const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${alg === 'none' ? '' : createHmac(hash, key).update(text).digest('base64url')}`;
}

const outcome = (claims: object, header?: Parameters<typeof sign>[1], secrets = [secret]): string =>
  verifySessionToken(sign(claims, header), { ...rules, secrets }).outcome;

describe('a session token', () => {
  it('names the customer who is logged in', () => {
    expect(verifySessionToken(sign(customer), rules)).toEqual({
      outcome: 'ok',
      token: { shop: 'shop1.myshopify.com', subject: { kind: 'customer', externalId: '42' }, jti: 'token-1' },
    });
  });

  it('names the member of staff who has the admin open', () => {
    expect(verifySessionToken(sign(staff), rules)).toMatchObject({
      token: { shop: 'shop1.myshopify.com', subject: { kind: 'staff', userId: '7' } },
    });
  });

  it('reads what the official helper signs as staff, fractions of seconds included', async () => {
    const { token } = await getJwt('shop1', 'client-id', secret);
    expect(verifySessionToken(token, { ...rules, now: new Date() })).toMatchObject({
      outcome: 'ok',
      token: { subject: { kind: 'staff' } },
    });
  });

  it.each([
    ['a URL as its shop', { dest: 'https://shop1.myshopify.com' }],
    ['capitals in its shop', { dest: 'Shop1.myshopify.com' }],
    ['an end five seconds ago', { exp: seconds - 5 }],
    ['an end with a fraction', { exp: seconds + 0.5 }],
    ['an issuer that is not the admin', { iss: 'https://shop1.myshopify.com/checkout' }],
  ])('is good with %s', (_name, change) => {
    expect(outcome({ ...customer, ...change })).toBe('ok');
  });

  it('is good under the previous secret while that is configured', () => {
    expect(outcome(customer, { key: 'older' }, [secret, 'older'])).toBe('ok');
    expect(outcome(customer, { key: 'older' })).toBe('invalid');
  });

  it.each([[{ sub: undefined }], [{ sub: '' }], [{ sub: null }]])('reports that nobody is logged in: %j', (change) => {
    expect(outcome({ ...customer, ...change })).toBe('nobody');
  });

  it.each([
    ['an end a minute ago', { exp: seconds - 60 }],
    ['no end', { exp: undefined }],
    ['an end in words', { exp: '9999999999' }],
    ['a beginning in a minute', { nbf: seconds + 60 }],
    ['another audience', { aud: 'other' }],
    ['a list of audiences', { aud: ['client-id', 'other'] }],
    ['no audience', { aud: undefined }],
    ['no shop', { dest: undefined }],
    ['a shop elsewhere', { dest: 'shop1.myshopify.com.evil.com' }],
    ['a path behind its shop', { dest: 'https://shop1.myshopify.com/x' }],
    ['a plain number as its customer', { sub: '42' }],
    ['a number that is none', { sub: 42 }],
    ['another kind of record', { sub: 'gid://shopify/Order/42' }],
    ['a line end after the id', { sub: 'gid://shopify/Customer/42\n' }],
    ['the admin as its issuer', { iss: 'https://shop1.myshopify.com/admin' }],
  ])('of a customer is refused with %s', (_name, change) => {
    expect(outcome({ ...customer, ...change })).toBe('invalid');
  });

  it.each([
    ['the admin of another shop as its issuer', { iss: 'https://shop2.myshopify.com/admin' }],
    ['a list as its issuer', { iss: ['https://shop1.myshopify.com/admin'] }],
    ['a customer as its subject', { sub: 'gid://shopify/Customer/42' }],
    ['no subject', { sub: undefined }],
  ])('of staff is refused with %s', (_name, change) => {
    expect(outcome({ ...staff, ...change })).toBe('invalid');
  });

  it.each([
    ['no signature', { alg: 'none' }],
    ['HS512', { alg: 'HS512', hash: 'sha512' }],
    ['RS256 in name', { alg: 'RS256' }],
    ['another secret', { key: 'guess' }],
  ])('is refused with %s', (_name, header) => {
    expect(outcome(customer, header)).toBe('invalid');
  });

  it.each(['', 'a', 'a.b', 'a.b.c', `${'x'.repeat(10_000)}.y.z`])('is refused where it is no token', (token) => {
    expect(verifySessionToken(token, rules).outcome).toBe('invalid');
  });
});
