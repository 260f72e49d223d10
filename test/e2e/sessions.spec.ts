import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlatformASimulator } from '#libs/simulators';
import { entityId, retailerIdOf } from '#libs/kernel';
import { randomToken, sha256Hex } from '#libs/crypto';
import { OneTimeCode } from '../../src/auth/one-time-code.entity.js';
import { RefreshToken } from '../../src/auth/refresh-token.entity.js';
import { RetailerUserEntity } from '../../src/auth/retailer-user.entity.js';
import { signToken } from '../../src/auth/sign-token.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { ago, ahead, given } from '../factories/given.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp } from '../setup/test-app.js';
import { deliver } from '../setup/webhooks.js';
import { Browser, locationOf } from './install-flow.js';

const SHOP = 'shop1.myshopify.com';
const RETAILER = retailerIdOf('platform-a', SHOP);
const JANE = entityId(RETAILER, 'customer', '42');

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}
interface Problem {
  readonly status: number;
  readonly code: string;
}

let platform: PlatformASimulator;
let service: TestApp;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  platform.addShop({ domain: SHOP, name: 'Shop One' });
  service = await TestApp.start({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate });
  await new Browser(service.url).install(SHOP);
});
afterAll(async () => {
  await service?.stop();
  await platform?.stop();
});
beforeEach(async () => {
  await service.sql('TRUNCATE one_time_codes, refresh_tokens, retailer_users, issued_tokens');
});

/** Status and body; the body is parsed as JSON if there is one. */
async function call<T = Problem>(method: string, path: string, options: { body?: unknown; token?: string } = {}) {
  const { body, token } = options;
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: (text === '' ? undefined : JSON.parse(text)) as T };
}

describe('the code at the end of an install', () => {
  const install = async (): Promise<string> => {
    const location = new URL(locationOf(await new Browser(service.url).install(SHOP)));
    return location.searchParams.get('code') ?? '';
  };

  it('starts a session of an owner, who can read the store', async () => {
    const { status, headers, body } = await call<{ accessToken: string; expiresIn: number; retailer: object }>(
      'POST',
      '/auth/session',
      { body: { code: await install() } },
    );
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.expiresIn).toBe(28_800);
    expect(body.retailer).toMatchObject({ id: RETAILER, externalId: SHOP, user: { role: 'owner' } });
    const me = await call<{ id: string }>('GET', '/retailer/me', { token: body.accessToken });
    expect(me).toMatchObject({
      status: 200,
      body: { id: RETAILER, status: 'installed', brands: [{ id: expect.any(String) }] },
    });
  });

  it('starts only one session for concurrent requests', async () => {
    const code = await install();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('POST', '/auth/session', { body: { code } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(401)]);
    expect(answers.find(({ status }) => status === 401)?.body.code).toBe('invalid_code');
  });

  it('is valid for a minute', async () => {
    const code = await install();
    await given(service).backdate(OneTimeCode, 'expiresAt', '60 seconds');
    expect((await call('POST', '/auth/session', { body: { code } })).status).toBe(401);
  });

  it('is not stored in plain text', async () => {
    const code = await install();
    const rows = await service.sql(`SELECT * FROM one_time_codes WHERE one_time_codes::text LIKE '%' || $1 || '%'`, [
      code,
    ]);
    expect(rows).toEqual([]);
  });

  it.each([[{}], [{ code: '' }], [{ code: 7 }], [{ code: 'x', more: 1 }], [{ code: 'x'.repeat(300) }]])(
    'is required: the body %j is refused',
    async (body) => {
      expect((await call('POST', '/auth/session', { body })).status).toBe(422);
    },
  );
});

