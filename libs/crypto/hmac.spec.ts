import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { hmacSha256, sha256Hex, timingSafeEqualBytes, timingSafeEqualText, verifyBase64Hmac } from './index.js';

describe('hmacSha256', () => {
  it('reproduces test case 2 of RFC 4231', () => {
    expect(hmacSha256('Jefe', 'what do ya want for nothing?').toString('hex')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('uses the UTF-8 bytes of a text', () => {
    expect(hmacSha256('clé', 'naïve ☕')).toEqual(hmacSha256(Buffer.from('clé'), Buffer.from('naïve ☕')));
  });
});

describe('sha256Hex', () => {
  it('reproduces the vector of FIPS 180-4', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('timing-safe comparison', () => {
  it('distinguishes equal from different values', () => {
    expect(timingSafeEqualText('abc', 'abc')).toBe(true);
    expect(timingSafeEqualText('abc', 'abd')).toBe(false);
    expect(timingSafeEqualBytes(Buffer.from([1, 2]), Buffer.from([1, 2]))).toBe(true);
    expect(timingSafeEqualBytes(Buffer.from([1, 2]), Buffer.from([1, 3]))).toBe(false);
  });

  it('returns false for different lengths, for which Node would throw', () => {
    expect(timingSafeEqualText('abc', 'abcd')).toBe(false);
    expect(timingSafeEqualText('é', 'e')).toBe(false);
    expect(timingSafeEqualText('', '')).toBe(true);
  });
});

describe('verifyBase64Hmac', () => {
  const body = Buffer.from('{"name":"Caf\\u0026 \\/ ☕"}\n');
  const sign = (secret: string) => createHmac('sha256', secret).update(body).digest('base64');

  it('accepts the signature of the exact bytes', () => {
    expect(verifyBase64Hmac(['current'], body, sign('current'))).toBe(true);
  });

  it('accepts the previous secret after a rotation', () => {
    expect(verifyBase64Hmac(['current', 'previous'], body, sign('previous'))).toBe(true);
    expect(verifyBase64Hmac(['current'], body, sign('previous'))).toBe(false);
  });

  it('refuses a body with one byte changed', () => {
    const changed = Buffer.from(body);
    changed[3] = (changed[3] ?? 0) ^ 1;
    expect(verifyBase64Hmac(['current'], changed, sign('current'))).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['hex', createHmac('sha256', 'current').update(body).digest('hex')],
    ['a truncated signature', sign('current').slice(0, -2)],
    ['base64 without its padding', sign('current').slice(0, -1)],
    ['a leading space', ` ${sign('current').slice(0, -1)}`],
    ['a line break inside', `${sign('current').slice(0, 20)}\n${sign('current').slice(21)}`],
    ['31 bytes', Buffer.alloc(31).toString('base64')],
  ])('refuses %s', (_what, signature) => {
    expect(verifyBase64Hmac(['current'], body, signature)).toBe(false);
  });

  it('refuses the URL-safe alphabet, which Node would decode', () => {
    const digests = Array.from({ length: 50 }, (_, n) => [`${n}`, hmacSha256('current', `${n}`).toString('base64')]);
    const [text = '', signature = ''] = digests.find(([, digest]) => digest?.includes('+')) ?? [];
    const other = signature.replaceAll('+', '-');
    expect(Buffer.from(other, 'base64')).toEqual(Buffer.from(signature, 'base64'));
    expect(verifyBase64Hmac(['current'], Buffer.from(text), signature)).toBe(true);
    expect(verifyBase64Hmac(['current'], Buffer.from(text), other)).toBe(false);
  });

  it('refuses a last character whose unused bits are set', () => {
    const signature = sign('current');
    const last = signature.charAt(42);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const twin = alphabet.charAt(alphabet.indexOf(last) + 1);
    const other = `${signature.slice(0, 42)}${twin}=`;
    expect(Buffer.from(other, 'base64')).toEqual(Buffer.from(signature, 'base64'));
    expect(verifyBase64Hmac(['current'], body, other)).toBe(false);
  });

  it('refuses every signature if there is no secret', () => {
    expect(verifyBase64Hmac([], body, sign('current'))).toBe(false);
  });
});
