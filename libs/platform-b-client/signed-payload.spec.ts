import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import BigCommerce from 'node-bigcommerce';
import { describe, expect, it } from 'vitest';

import { verifySignedPayloadQuery } from './index.js';

const SECRET = '6f1c2b0e9d3a4785b6c7d8e9f0a1b2c3';
const CLIENT = 'client-1';
const NOW = 1_700_000_100;
const options = { clientId: CLIENT, clientSecrets: [SECRET], now: new Date(NOW * 1000), legacy: true };

type Claims = Record<string, unknown>;

const adminClaims = (changes: Claims = {}): Claims => ({
  aud: CLIENT,
  iss: 'bc',
  iat: NOW - 100,
  nbf: NOW - 105,
  exp: NOW - 100 + 86_400,
  jti: 'c5f0bcf5-a504-4ae6-8dcc-0e40eaa5a070',
  sub: 'stores/abc123',
  user: { id: 9_876_543, email: 'authorized_user@example.com', locale: 'en-US' },
  owner: { id: 7_654_321, email: 'owner@example.com' },
  url: '/orders/106/x',
  channel_id: null,
  ...changes,
});
const shopperClaims: Claims = {
  customer: { id: 4927, email: 'janedoe@example.com', group_id: '6' },
  iss: 'bc/apps',
  sub: 'abc123',
  iat: NOW - 10,
  exp: NOW + 890,
  version: 1,
  aud: CLIENT,
  store_hash: 'abc123',
  operation: 'current_customer',
};

/** Signs the claims as text: JSON drops undefined claims, and jsonwebtoken adds no claims to a text. */
const sign = (claims: Claims, algorithm: jwt.Algorithm = 'HS256', secret = SECRET): string =>
  jwt.sign(JSON.stringify(claims), secret, { algorithm, header: { alg: algorithm, typ: 'JWT' } });
const judge = (token: string, changes: object = {}) =>
  verifySignedPayloadQuery({ signed_payload_jwt: token }, { ...options, ...changes });
const outcome = (changes: Claims): string => judge(sign(adminClaims(changes))).outcome;

