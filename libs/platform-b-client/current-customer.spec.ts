import jwt from 'jsonwebtoken';
import { describe, expect, it } from 'vitest';

import { verifyCurrentCustomer } from './index.js';

const SECRET = '6f1c2b0e9d3a4785b6c7d8e9f0a1b2c3';
const CLIENT = 'testclientid0000000000000000001';
const NOW = 1_700_000_100;
const options = { clientId: CLIENT, clientSecrets: [SECRET], now: new Date(NOW * 1000) };
const HEADER = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';
const CLAIMS =
  'eyJjdXN0b21lciI6eyJpZCI6NDkyNywiZW1haWwiOiJqYW5lZG9lQGV4YW1wbGUuY29tIiwiZ3JvdXBfaWQiOiI2In0sImlzcyI6ImJjL2FwcHMiLCJzdWIiOiJhYmMxMjMiLCJpYXQiOjE3MDAwMDAwMDAsImV4cCI6MTcwMDAwMDkwMCwidmVyc2lvbiI6MSwiYXVkIjoidGVzdGNsaWVudGlkMDAwMDAwMDAwMDAwMDAwMDAwMSIsImFwcGxpY2F0aW9uX2lkIjoidGVzdGNsaWVudGlkMDAwMDAwMDAwMDAwMDAwMDAwMSIsInN0b3JlX2hhc2giOiJhYmMxMjMiLCJvcGVyYXRpb24iOiJjdXJyZW50X2N1c3RvbWVyIn0';

type Claims = Record<string, unknown>;

const claims = (changes: Claims = {}): Claims => ({
  customer: { id: 4927, email: 'janedoe@example.com', group_id: '6' },
  iss: 'bc/apps',
  sub: 'abc123',
  iat: NOW - 100,
  exp: NOW + 800,
  version: 1,
  aud: CLIENT,
  application_id: 'another-id',
  store_hash: 'abc123',
  operation: 'current_customer',
  ...changes,
});
const sign = (content: Claims, algorithm: jwt.Algorithm = 'HS256', secret = SECRET): string =>
  jwt.sign(JSON.stringify(content), secret, { algorithm, header: { alg: algorithm, typ: 'JWT' } });
const outcome = (changes: Claims): string => verifyCurrentCustomer(sign(claims(changes)), options).outcome;

describe('a current customer token', () => {
  it('verifies as the recorded vectors, in both algorithms', () => {
    const hs256 = `${HEADER}.${CLAIMS}.KCD7IkjGNhthG8Epqd5MgMdxIST8iTD_ksZuH_CZugE`;
    const hs512 = `eyJhbGciOiJIUzUxMiIsInR5cCI6IkpXVCJ9.${CLAIMS}.cI_7ul7Dt9LfZrk8bV2tuesdRvd7gIBPXMgh_RS8NpYv9ZropYfECwYh1u8lPfpO_6blwDkcN5D5z_DYn1hJ3Q`;
    for (const token of [hs256, hs512]) {
      expect(verifyCurrentCustomer(token, options)).toMatchObject({
        outcome: 'ok',
        current: {
          storeHash: 'abc123',
          customer: { id: '4927', email: 'janedoe@example.com', groupId: '6' },
          expiresAt: new Date(1_700_000_900_000),
        },
      });
    }
  });

  it('is used up by its text', () => {
    const [first, second] = [claims(), claims({ iat: NOW - 99 })].map((one) =>
      verifyCurrentCustomer(sign(one), options),
    );
    expect(first).toMatchObject({ current: { replayKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string } });
    expect(second).not.toEqual(first);
    expect(verifyCurrentCustomer(sign(claims()), options)).toEqual(first);
  });

  it('is refused for an admin token and for our own token', () => {
    const admin = { aud: CLIENT, iss: 'bc', iat: NOW, nbf: NOW, exp: NOW + 86_400, jti: 'a', sub: 'stores/abc123' };
    expect(verifyCurrentCustomer(sign({ ...admin, user: { id: 1 } }), options)).toEqual({ outcome: 'wrong_kind' });
    const ours = { iss: CLIENT, iat: NOW, jti: 'a', operation: 'customer_login', store_hash: 'abc123', customer_id: 1 };
    expect(verifyCurrentCustomer(sign(ours), options)).toEqual({ outcome: 'wrong_kind' });
    expect(outcome({ operation: 'customer_login' })).toBe('wrong_kind');
  });

  it.each([
    [{ exp: NOW - 120 }, 'stale'],
    [{ exp: NOW - 30 }, 'ok'],
    [{ iat: NOW - 1200, exp: NOW + 86_400 }, 'stale'],
    [{ iat: NOW - 1200, exp: NOW - 300 }, 'stale'],
    [{ iat: NOW, exp: NOW + 3600 }, 'stale'],
    [{ iat: NOW + 600, exp: NOW + 1500 }, 'stale'],
    [{ exp: undefined }, 'malformed'],
    [{ iat: undefined }, 'malformed'],
    [{ aud: 'other' }, 'wrong_kind'],
    [{ iss: 'bc' }, 'wrong_kind'],
    [{ operation: undefined }, 'wrong_kind'],
    [{ sub: 'other' }, 'wrong_kind'],
    [{ store_hash: undefined }, 'wrong_kind'],
    [{ sub: 'stores/abc123', store_hash: 'stores/abc123' }, 'wrong_kind'],
    [{ customer: { id: 0, email: 'a@b.example' } }, 'malformed'],
    [{ customer: { id: '7', email: 'a@b.example' } }, 'malformed'],
    [{ customer: { id: 1.5, email: 'a@b.example' } }, 'malformed'],
    [{ customer: { email: 'a@b.example' } }, 'malformed'],
    [{ customer: { id: 7, email: 'no address' } }, 'malformed'],
    [{ customer: { id: 7, email: 'a@b.example\r\nBcc: c@d.example' } }, 'malformed'],
    [{ customer: undefined }, 'malformed'],
    [{ customer: { id: 7, email: 'a@b.example' } }, 'ok'],
  ])('with %j is %s', (changes, expected) => {
    expect(outcome(changes)).toBe(expected);
  });

  it('is refused under another secret or algorithm', () => {
    expect(verifyCurrentCustomer(sign(claims(), 'HS256', 'other'), options)).toEqual({ outcome: 'mismatch' });
    expect(verifyCurrentCustomer(sign(claims(), 'HS384'), options)).toEqual({ outcome: 'malformed' });
    expect(verifyCurrentCustomer(jwt.sign(claims(), '', { algorithm: 'none' }), options)).toEqual({
      outcome: 'malformed',
    });
  });
});