describe('the session of a user of the store', () => {
  const token = (claims: { sub?: string; role?: 'owner' | 'member' } = {}): string =>
    signToken(
      'retailer',
      { sub: '7', role: 'owner', retailerId: RETAILER, ...claims },
      service.service.runtime.config.tokenSecrets.retailer,
      600,
    );

  it('lets an owner, but not a member, mint tokens for module R', async () => {
    const made = await call<{ token: string; expiresIn: number }>('POST', '/retailer/module-tokens', {
      token: token(),
      body: { expiresIn: 120 },
    });
    expect(made).toMatchObject({ status: 200, body: { expiresIn: 120 } });
    const claims = JSON.parse(Buffer.from(made.body.token.split('.')[1] ?? '', 'base64url').toString()) as object;
    expect(claims).toMatchObject({ aud: 'module-r', sub: RETAILER, mintedBy: { kind: 'user', subject: '7' } });
    const refused = await call('POST', '/retailer/module-tokens', { token: token({ role: 'member' }) });
    expect(refused).toMatchObject({ status: 403, body: { code: 'owner_required' } });
  });

  it.each([[59], [3_601], [60.5], ['60']])('mints no module token for %j seconds', async (expiresIn) => {
    const answer = await call('POST', '/retailer/module-tokens', { token: token(), body: { expiresIn } });
    expect(answer.status).toBe(422);
  });

  it('ends with the installation and stays ended after a reinstall', async () => {
    const held = token();
    expect((await call('GET', '/retailer/me', { token: held })).status).toBe(200);
    await given(service).set(Retailer, { status: 'uninstalled', uninstalledAt: new Date() });
    expect((await call('GET', '/retailer/me', { token: held })).status).toBe(401);
    await given(service).set(Retailer, { status: 'installed', uninstalledAt: null, installedAt: ahead(2, 'second') });
    expect((await call('GET', '/retailer/me', { token: held })).status).toBe(401);
    await given(service).set(Retailer, { installedAt: ago(1, 'day') });
  });

  it('ends when the platform removes its user', async () => {
    await given(service).insert(RetailerUserEntity, { retailerId: RETAILER, subject: '7', endedAt: new Date() });
    expect((await call('GET', '/retailer/me', { token: token() })).status).toBe(401);
    expect((await call('GET', '/retailer/me', { token: token({ sub: '8' }) })).status).toBe(200);
  });
});

describe('the admin', () => {
  it('mints tokens for module R of any existing retailer and stores none in plain text', async () => {
    const path = `/admin/retailers/${RETAILER}/module-tokens`;
    const made = await service.admin<{ token: string; expiresIn: number }>('POST', path);
    expect(made).toMatchObject({ status: 200, body: { expiresIn: 86_400 } });
    const key = { 'idempotency-key': 'module-token-1' };
    const keyed = await service.admin<{ token: string }>('POST', path, undefined, key);
    expect((await service.admin('POST', path, undefined, key)).body).toEqual(keyed.body);
    const kept = await service.sql<{ text: string }>(`SELECT string_agg(k::text, ' ') AS text FROM idempotency_keys k`);
    expect(kept[0]?.text).toContain('module-token-1');
    expect(kept[0]?.text).not.toContain(keyed.body.token);
    const nobody = '/admin/retailers/00000000-0000-5000-8000-000000000000/module-tokens';
    expect((await service.admin('POST', nobody)).status).toBe(404);
    await given(service).set(Retailer, { status: 'uninstalled' }, { id: RETAILER });
    expect(await service.admin('POST', path)).toMatchObject({ status: 409, body: { code: 'not_installed' } });
    await given(service).set(Retailer, { status: 'installed' }, { id: RETAILER });
  });
});

