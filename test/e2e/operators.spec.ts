import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { type Jws, OidcProviderSimulator, SigningKeys } from '#libs/simulators';
import Bull from 'bull';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { TestApp } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';
import { Browser, locationOf } from './install-flow.js';

const CLIENT = { clientId: 'rekindle-studio', clientSecret: 'a secret: with % signs' };
const ADA = { sub: 'ada-1', claims: { groups: ['staff', 'rekindle-operators'] } };

let provider: OidcProviderSimulator;
let service: TestApp;
let retailerId: string;

beforeAll(async () => {
  provider = await OidcProviderSimulator.start(CLIENT);
  service = await TestApp.start({
    // Without workers jobs stay in their queues.
    ROLE: 'api',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.clientId,
    OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    OIDC_OPERATOR_CLAIM: 'groups',
    OIDC_OPERATORS: 'rekindle-operators, on-call',
    SIGN_ONS_PER_MINUTE: '1000',
  });
  provider.redirectUris = [`${service.url}/dashboard/oidc/callback`];
  ({ retailerId } = await installStore(service));
});
afterAll(async () => {
  await service?.stop();
  await provider?.stop();
});
beforeEach(() => {
  provider.user = ADA;
  provider.isDown = false;
  provider.signer = (token) => provider.keys.sign(token);
});

/** Through the provider's page: the address of our callback, not yet opened. */
async function callbackOf(browser: Browser, to = ''): Promise<string> {
  return locationOf(await browser.get(locationOf(await browser.get(`/dashboard/oidc/sign-in${to}`))));
}

/** The answer to the callback, and the session that the browser then has. */
async function outcome(browser: Browser, callback: string): Promise<{ status: number; code: string; session: string }> {
  const answer = await browser.get(callback);
  const text = await answer.text();
  const { code = '' } = text === '' ? {} : (JSON.parse(text) as { code?: string });
  const { kind } = (await (await browser.get('/dashboard/session')).json()) as { kind: string };
  return { status: answer.status, code, session: kind };
}

const REFUSED = { status: 401, code: 'sign_in_refused', session: 'none' };

describe('an operator with an account of the company', () => {
  it('is signed in, and stands in the log of actions', async () => {
    const browser = new Browser(service.url);
    const shown = locationOf(await browser.get(await callbackOf(browser, '?to=/dashboard/operator/health')));
    expect(shown).toBe(`${service.url}/dashboard/operator/health`);
    expect(await (await browser.get('/dashboard/session')).json()).toMatchObject({
      kind: 'operator',
      subject: 'oidc:ada-1',
      retailer: null,
    });
    expect((await browser.get('/admin/retailers')).status).toBe(200);
    const log = await service.admin<{ items: object[] }>('GET', '/admin/actions?subject=oidc:ada-1');
    expect(log.body.items[0]).toMatchObject({ action: 'GET /dashboard/oidc/callback', outcome: 'ok' });
    expect(await (await browser.get('/dashboard/oidc')).json()).toEqual({ configured: true });
  });

  it('is nobody else who has an account there, and nobody who declines', async () => {
    const browser = new Browser(service.url);
    provider.user = { sub: 'bob-2', claims: { groups: ['staff'] } };
    expect(await outcome(browser, await callbackOf(browser))).toEqual({
      status: 403,
      code: 'operator_required',
      session: 'none',
    });
    provider.user = undefined;
    expect(await outcome(browser, await callbackOf(browser))).toEqual(REFUSED);
  });

  it('does not notice that the provider has a new key', async () => {
    const signIn = async () => {
      const browser = new Browser(service.url);
      return (await browser.get(await callbackOf(browser))).status;
    };
    expect(await signIn()).toBe(302);
    provider.keys.rotate();
    expect(await signIn()).toBe(302);
    provider.keys.rotate({ withdraw: true });
    expect(await signIn()).toBe(302);
  });

  it('learns that the provider does not answer', async () => {
    const browser = new Browser(service.url);
    const callback = await callbackOf(browser);
    provider.isDown = true;
    expect((await browser.get('/dashboard/oidc/sign-in')).status).toBe(502);
    expect((await outcome(browser, callback)).status).toBe(502);
  });
});

