import { createHmac, createPublicKey, createSign, generateKeyPairSync } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import { DomainError } from '#libs/kernel';
import type { FastifyRequest } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppConfig } from '../config/app-config.js';
import { Runtime } from '../config/runtime.js';
import { signToken } from './sign-token.js';
import type { BrowserSessionsService } from './browser-sessions.service.js';
import type { SessionValidityService } from './session-validity.service.js';
import { AdminGuard, ModuleGuard } from './token.guard.js';
import { keyIdOf } from './token-keys.js';
import type { TokenRevocationsService } from './token-revocations.service.js';
import { AdminTokenStrategy, ModuleTokenStrategy } from './token.strategy.js';

const RETAILER = '0b0f7a1e-6a1f-5c55-9d3e-0c9f5a1c2b3d';
const secrets = {
  admin: ['admin-secret-admin-secret-admin-secret'],
  module: ['module-secret-module-secret-module-secret'],
  retailer: ['retailer-secret-retailer-secret-retailer'],
  customer: ['customer-secret-customer-secret-customer'],
} as const;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** Every session is valid: these tests check only the tokens themselves. */
const allValid = { requireModule: () => Promise.resolve() } as unknown as SessionValidityService;
const noCookies = { caller: () => Promise.resolve(undefined) } as unknown as BrowserSessionsService;
const noneRevoked = { requireAdmin: () => Promise.resolve() } as unknown as TokenRevocationsService;