describe('a signed payload JWT', () => {
  it('says who wants what in which store', () => {
    expect(judge(sign(adminClaims()))).toEqual({
      outcome: 'ok',
      payload: {
        form: 'jwt',
        storeHash: 'abc123',
        user: { id: '9876543', email: 'authorized_user@example.com', locale: 'en-US' },
        owner: { id: '7654321', email: 'owner@example.com', locale: null },
        isOwner: false,
        url: '/orders/106/x',
        channelId: null,
        issuedAt: new Date((NOW - 100) * 1000),
        expiresAt: new Date((NOW - 100 + 86_400) * 1000),
        replayKey: 'c5f0bcf5-a504-4ae6-8dcc-0e40eaa5a070',
      },
    });
  });

  it('may lack what older tokens lack, and have an audience in a list', () => {
    const user = { id: 7_654_321, email: 'owner@example.com' };
    const verdict = judge(sign(adminClaims({ user, channel_id: undefined, url: undefined, aud: [CLIENT] })));
    expect(verdict).toMatchObject({ outcome: 'ok', payload: { isOwner: true, url: '/', user: { locale: null } } });
  });

  it('verifies as the published vector', () => {
    const secret = '123456abcdef';
    const vector =
      'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJhdWQiOiIxMjM0NTZhYmNkZWYiLCJpc3MiOiJiYyIsImlhdCI6MTYyMjc0MjcyNywibmJmIjoxNjIyNzQyNzIyLCJleHAiOjM2MjI4MjkxMjcsImp0aSI6ImY0NGI1NmU5LTI1ZTUtNDQ3OC05ODUyLTQwMjdlNzMyYmY0OSIsInN1YiI6InN0b3Jlcy8xMmFiYyIsInVzZXIiOnsiaWQiOjIzNjksImVtYWlsIjoidGVzdEB0ZXN0LnRlc3QifSwib3duZXIiOnsiaWQiOjIzNjksImVtYWlsIjoidGVzdEB0ZXN0LnRlc3QifSwidXJsIjoiLyJ9.QRTvS1SVBEPrnBb2woA16sbFvNjb8b0vzwF17sVNYV4';
    const changes = { clientId: secret, clientSecrets: [secret] };
    expect(judge(vector, changes)).toMatchObject({ outcome: 'ok', payload: { storeHash: '12abc', isOwner: true } });
    const forged = vector.replace(/\.[^.]*$/, '.61QXFp-vG9yN7KK9M56PMOdv5lWAFt4u4jv8C8slSqA');
    expect(judge(forged, changes)).toEqual({ outcome: 'mismatch' });
  });

  it('is not one of the three other tokens that the same secret signs', () => {
    expect(judge(sign(shopperClaims))).toEqual({ outcome: 'wrong_kind' });
    expect(judge(sign(shopperClaims, 'HS512'))).toEqual({ outcome: 'malformed' });
    const ours = { iss: CLIENT, iat: NOW, jti: 'a', operation: 'customer_login', store_hash: 'abc123', customer_id: 1 };
    expect(judge(sign(ours))).toEqual({ outcome: 'wrong_kind' });
    // A shopper's token with an admin's issuer and store would need BC's hand, but each mark alone refuses it.
    for (const mark of [{ operation: 'current_customer' }, { customer: { id: 1 } }]) {
      expect(outcome(mark)).toBe('wrong_kind');
    }
  });

  it.each([
    [{ aud: 'other' }, 'wrong_kind'],
    [{ aud: [CLIENT, 'other'] }, 'wrong_kind'],
    [{ aud: undefined }, 'wrong_kind'],
    [{ iss: undefined }, 'wrong_kind'],
    [{ iss: 'bc/apps' }, 'wrong_kind'],
    [{ iss: CLIENT }, 'wrong_kind'],
    [{ sub: 'abc123' }, 'wrong_kind'],
    [{ sub: 'stores/' }, 'wrong_kind'],
    [{ sub: 'stores/abc/../x' }, 'wrong_kind'],
    [{ jti: undefined }, 'malformed'],
    [{ jti: '' }, 'malformed'],
    [{ user: undefined }, 'malformed'],
    [{ user: { id: '7' } }, 'malformed'],
    [{ user: { id: 0 } }, 'malformed'],
    [{ exp: undefined }, 'malformed'],
    [{ iat: undefined }, 'malformed'],
    [{ exp: String(NOW + 60) }, 'malformed'],
    [{ exp: NOW - 120 }, 'stale'],
    [{ iat: NOW + 600 }, 'stale'],
    [{ nbf: NOW + 600 }, 'stale'],
    [{ nbf: 'now' }, 'stale'],
    [{ iat: NOW + 30, nbf: NOW + 30 }, 'ok'],
    [{ exp: NOW - 30 }, 'ok'],
  ])('with %j is %s', (changes, expected) => {
    expect(outcome(changes)).toBe(expected);
  });

  it('is refused under another secret, algorithm or age', () => {
    expect(judge(sign(adminClaims(), 'HS256', 'other'))).toEqual({ outcome: 'mismatch' });
    expect(judge(sign(adminClaims(), 'HS512'))).toEqual({ outcome: 'malformed' });
    expect(judge(jwt.sign(adminClaims(), '', { algorithm: 'none' }))).toEqual({ outcome: 'malformed' });
    const old = sign(adminClaims({ iat: NOW - 1000 }));
    expect(judge(old, { maxAgeSeconds: 900 })).toEqual({ outcome: 'stale' });
    expect(judge(old, { maxAgeSeconds: 960 }).outcome).toBe('ok');
  });
});

const legacyFields = (changes: Claims = {}): string =>
  JSON.stringify({
    user: { id: 9128, email: 'user@mybigcommerce.com' },
    owner: { id: 9128, email: 'user@mybigcommerce.com' },
    context: 'stores/z4zn3wo',
    store_hash: 'z4zn3wo',
    timestamp: NOW - 5.0876012,
    ...changes,
  });

function legacy(json: string, alphabet: 'base64' | 'base64url' = 'base64', secret = SECRET): string {
  const mac = createHmac('sha256', secret).update(json).digest('hex');
  return `${Buffer.from(json).toString(alphabet)}.${Buffer.from(mac).toString(alphabet)}`;
}

const judgeLegacy = (parameter: string, changes: object = {}) =>
  verifySignedPayloadQuery({ signed_payload: parameter }, { ...options, ...changes });
const library = new BigCommerce({ secret: SECRET });

