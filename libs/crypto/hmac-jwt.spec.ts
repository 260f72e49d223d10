import * as fc from 'fast-check';
import jwt from 'jsonwebtoken';
import { describe, expect, it } from 'vitest';

import { readHmacJwt } from './index.js';

const SECRET = 'a secret of some length: ü';

describe('readHmacJwt', () => {
  it('reads tokens of jsonwebtoken with every algorithm', () => {
    const claims = fc.dictionary(fc.stringMatching(/^[a-z]{4,9}$/), fc.jsonValue({ maxDepth: 2 }));
    const algorithms = fc.constantFrom('HS256' as const, 'HS384' as const, 'HS512' as const);
    fc.assert(
      fc.property(claims, algorithms, (given, algorithm) => {
        const token = jwt.sign(JSON.stringify(given), SECRET, { algorithm });
        expect(readHmacJwt(token, [SECRET], ['HS256', 'HS384', 'HS512'])).toEqual({
          outcome: 'ok',
          claims: JSON.parse(JSON.stringify(given)),
        });
        expect(readHmacJwt(token, [`${SECRET}!`], [algorithm])).toEqual({ outcome: 'mismatch' });
        expect(readHmacJwt(token, [], [algorithm])).toEqual({ outcome: 'mismatch' });
        expect(readHmacJwt(token, [`${SECRET}!`, SECRET], [algorithm])).toMatchObject({ outcome: 'ok' });
      }),
    );
  });

  it('refuses every change of one character', () => {
    const token = jwt.sign({ sub: 'stores/abc' }, SECRET);
    const position = fc.nat({ max: token.length - 1 });
    fc.assert(
      fc.property(position, fc.constantFrom(...'aZ09-_.+/= '.split('')), (at, character) => {
        fc.pre(token[at] !== character);
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        expect(readHmacJwt(changed, [SECRET], ['HS256']).outcome).not.toBe('ok');
      }),
      { numRuns: 1_000 },
    );
  });

  it('accepts only one text for a token', () => {
    const token = jwt.sign({ sub: 'stores/abc' }, SECRET);
    const last = token.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // 43 characters carry two bits more than 32 bytes: three neighbours decode to the same signature.
    const sibling = token.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1];
    const signature = (text: string): Buffer => Buffer.from(text.split('.')[2] ?? '', 'base64url');
    expect(signature(sibling)).toEqual(signature(token));
    for (const other of [sibling, `${token}=`, `${token} `, `${token}\n`]) {
      expect(readHmacJwt(other, [SECRET], ['HS256'])).toEqual({ outcome: 'malformed' });
    }
  });

  it('accepts only the algorithms of the caller', () => {
    const none = jwt.sign({ sub: 'x' }, '', { algorithm: 'none' });
    const [, payload, signature] = jwt.sign({ sub: 'x' }, SECRET).split('.');
    const withHeader = (header: object): string =>
      [Buffer.from(JSON.stringify(header)).toString('base64url'), payload, signature].join('.');
    const refused = [
      none,
      jwt.sign({ sub: 'x' }, SECRET, { algorithm: 'HS512' }),
      withHeader({ alg: 'RS256' }),
      withHeader({ alg: ['HS256'] }),
      withHeader({ alg: 'toString' }),
      withHeader({}),
    ];
    for (const token of refused) expect(readHmacJwt(token, [SECRET], ['HS256'])).toEqual({ outcome: 'malformed' });
  });

  it('refuses critical extensions even with a valid signature', () => {
    const header = { alg: 'HS256', crit: ['b64'], b64: false };
    expect(readHmacJwt(jwt.sign({}, SECRET, { header }), [SECRET], ['HS256'])).toEqual({ outcome: 'malformed' });
  });

  it.each(['', '.', '..', 'a.b', 'a.b.c.d', 'e30.e30.', 'x'.repeat(20_000)])('refuses %j', (token) => {
    expect(readHmacJwt(token, [SECRET], ['HS256'])).toEqual({ outcome: 'malformed' });
  });

  it('refuses claims that are not an object even with a valid signature', () => {
    for (const claims of ['[1]', '"text"', 'null', 'no json']) {
      expect(readHmacJwt(jwt.sign(claims, SECRET), [SECRET], ['HS256'])).toEqual({ outcome: 'malformed' });
    }
  });
});
