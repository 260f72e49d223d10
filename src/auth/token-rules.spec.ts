import { DomainError } from '#libs/kernel';
import { describe, expect, it } from 'vitest';
import { readAdminClaims, readModuleClaims } from './token-rules.js';

const RETAILER = '0b0f7a1e-6a1f-5c55-9d3e-0c9f5a1c2b3d';
const now = Math.floor(Date.now() / 1_000);
const admin = { iss: 'rekindle', aud: 'admin', sub: 'ada', iat: now, exp: now + 60, fullAccess: true };
const module = { iss: 'rekindle', aud: 'module-r', sub: RETAILER, iat: now, exp: now + 60 };

const statusOf = (read: () => unknown): number | undefined => {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof DomainError ? error.status : undefined;
  }
};

const without = (claims: object, key: string): object =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => name !== key));

describe('the claims of an admin token', () => {
  it('are accepted with full access', () => {
    expect(readAdminClaims(admin)).toEqual({ kind: 'admin', subject: 'ada' });
  });

  it.each([['true'], [1], [false], [null], [undefined], [[true]]])(
    'are refused with 403 with fullAccess %j',
    (fullAccess) => {
      expect(statusOf(() => readAdminClaims({ ...admin, fullAccess }))).toBe(403);
    },
  );

  it.each([['iss'], ['aud'], ['exp'], ['iat'], ['sub']])('are refused without %s', (key) => {
    expect(statusOf(() => readAdminClaims(without(admin, key)))).toBe(401);
  });

  it.each([
    ['a foreign issuer', { iss: 'somebody' }],
    ['a list of issuers', { iss: ['rekindle'] }],
    ['another audience', { aud: 'module-r' }],
    ['two audiences at once', { aud: ['admin', 'module-r'] }],
    ['an expiry that is not a number', { exp: '9999999999' }],
    ['an empty subject', { sub: '' }],
    ['a lifetime of more than a day', { exp: now + 86_401 }],
    ['an issue time in the future', { iat: now + 120, exp: now + 180 }],
  ])('are refused with %s', (_name, change) => {
    expect(statusOf(() => readAdminClaims({ ...admin, ...change }))).toBe(401);
  });

  it.each([['text'], [null], [undefined], [7], [[admin]]])('are refused if they are %j', (claims) => {
    expect(statusOf(() => readAdminClaims(claims))).toBe(401);
  });
});

describe('the claims of a module token', () => {
  it('name the retailer', () => {
    expect(readModuleClaims(module)).toEqual({ kind: 'module', retailerId: RETAILER });
  });

  it('name the minter of the token only if the claim is complete', () => {
    const mintedBy = { kind: 'user', subject: '7' };
    expect(readModuleClaims({ ...module, mintedBy })).toEqual({ kind: 'module', retailerId: RETAILER, mintedBy });
    for (const wrong of [{ kind: 'nobody', subject: '7' }, { kind: 'user' }, 'ada', null]) {
      expect(statusOf(() => readModuleClaims({ ...module, mintedBy: wrong }))).toBe(401);
    }
  });

  it('are refused if the subject is not a UUID', () => {
    expect(statusOf(() => readModuleClaims({ ...module, sub: 'shop1' }))).toBe(401);
  });

  it('are refused if they are those of an admin token, with or without full access', () => {
    expect(statusOf(() => readModuleClaims({ ...admin, sub: RETAILER }))).toBe(401);
  });
});