const guardsFor = (tokenSecrets: AppConfig['tokenSecrets']): { admin: AdminGuard; module: ModuleGuard } => {
  const runtime = new Runtime({ tokenSecrets } as AppConfig, '', '', '');
  return {
    admin: new AdminGuard(new AdminTokenStrategy(runtime, noneRevoked), noCookies),
    module: new ModuleGuard(new ModuleTokenStrategy(runtime, allValid)),
  };
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = (): number => Math.floor(Date.now() / 1_000);
const claims = (change: object = {}): object => ({
  iss: 'rekindle',
  aud: 'admin',
  sub: 'ada',
  fullAccess: true,
  iat: now(),
  exp: now() + 60,
  ...change,
});

/** Signs by hand, because a library refuses to sign most of these wrong tokens. */
function forge(header: object, payload: object, key: string, hash = 'sha256'): string {
  const signed = `${part(header)}.${part(payload)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}
const hs256 = (payload: object, key: string = secrets.admin[0]): string =>
  forge({ alg: 'HS256', typ: 'JWT' }, payload, key);

async function ask(
  guard: AdminGuard | ModuleGuard,
  authorization?: string,
): Promise<FastifyRequest['caller'] | DomainError> {
  const request = { headers: { authorization } } as FastifyRequest;
  const http = { getRequest: () => request, getResponse: () => ({}) };
  try {
    await guard.canActivate({ switchToHttp: () => http } as unknown as ExecutionContext);
    return request.caller;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

describe('the guard of the admin routes', () => {
  let guards: ReturnType<typeof guardsFor>;
  beforeAll(() => {
    guards = guardsFor(secrets);
  });

  it('admits a token with full access', async () => {
    expect(await ask(guards.admin, `Bearer ${hs256(claims())}`)).toEqual({ kind: 'admin', subject: 'ada' });
  });

  it('answers a request without a token with a challenge', async () => {
    expect(await ask(guards.admin)).toMatchObject({
      status: 401,
      code: 'token_required',
      extra: { headers: { 'www-authenticate': 'Bearer' } },
    });
  });

  it('refuses an admin without full access with 403', async () => {
    const token = hs256(claims({ fullAccess: 'true' }));
    expect(await ask(guards.admin, `Bearer ${token}`)).toMatchObject({ status: 403, code: 'full_access_required' });
  });

  const unsigned = `${part({ alg: 'none' })}.${part(claims())}.`;
  const signedByRsa = ((): string => {
    const signed = `${part({ alg: 'RS256' })}.${part(claims())}`;
    return `${signed}.${createSign('sha256').update(signed).sign(privateKey).toString('base64url')}`;
  })();

  it.each([
    ['a scheme without a token', 'Bearer '],
    ['another scheme', `Basic ${hs256(claims())}`],
    ['a text that is not a token', 'Bearer abc'],
    ['alg none', `Bearer ${unsigned}`],
    ['alg none with a signature', `Bearer ${forge({ alg: 'none' }, claims(), secrets.admin[0])}`],
    ['HS512, signed with our secret', `Bearer ${forge({ alg: 'HS512' }, claims(), secrets.admin[0], 'sha512')}`],
    ['RS256', `Bearer ${signedByRsa}`],
    ['a public key used as the secret', `Bearer ${forge({ alg: 'HS256' }, claims(), publicPem)}`],
    ['a key of its own in the header', `Bearer ${forge({ alg: 'HS256', jwk: jwkOf() }, claims(), publicPem)}`],
    [
      'a key id that names another secret',
      `Bearer ${forge({ alg: 'HS256', kid: keyIdOf(secrets.module[0]) }, claims(), secrets.module[0])}`,
    ],
    ['a foreign issuer', `Bearer ${hs256(claims({ iss: 'somebody' }))}`],
    ['the audience of module R', `Bearer ${hs256(claims({ aud: 'module-r' }))}`],
    ['no expiry', `Bearer ${hs256(claims({ exp: undefined }))}`],
    ['no issue time', `Bearer ${hs256(claims({ iat: undefined }))}`],
    ['a lifetime of more than a day', `Bearer ${hs256(claims({ exp: now() + 86_401 }))}`],
    ['an issue time in an hour', `Bearer ${hs256(claims({ iat: now() + 3_600, exp: now() + 7_200 }))}`],
    ['an expiry in the past', `Bearer ${hs256(claims({ exp: now() - 1 }))}`],
    ['a start (nbf) in the future', `Bearer ${hs256(claims({ nbf: now() + 60 }))}`],
    ['a changed payload', `Bearer ${hs256(claims()).replace(/\.[^.]+\./, `.${part(claims({ sub: 'eve' }))}.`)}`],
    ['the secret of another kind', `Bearer ${hs256(claims(), secrets.module[0])}`],
  ])('refuses %s', async (_name, authorization) => {
    expect(await ask(guards.admin, authorization)).toMatchObject({
      status: 401,
      extra: { headers: { 'www-authenticate': 'Bearer' } },
    });
  });

  it('ignores a key id or a key in the header of a valid token', async () => {
    const token = forge(
      { alg: 'HS256', kid: '../../etc/passwd', jwk: jwkOf(), typ: 'anything' },
      claims(),
      secrets.admin[0],
    );
    expect(await ask(guards.admin, `Bearer ${token}`)).toMatchObject({ kind: 'admin' });
  });

  it('refuses a module token, as the module guard refuses an admin token', async () => {
    const module = signToken('module', { sub: RETAILER }, secrets.module, 60);
    const admin = signToken('admin', { sub: 'ada', fullAccess: true }, secrets.admin, 60);
    expect(await ask(guards.module, `Bearer ${module}`)).toEqual({ kind: 'module', retailerId: RETAILER });
    expect(await ask(guards.admin, `Bearer ${module}`)).toMatchObject({ status: 401 });
    expect(await ask(guards.module, `Bearer ${admin}`)).toMatchObject({ status: 401 });
  });

  it('accepts tokens of older secrets while they are listed, and signs with the newest', async () => {
    const newest = 'newest-secret-newest-secret-newest-secret';
    const rotated = guardsFor({ ...secrets, admin: [newest, ...secrets.admin] });
    const older = signToken('admin', { sub: 'ada', fullAccess: true }, secrets.admin, 60);
    const newer = signToken('admin', { sub: 'ada', fullAccess: true }, [newest, ...secrets.admin], 60);
    for (const token of [older, newer, hs256(claims())]) {
      expect(await ask(rotated.admin, `Bearer ${token}`)).toMatchObject({ kind: 'admin' });
    }
    expect(await ask(guards.admin, `Bearer ${newer}`)).toMatchObject({ status: 401 });
    const header = JSON.parse(Buffer.from(newer.split('.')[0] ?? '', 'base64url').toString()) as object;
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT', kid: keyIdOf(newest) });
  });

  it('keeps its own secret when another service starts in the same process', async () => {
    const others = guardsFor({ ...secrets, admin: ['another-secret-another-secret-another'] });
    const token = `Bearer ${hs256(claims())}`;
    expect(await ask(others.admin, token)).toMatchObject({ status: 401 });
    expect(await ask(guards.admin, token)).toMatchObject({ kind: 'admin' });
  });
});

function jwkOf(): object {
  return createPublicKey(publicPem).export({ format: 'jwk' });
}
