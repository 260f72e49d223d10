import { DomainError } from '#libs/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCredential, type SignOnRequest } from './credential.js';

const request = (given: { authorization?: string; rawQuery?: string; body?: string } = {}): SignOnRequest => ({
  authorization: given.authorization,
  rawQuery: given.rawQuery ?? '',
  body: Buffer.from(given.body ?? ''),
});
const outcome = (given: Parameters<typeof request>[0]): string => {
  try {
    return readCredential(request(given)).kind;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
};

const authorization = 'Bearer a.b.c';
const rawQuery = 'shop=shop1.myshopify.com&signature=00';
const body = '{"shop":"shop1.myshopify.com","multipassToken":"x"}';

describe('readCredential', () => {
  it.each([
    [{ authorization }, 'session-token'],
    [{ rawQuery }, 'app-proxy'],
    [{ body }, 'multipass'],
    [{}, 'not_authenticated'],
    [{ authorization, rawQuery }, 'several_credentials'],
    [{ authorization, body }, 'several_credentials'],
    [{ rawQuery, body }, 'several_credentials'],
    [{ authorization, rawQuery, body }, 'several_credentials'],
    [{ authorization: '' }, 'session-token'],
    [{ authorization: 'Basic YTpi' }, 'session-token'],
    [{ rawQuery: 'signature=' }, 'app-proxy'],
    [{ rawQuery: 'hmac=00&shop=x' }, 'not_authenticated'],
    [{ body: '{"token":"x"}' }, 'not_authenticated'],
    [{ body: '[{"multipassToken":"x"}]' }, 'not_authenticated'],
    [{ body: '{"__proto__":{"multipassToken":"x"}}' }, 'not_authenticated'],
    [{ rawQuery, body: '{"multipassToken"' }, 'app-proxy'],
    [{ authorization, body: '{"customer_id":"1"}' }, 'session-token'],
  ])('takes %j as %s', (given, kind) => {
    expect(outcome(given)).toBe(kind);
  });

  it('takes what stands behind Bearer, and nothing from another scheme', () => {
    const tokenOf = (text: string) => readCredential(request({ authorization: text }));
    expect(tokenOf('bearer  a.b.c')).toEqual({ kind: 'session-token', token: 'a.b.c' });
    for (const other of ['Basic a.b.c', 'Bearer', 'Bearer a b', 'a.b.c']) {
      expect(tokenOf(other)).toEqual({ kind: 'session-token', token: '' });
    }
  });

  it('ignores any bytes beside a signed query', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const given = { authorization: undefined, rawQuery, body: Buffer.from(bytes) };
        expect(readCredential(given)).toEqual({ kind: 'app-proxy', rawQuery });
      }),
    );
    expect(outcome({ rawQuery, body: '['.repeat(250_000) })).toBe('app-proxy');
  });
});
