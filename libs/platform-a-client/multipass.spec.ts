import * as fc from 'fast-check';
import Multipassify from 'multipassify';
import { describe, expect, it } from 'vitest';

import { verifyMultipass } from './multipass.js';

const secret = 'a-secret-of-the-store';
const site = new Multipassify(secret);
const now = new Date();

/** The bytes of a token for any plaintext, encrypted and signed by the independent signer. */
const sealed = (plaintext: string, by = site): Buffer => {
  const bytes = by.encrypt(plaintext);
  return Buffer.concat([bytes, by.sign(bytes)]);
};
const tokenOf = (claims: object): string => sealed(JSON.stringify(claims)).toString('base64url');
const outcome = (token: string, key = secret) => verifyMultipass(token, key, { now }).outcome;
const ada = { email: 'Ada@Example.com', created_at: now.toISOString() };

describe('verifyMultipass', () => {
  it('reads what the independent signer wrote, with padding and without', () => {
    const token = site.encode({ email: 'ada@example.com', first_name: 'Ada' });
    const verdict = verifyMultipass(token, secret, { now: new Date() });
    expect(verdict).toMatchObject({ outcome: 'ok', claims: { email: 'ada@example.com' } });
    expect(outcome(token.replace(/=+$/, ''))).toBe('ok');
  });

  it('gives a token one name however it is written', () => {
    const bytes = sealed(JSON.stringify(ada));
    const padded = bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
    const hashOf = (token: string) => {
      const verdict = verifyMultipass(token, secret, { now });
      return verdict.outcome === 'ok' ? verdict.claims.tokenHash : undefined;
    };
    expect(padded).toMatch(/=$/);
    expect(hashOf(padded)).toBeDefined();
    expect(hashOf(bytes.toString('base64url'))).toBe(hashOf(padded));
  });

  it('accepts emails of the signer only', () => {
    fc.assert(
      fc.property(fc.emailAddress({ size: 'small' }), (email) => {
        fc.pre(/^[^\s"'\\<>,;:()@]+@[^\s"'\\<>,;:()@]+$/.test(email));
        const verdict = verifyMultipass(tokenOf({ ...ada, email }), secret, { now });
        expect(verdict.outcome === 'ok' && verdict.claims.email).toBe(email);
      }),
    );
  });

  it('refuses every flipped bit', () => {
    const bytes = sealed(JSON.stringify(ada));
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const forged = Buffer.from(bytes);
        forged.writeUInt8(forged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(outcome(forged.toString('base64url'))).toBe('mismatch');
      }),
    );
  });

  it('refuses the secret of another store', () => {
    expect(outcome(tokenOf(ada), 'another')).toBe('mismatch');
  });

  it('accepts a token up to 15 minutes away, on both sides', () => {
    const at = (ms: number) => outcome(tokenOf({ ...ada, created_at: new Date(now.getTime() + ms).toISOString() }));
    expect([at(-900_000), at(900_000)]).toEqual(['ok', 'ok']);
    expect([at(-900_001), at(900_001)]).toEqual(['stale', 'stale']);
  });

  it('reads a time with an offset', () => {
    const local = new Date(now.getTime() - 4 * 3_600_000).toISOString().replace('Z', '-04:00');
    expect(outcome(tokenOf({ ...ada, created_at: local }))).toBe('ok');
    expect(outcome(tokenOf({ ...ada, created_at: local.replace('-04:00', '+04:00') }))).toBe('stale');
  });

  it.each([
    ['no email', { created_at: ada.created_at }],
    ['an invalid email', { ...ada, email: 'ada' }],
    ['two emails', { ...ada, email: 'ada@example.com, eve@example.com' }],
    ['an email that ends a search', { ...ada, email: 'ada"@example.com' }],
    ['a line break in the email', { ...ada, email: 'ada@example.com\nbcc:eve' }],
    ['no time', { email: ada.email }],
    ['a time without an offset', { ...ada, created_at: '2026-01-01T00:00:00' }],
    ['a time that is a number', { ...ada, created_at: now.getTime() }],
    ['a list', [ada]],
  ])('refuses %s though it is signed', (_what, claims) => {
    expect(outcome(tokenOf(claims))).toBe('malformed');
  });

  it('refuses what is rightly signed and no JSON', () => {
    expect(outcome(sealed('ada@example.com').toString('base64url'))).toBe('malformed');
  });

  it('refuses lengths that no token has and letters that no token has', () => {
    const bytes = sealed(JSON.stringify(ada));
    expect(outcome('')).toBe('malformed');
    expect(outcome(bytes.subarray(0, 63).toString('base64url'))).toBe('malformed');
    expect(outcome(Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64url'))).toBe('malformed');
    expect(outcome(`${bytes.toString('base64url')} `)).toBe('malformed');
    expect(outcome('A'.repeat(20_000))).toBe('malformed');
  });

  it('answers anything at all without an exception', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(outcome(text)).not.toBe('ok');
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(outcome(Buffer.from(bytes).toString('base64url'))).not.toBe('ok');
      }),
    );
  });
});