describe('the session of a customer', () => {
  beforeAll(async () => {
    const body = JSON.stringify({
      id: 42,
      email: 'jane@example.com',
      first_name: 'Jane',
      updated_at: '2026-01-01T00:00:00Z',
    });
    await deliver(service.url, { topic: 'customers/create', body });
    await service.settled();
  });

  /** A session whose first refresh token is inserted directly: signing on has its own tests. */
  async function signOn(): Promise<Tokens> {
    const token = randomToken();
    await given(service).insert(RefreshToken, {
      retailerId: RETAILER,
      tokenHash: sha256Hex(token),
      familyId: randomUUID(),
      customerId: JANE,
      expiresAt: ahead(30, 'day'),
    });
    return (await renew(token)).body;
  }
  const renew = (refreshToken: string) => call<Tokens & Problem>('POST', '/auth/token', { body: { refreshToken } });

  it('returns the customer without segments', async () => {
    const { accessToken } = await signOn();
    const { status, body } = await call<Record<string, unknown>>('GET', '/customer/me', { token: accessToken });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: JANE, externalId: '42', email: 'jane@example.com', marketing: 'unknown' });
    expect(Object.keys(body)).not.toContain('segments');
  });

  it('continues with each refresh token once', async () => {
    const first = await signOn();
    const second = await renew(first.refreshToken);
    expect(second).toMatchObject({
      status: 200,
      body: { tokenType: 'Bearer', expiresIn: 900, customer: { id: JANE } },
    });
    expect(second.headers.get('cache-control')).toBe('no-store');
    expect(second.body.refreshToken).not.toBe(first.refreshToken);
    expect((await renew(second.body.refreshToken)).status).toBe(200);
  });

  it('ends with all its tokens if a refresh token is used twice', async () => {
    const first = await signOn();
    const second = await renew(first.refreshToken);
    expect(await renew(first.refreshToken)).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    expect((await renew(second.body.refreshToken)).status).toBe(401);
    expect((await renew((await signOn()).refreshToken)).status).toBe(200);
  });

  it('gives the next pair to at most one of several concurrent uses, and then ends', async () => {
    const { refreshToken } = await signOn();
    const answers = await Promise.all(Array.from({ length: 8 }, () => renew(refreshToken)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    expect((await renew(given[0]?.body.refreshToken ?? '')).status).toBe(401);
  });

  it('ends when it is revoked; revoking an unknown token succeeds too', async () => {
    const { refreshToken } = await signOn();
    expect((await call('POST', '/auth/revoke', { body: { refreshToken } })).status).toBe(204);
    expect((await call('POST', '/auth/revoke', { body: { refreshToken: 'x' } })).status).toBe(204);
    expect((await renew(refreshToken)).status).toBe(401);
  });

  it('ends after thirty days without use', async () => {
    const { refreshToken } = await signOn();
    await given(service).backdate(RefreshToken, 'expiresAt', '30 days');
    expect((await renew(refreshToken)).status).toBe(401);
  });

  it('ends with the installation', async () => {
    const { accessToken, refreshToken } = await signOn();
    await given(service).set(Retailer, { status: 'uninstalled' });
    expect((await call('GET', '/customer/me', { token: accessToken })).status).toBe(401);
    expect((await renew(refreshToken)).status).toBe(401);
    await given(service).set(Retailer, { status: 'installed' });
  });

  it("lets customers choose about email; the choice overrides the platform's earlier values, not its later ones", async () => {
    const { accessToken } = await signOn();
    const choose = (marketing: unknown) =>
      call<{ marketing: string }>('PATCH', '/customer/me/preferences', { token: accessToken, body: { marketing } });
    expect(await choose('subscribed')).toMatchObject({ status: 200, body: { marketing: 'subscribed' } });
    expect(await choose('unsubscribed')).toMatchObject({ status: 200, body: { marketing: 'unsubscribed' } });
    await consent('subscribed', new Date(Date.now() - 60_000));
    expect((await call<object>('GET', '/customer/me', { token: accessToken })).body).toMatchObject({
      marketing: 'unsubscribed',
    });
    await consent('subscribed', new Date(Date.now() + 1_000));
    expect((await call<object>('GET', '/customer/me', { token: accessToken })).body).toMatchObject({
      marketing: 'subscribed',
    });
    expect((await choose('perhaps')).status).toBe(422);
  });

  async function consent(state: string, at: Date): Promise<void> {
    const email_marketing_consent = { state, consent_updated_at: at.toISOString() };
    const body = JSON.stringify({ customer_id: 42, email_address: 'jane@example.com', email_marketing_consent });
    await deliver(service.url, { topic: 'customers_email_marketing_consent/update', body });
    await service.settled();
  }
});

describe('the limit of sign-ons', () => {
  it('answers 429 with the time to wait, per address and store', async () => {
    const small = await TestApp.start({ SIGN_ONS_PER_MINUTE: '3', PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate });
    try {
      const auth = (shop: string) => fetch(`${small.url}/platform-a/auth?shop=${shop}`, { redirect: 'manual' });
      const statuses: number[] = [];
      for (let n = 0; n < 4; n += 1) statuses.push((await auth('shop1.myshopify.com')).status);
      expect(statuses).toEqual([302, 302, 302, 429]);
      expect((await auth('SHOP1.myshopify.com')).status).toBe(429);
      const refused = await auth('shop1.myshopify.com');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
      expect((await auth('shop2.myshopify.com')).status).toBe(302);
      for (let n = 0; n < 8; n += 1) await auth(`other${n}.myshopify.com`);
      expect((await auth('shop3.myshopify.com')).status).toBe(429);
    } finally {
      await small.stop();
    }
  });
});