describe('the older signed payload', () => {
  it('is taken in both alphabets, padded or not, as the platform library takes it', () => {
    const json = legacyFields({ note: '>>>???ü' });
    const padded = legacy(json);
    expect(library.verify(padded)).toMatchObject({ store_hash: 'z4zn3wo' });
    const forms = [padded, padded.replaceAll('=', ''), legacy(json, 'base64url')];
    const verdicts = forms.map((form) => judgeLegacy(form));
    expect(verdicts[0]).toMatchObject({
      outcome: 'ok',
      payload: { form: 'legacy', storeHash: 'z4zn3wo', isOwner: true, url: '/', user: { id: '9128' } },
    });
    // One payload, however it is written, is used up once.
    for (const verdict of verdicts) expect(verdict).toEqual(verdicts[0]);
  });

  it('verifies over the bytes as they came, in any layout', () => {
    const spaced = legacyFields().replaceAll(',', ' , ');
    expect(judgeLegacy(legacy(spaced)).outcome).toBe('ok');
    expect(judgeLegacy(legacy(legacyFields(), 'base64', 'other'))).toEqual({ outcome: 'mismatch' });
  });

  it('is not the mac of raw bytes, which the platform library refuses as well', () => {
    const json = legacyFields();
    const raw = createHmac('sha256', SECRET).update(json).digest('base64');
    const parameter = `${Buffer.from(json).toString('base64')}.${raw}`;
    expect(() => library.verify(parameter)).toThrow(/invalid|length/);
    expect(judgeLegacy(parameter)).toEqual({ outcome: 'mismatch' });
  });

  it('verifies as the published vectors', () => {
    const clientSecrets = ['123456abcdef'];
    const json = 'eyJmb28iOiJmb28ifQ==';
    const right = `${json}.YjMzMTQ2ZGU4ZTUzNWJiOTI3NTI1ODJmNzhiZGM5NzBjNGQ3MjZkZDdkMDY1MjdkZGYxZDA0NGZjNDVjYmNkMA==`;
    // Its signature fits; what it says is no payload.
    expect(judgeLegacy(right, { clientSecrets })).toEqual({ outcome: 'malformed' });
    expect(judgeLegacy(right.replace(/MA==$/, 'MQ=='), { clientSecrets })).toEqual({
      outcome: 'mismatch',
    });
    expect(judgeLegacy(`${json}.Zm9v`, { clientSecrets })).toEqual({ outcome: 'mismatch' });
  });

  it.each([
    [{ timestamp: NOW - 25 * 3600 }, 'stale'],
    [{ timestamp: NOW + 600 }, 'stale'],
    [{ timestamp: NOW + 30 }, 'ok'],
    [{ timestamp: String(NOW) }, 'malformed'],
    [{ timestamp: undefined }, 'malformed'],
    [{ timestamp: 1e300 }, 'malformed'],
    [{ store_hash: 'other' }, 'malformed'],
    [{ store_hash: undefined }, 'ok'],
    [{ context: 'z4zn3wo' }, 'malformed'],
    [{ user: { id: 'x' } }, 'malformed'],
  ])('with %j is %s', (changes, expected) => {
    expect(judgeLegacy(legacy(legacyFields(changes))).outcome).toBe(expected);
  });

  it.each(['', '.', 'a', 'a.b.c', 'a b.c', `${'a'.repeat(9000)}.b`, '%.%'])('refuses %j', (parameter) => {
    expect(judgeLegacy(parameter).outcome).not.toBe('ok');
  });
});

describe('the query of a callback', () => {
  it('is judged by its JWT alone where it has one', () => {
    const good = legacy(legacyFields());
    const bad = sign(adminClaims(), 'HS256', 'other');
    expect(verifySignedPayloadQuery({ signed_payload_jwt: bad, signed_payload: good }, options)).toEqual({
      outcome: 'mismatch',
    });
    expect(verifySignedPayloadQuery({ signed_payload_jwt: '', signed_payload: good }, options)).toEqual({
      outcome: 'malformed',
    });
  });

  it('may lack a token, or have it twice', () => {
    expect(verifySignedPayloadQuery({}, options)).toEqual({ outcome: 'missing' });
    const token = sign(adminClaims());
    expect(verifySignedPayloadQuery({ signed_payload_jwt: [token, token] }, options)).toEqual({ outcome: 'malformed' });
    const older = legacy(legacyFields());
    expect(verifySignedPayloadQuery({ signed_payload: [older] }, options)).toEqual({ outcome: 'malformed' });
    expect(verifySignedPayloadQuery({ signed_payload: older }, { ...options, legacy: false })).toEqual({
      outcome: 'missing',
    });
  });
});