describe('a forged ID token', () => {
  const now = (): number => Math.floor(Date.now() / 1_000);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  /** Signed by the provider's key, with other claims. */
  const claiming = (change: object) => (token: Jws) =>
    provider.keys.sign({ ...token, claims: { ...token.claims, ...change } });
  const hs256 = (token: Jws, secret: string): string => {
    const signed = `${part({ ...token.header, alg: 'HS256' })}.${part(token.claims)}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };

  it.each<[string, (token: Jws) => string]>([
    ['the nonce of another sign-in', claiming({ nonce: 'another' })],
    ['no nonce', claiming({ nonce: undefined })],
    ['another audience', claiming({ aud: 'another-client' })],
    ['several audiences and another authorized party', claiming({ aud: [CLIENT.clientId, 'x'], azp: 'x' })],
    ['another issuer', claiming({ iss: 'https://evil.example' })],
    ['an end that has passed', claiming({ iat: now() - 7_200, exp: now() - 3_600 })],
    ['no end', claiming({ exp: undefined })],
    ['a beginning to come', claiming({ nbf: now() + 3_600 })],
    ['no subject', claiming({ sub: undefined })],
    ['alg none', ({ claims }) => `${part({ alg: 'none' })}.${part(claims)}.`],
    ['HS256 with the public key as the secret', (token) => hs256(token, provider.keys.publicPem)],
    ['HS256 with the secret of the client', (token) => hs256(token, CLIENT.clientSecret)],
    [
      'a key of its own in the header',
      (token) => {
        const jwk = foreign.publicKey.export({ format: 'jwk' });
        const signed = `${part({ ...token.header, jwk })}.${part(token.claims)}`;
        return `${signed}.${sign('sha256', Buffer.from(signed), foreign.privateKey).toString('base64url')}`;
      },
    ],
    [
      'a changed payload',
      (token) => provider.keys.sign(token).replace(/\.[^.]+\./, `.${part({ ...token.claims, sub: 'eve' })}.`),
    ],
    ['no token', () => ''],
  ])('is refused: %s', async (_what, forge) => {
    provider.signer = forge;
    const browser = new Browser(service.url);
    expect(await outcome(browser, await callbackOf(browser))).toEqual(REFUSED);
  });

  it('is refused: signed with a key that was withdrawn', async () => {
    const old = provider.keys;
    provider.keys = new SigningKeys();
    provider.signer = ({ claims }) => old.sign({ header: old.header, claims });
    const browser = new Browser(service.url);
    expect(await outcome(browser, await callbackOf(browser))).toEqual(REFUSED);
  });
});

describe('an answer of the provider', () => {
  it('is accepted once', async () => {
    const browser = new Browser(service.url);
    const callback = await callbackOf(browser);
    const copy = browser.copy();
    expect((await browser.get(callback)).status).toBe(302);
    expect(await outcome(copy, callback)).toEqual(REFUSED);
  });

  it('can not bring a second code for a state that was used', async () => {
    const browser = new Browser(service.url);
    const page = locationOf(await browser.get('/dashboard/oidc/sign-in'));
    const [first, second] = [locationOf(await browser.get(page)), locationOf(await browser.get(page))];
    const copy = browser.copy();
    expect((await browser.get(first)).status).toBe(302);
    expect(await outcome(copy, second)).toEqual(REFUSED);
  });

  it('belongs to the browser that began', async () => {
    const callback = await callbackOf(new Browser(service.url));
    expect(await outcome(new Browser(service.url), callback)).toEqual(REFUSED);
    const victim = new Browser(service.url);
    await callbackOf(victim);
    expect(await outcome(victim, callback)).toEqual(REFUSED);
  });

  it('does not open with the code of somebody else', async () => {
    const [victim, attacker] = [new Browser(service.url), new Browser(service.url)];
    const callback = new URL(await callbackOf(victim));
    const stolen = new URL(await callbackOf(attacker)).searchParams.get('code') ?? '';
    callback.searchParams.set('code', stolen);
    expect(await outcome(victim, callback.href)).toEqual(REFUSED);
  });

  it('comes from this provider', async () => {
    const browser = new Browser(service.url);
    const callback = new URL(await callbackOf(browser));
    callback.searchParams.set('iss', 'https://evil.example');
    expect(await outcome(browser, callback.href)).toEqual(REFUSED);
  });

  it.each(['https://evil.example', '//evil.example/dashboard/operator', '/dashboard/operator/../../retailer/me'])(
    'leads to the studio and not to %s',
    async (to) => {
      const browser = new Browser(service.url);
      const callback = await callbackOf(browser, `?to=${encodeURIComponent(to)}`);
      expect(locationOf(await browser.get(callback))).toBe(`${service.url}/dashboard/operator`);
    },
  );
});

describe('the board of queues', () => {
  const cookies = (): Readonly<Record<string, string>> => {
    const { admin, retailer } = service.service.runtime.config.tokenSecrets;
    const operator = { sub: 'ada', adminToken: undefined, retailerId };
    return {
      operator: signToken('operator', operator, admin, 600),
      owner: signToken('retailer', { sub: '7', role: 'owner', retailerId }, retailer, 600),
      'admin token': signToken('admin', { sub: 'ada', fullAccess: true }, admin, 600),
      nonsense: 'x',
    };
  };
  const get = (path: string, who?: string): Promise<Response> =>
    fetch(`${service.url}/dashboard/queues${path}`, {
      redirect: 'manual',
      headers: who === undefined ? {} : { cookie: `rekindle=${cookies()[who]}` },
    });
  const PATHS = ['', '/queue/intake.process', '/api/queues', '/api/redis/stats', '/static/images/logo.svg'];

  it.each<[string | undefined, number]>([
    [undefined, 401],
    ['nonsense', 401],
    ['admin token', 401],
    ['owner', 403],
    ['operator', 200],
  ])('answers %s with %d', async (who, status) => {
    for (const path of PATHS) expect({ path, status: (await get(path, who)).status }).toEqual({ path, status });
  });

  it('has nothing inline and nothing of another host', async () => {
    const answer = await get('', 'operator');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const page = await answer.text();
    expect(page).toMatch(/<script defer src="static\/js\/main[\w.]+js">/);
    expect(page).not.toMatch(/<style|style=|https?:|<script(?![^>]*(\bsrc=|type="application\/json"))|\son\w+=/);
  });

  it('changes nothing: it has no other method, and no file of another folder', async () => {
    const path = '/dashboard/queues/api/queues/intake.process/pause';
    for (const method of ['PUT', 'POST', 'PATCH', 'DELETE']) {
      const answer = await fetch(`${service.url}${path}`, {
        method,
        headers: { cookie: `rekindle=${cookies()['operator']}` },
      });
      expect([404, 405]).toContain(answer.status);
    }
    expect((await get('/api/queues/intake.process/pause', 'operator')).status).toBe(404);
    expect((await get('/static/%2e%2e%2f%2e%2e%2fpackage.json', 'operator')).status).toBe(404);
  });

  it('shows jobs without addresses and secrets', async () => {
    const { REDIS_URL = '', QUEUE_PREFIX = '' } = service.environment;
    const queue = new Bull('email.send', REDIS_URL, { prefix: `{${QUEUE_PREFIX}}` });
    await queue.add({ payload: { retailerId, note: 'jane@example.com' } });
    await queue.close();
    const { queues } = (await (await get('/api/queues?activeQueue=email.send', 'operator')).json()) as {
      queues: { name: string; readOnlyMode: boolean; jobs: object[] }[];
    };
    const shown = queues.find(({ name }) => name === 'email.send');
    expect(shown).toMatchObject({ readOnlyMode: true });
    expect(JSON.stringify(shown?.jobs)).toContain(retailerId);
    expect(JSON.stringify(shown?.jobs)).not.toContain('jane@');
    expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
  });
});
