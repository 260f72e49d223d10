import { createHmac } from 'node:crypto';
import { Writable } from 'node:stream';
import { AuthScopes, LogSeverity, shopifyApi } from '@shopify/shopify-api';
import type { PlatformASimulator } from '#libs/simulators';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config/app-config.js';
import { Runtime } from '../../src/config/runtime.js';
import { createApp } from '../../src/http.js';
import { OAuthState } from '../../src/platform-a/install/oauth-state.entity.js';
import { Brand } from '../../src/retailers/brand.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { ago, given, stored } from '../factories/given.js';
import { CLIENT_ID, CLIENT_SECRET as SECRET, prepare, PREVIOUS_SECRET, TestApp } from '../setup/test-app.js';
import { Browser, eventually, locationOf, SCOPES, signed, startWithPlatformA, unixNow } from './install-flow.js';

// The library works only after its adapter has been loaded.
await import('@shopify/shopify-api/adapters/node');

const SHOP = 'shop1.myshopify.com';

/** The platform's own library as an independent verifier. */
const official = shopifyApi({
  apiKey: CLIENT_ID,
  apiSecretKey: SECRET,
  apiVersion: '2026-10' as never,
  hostName: 'app.example',
  isEmbeddedApp: false,
  scopes: SCOPES,
  logger: { level: LogSeverity.Error },
});

let platform: PlatformASimulator;
let service: TestApp;
let browser: Browser;

beforeAll(async () => {
  ({ platform, service } = await startWithPlatformA());
});

afterAll(async () => {
  await service?.stop();
  await platform?.stop();
});

beforeEach(async () => {
  browser = new Browser(service.url);
  platform.tokenRequests.length = 0;
  platform.addShop({ domain: SHOP, name: 'Shop One' });
  await eventually(settled);
  await given(service).delete(Retailer);
  await given(service).delete(OAuthState);
});

/** Whether no set-up or backfill of the previous test is under way. */
async function settled(): Promise<boolean> {
  const rows = await service.sql(
    `SELECT 1 FROM retailers r LEFT JOIN backfills b ON b.retailer_id = r.id AND b.finished_at IS NULL
      WHERE r.status = 'installed' AND (r.set_up_at IS NULL OR b.resource IS NOT NULL)`,
  );
  return rows.length === 0;
}

const auth = (query: string) => browser.get(`/platform-a/auth?${query}`);
const callback = (query: string) => browser.get(`/platform-a/callback?${query}`);
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

async function retailers() {
  const rows = await service.sql('SELECT * FROM retailers ORDER BY external_id');
  return rows;
}

/** Starts an install. Returns the state that the platform receives, and a code for the callback. */
async function begun(shop = SHOP): Promise<{ state: string; code: string }> {
  const state = queryOf(locationOf(await auth(`shop=${shop}`)))['state'] ?? '';
  return { state, code: platform.shop(shop).tokens.issueCode(SCOPES) };
}

/** The query of the callback to which the platform redirects the merchant. */
const returned = (params: Record<string, string>) => ({ shop: SHOP, host: 'YWRtaW4', timestamp: unixNow(), ...params });

/** Status and code of a refusal. An answer that is no problem or has a redirect gives a text that says so. */
async function refusalOf(answer: Response): Promise<string> {
  const { status, headers } = answer;
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  if (!isProblem || headers.has('location')) return `${status}, which is no refusal`;
  const problem = (await answer.json()) as { status: number; code: string };
  return `${problem.status} ${problem.code}`;
}

/** Checks the code in an address of the dashboard. Returns the address without the code. */
function withoutCode(location: string): string {
  const url = new URL(location);
  expect(url.searchParams.get('code')).toMatch(/^[0-9a-f]{64}$/);
  url.searchParams.delete('code');
  return url.href;
}

/** The numbers of token requests and retailers, which a refusal must not increase. */
const traces = async () => ({ tokenRequests: platform.tokenRequests.length, retailers: (await retailers()).length });
const NO_TRACES = { tokenRequests: 0, retailers: 0 };

describe('GET /platform-a/auth', () => {
  it('sends the merchant to the authorize page of the store, bound to the browser (O1)', async () => {
    const answer = await fetch(`${service.url}/platform-a/auth?shop=${SHOP}`, {
      redirect: 'manual',
      headers: { 'user-agent': 'curl/8.5.0' },
    });
    const location = new URL(locationOf(answer));
    expect(location.href.startsWith(`${platform.baseUrlTemplate.replace('{shop}', SHOP)}/admin/oauth/authorize?`)).toBe(
      true,
    );
    expect(location.searchParams.get('client_id')).toBe(CLIENT_ID);
    expect(location.searchParams.get('redirect_uri')).toBe(`${service.url}/platform-a/callback`);
    expect(location.searchParams.get('state')).toMatch(/^[0-9a-f]{64}$/);
    expect(new AuthScopes(SCOPES).equals(location.searchParams.get('scope') ?? '')).toBe(true);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\/platform-a\/callback/);
    expect(cookie).not.toMatch(/Secure/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('makes a new state each time (O2)', async () => {
    const states = [await begun(), await begun()].map(({ state }) => state);
    expect(new Set(states).size).toBe(2);
  });

  it.each([
    '',
    'shop=',
    'shop=a.myshopify.com.evil.com',
    'shop=evil.com/a.myshopify.com',
    'shop=https://a.myshopify.com',
    'shop=a.b.myshopify.com',
    'shop=-a.myshopify.com',
    'shop=a.myshopify.com%0A',
    'shop=a.myshopify.com%3Fx',
    'shop=a.myshopify.com%23x',
    'shop=a.myshopify.com:8080',
    'shop=a.myshopify.com/',
    'shop=%20a.myshopify.com',
    'shop=a.myshopify.io',
    'shop=a.myshopify.com&shop=b.myshopify.com',
  ])('refuses the query %j without a redirect (O3)', async (query) => {
    expect(await refusalOf(await auth(query))).toBe('400 invalid_shop');
  });

  it('accepts a signature of the platform, and refuses a changed or an old one (O5)', async () => {
    const params = { shop: SHOP, timestamp: unixNow(), host: 'YWRtaW4', embedded: '1' };
    const right = signed(params, SECRET);
    expect((await auth(right)).status).toBe(302);
    expect((await auth(signed(params, PREVIOUS_SECRET))).status).toBe(302);
    const flipped = right.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    expect(await refusalOf(await auth(flipped))).toBe('401 invalid_signature');
    const old = { ...params, timestamp: String(Number(unixNow()) - 600) };
    expect(await refusalOf(await auth(signed(old, SECRET)))).toBe('401 invalid_signature');
  });

  it('refuses the published example only because of its age (O6)', async () => {
    // A spec of the client library verifies the signature itself, at the time of the example.
    const vector =
      'code=0907a61c0c8d55e99db179b68161bc00&shop=some-shop.myshopify.com&state=0.6784241404160823&timestamp=1337178173';
    const text = createHmac('sha256', 'hush').update(vector).digest('hex');
    expect(text).toBe('700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf');
    expect(await refusalOf(await callback(signed(Object.fromEntries(new URLSearchParams(vector)), SECRET)))).toBe(
      '401 invalid_signature',
    );
  });

  it('deletes old states that no callback has used', async () => {
    await begun();
    await given(service).set(OAuthState, { createdAt: ago(11, 'minute') });
    await begun();
    const rows = await stored(service).rows(OAuthState);
    expect(rows).toHaveLength(1);
  });
});

describe('GET /platform-a/callback', () => {
  it('installs with one token request and ends on the dashboard (O7)', async () => {
    const url = await browser.authorize(SHOP);
    expect(await official.utils.validateHmac(queryOf(url))).toBe(true);
    const answer = await browser.get(url);
    expect(withoutCode(locationOf(answer))).toBe(`${service.url}/dashboard?shop=${SHOP}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(platform.tokenRequests).toMatchObject([
      { shop: SHOP, body: { client_id: CLIENT_ID, client_secret: SECRET, code: queryOf(url)['code'], expiring: '1' } },
    ]);
    expect(await retailers()).toMatchObject([
      { platform: 'platform-a', external_id: SHOP, status: 'installed', missing_scopes: [], uninstalled_at: null },
    ]);
    const list = await service.admin('GET', `/admin/retailers?platform=platform-a&externalId=${SHOP}`);
    expect(list.body).toMatchObject({
      items: [{ platform: 'platform-a', externalId: SHOP, status: 'installed', brands: [{ id: expect.any(String) }] }],
    });
    expect(JSON.stringify(list.body)).not.toMatch(/token/i);
  });

  it('treats a domain in capitals as the same retailer (O4)', async () => {
    platform.addShop({ domain: 'shop4.myshopify.com', name: 'Shop Four' });
    await browser.install('shop4.myshopify.com');
    await browser.install('SHOP4.MyShopify.com');
    expect(await retailers()).toHaveLength(1);
  });

  it.each([
    ['wrong', (hmac: string) => hmac.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
    ['missing', () => undefined],
    ['in capitals', (hmac: string) => hmac.toUpperCase()],
    ['in base64', (hmac: string) => Buffer.from(hmac, 'hex').toString('base64')],
    ['of another secret', () => createHmac('sha256', 'x').update('y').digest('hex')],
  ])('refuses a query whose hmac is %s (O8)', async (_, change) => {
    const url = new URL(await browser.authorize(SHOP));
    const hmac = change(url.searchParams.get('hmac') ?? '');
    url.searchParams.delete('hmac');
    if (hmac !== undefined) url.searchParams.set('hmac', hmac);
    expect(await refusalOf(await browser.get(url.href))).toBe('401 invalid_signature');
    expect(await traces()).toEqual(NO_TRACES);
  });

  it('refuses a right signature that is ten minutes old (O8)', async () => {
    const old = String(Number(unixNow()) - 600);
    expect(await refusalOf(await callback(signed(returned({ ...(await begun()), timestamp: old }), SECRET)))).toBe(
      '401 invalid_signature',
    );
    expect(await traces()).toEqual(NO_TRACES);
  });

  it('refuses a state that it did not make (O9)', async () => {
    const { code } = await begun();
    for (const state of ['', 'f'.repeat(64), "' OR 1=1 --"]) {
      expect(await refusalOf(await callback(signed(returned({ code, state }), SECRET)))).toBe('400 invalid_state');
    }
    expect(await refusalOf(await callback(signed(returned({ code }), SECRET)))).toBe('400 invalid_state');
    expect(await traces()).toEqual(NO_TRACES);
  });

  it('refuses a state in another browser (O9)', async () => {
    const url = await browser.authorize(SHOP);
    expect(await refusalOf(await new Browser(service.url).get(url))).toBe('400 invalid_state');
    expect(await traces()).toEqual(NO_TRACES);
    expect((await browser.get(url)).status).toBe(302);
  });

  it('refuses the state of another store (O9)', async () => {
    platform.addShop({ domain: 'shop2.myshopify.com', name: 'Shop Two' });
    const { state, code } = await begun('shop2.myshopify.com');
    expect(await refusalOf(await callback(signed(returned({ state, code }), SECRET)))).toBe('400 invalid_state');
    expect(await traces()).toEqual(NO_TRACES);
  });

  it('refuses a state that is used (O9)', async () => {
    const url = await browser.authorize(SHOP);
    await browser.get(url);
    expect(await refusalOf(await browser.get(url))).toBe('400 invalid_state');
    expect(platform.tokenRequests).toHaveLength(1);
  });

  it('refuses a state that is older than ten minutes (O9)', async () => {
    const url = await browser.authorize(SHOP);
    await service.sql(`UPDATE platform_a_oauth_states SET created_at = now() - interval '10 minutes 1 second'`);
    expect(await refusalOf(await browser.get(url))).toBe('400 invalid_state');
    expect(await traces()).toEqual(NO_TRACES);
  });

  it('completes two installs that one browser has started', async () => {
    const [first, second] = [await browser.authorize(SHOP), await browser.authorize(SHOP)];
    expect((await browser.get(second)).status).toBe(302);
    expect((await browser.get(first)).status).toBe(302);
  });

  it('accepts an unknown parameter inside the signature and refuses one outside it (O10)', async () => {
    const query = signed(returned({ ...(await begun()), locale: 'de', session: 'abc' }), SECRET);
    expect(await refusalOf(await callback(`${query}&added=1`))).toBe('401 invalid_signature');
    expect(await traces()).toEqual(NO_TRACES);
    expect((await callback(query)).status).toBe(302);
  });

  it('accepts a value with a space and a plus sign, signed as the official library does since version 14 (O11)', async () => {
    const params = returned({ ...(await begun()), note: 'a b+c=d/e:f' });
    expect((await callback(signed(params, SECRET))).status).toBe(302);
  });

  it('redirects to the dashboard whatever the parameter host says (O12)', async () => {
    const host = Buffer.from('evil.com').toString('base64');
    const answer = await callback(signed(returned({ ...(await begun()), host }), SECRET));
    expect(withoutCode(locationOf(answer))).toBe(`${service.url}/dashboard?shop=${SHOP}`);
  });

  it('answers access_denied if the merchant refuses', async () => {
    platform.shop(SHOP).merchant.approves = false;
    expect(await refusalOf(await browser.install(SHOP))).toBe('400 access_denied');
    expect(await traces()).toEqual(NO_TRACES);
  });

  it('answers 502 if the platform refuses the code (O13)', async () => {
    const { state } = await begun();
    expect(await refusalOf(await callback(signed(returned({ state, code: 'none' }), SECRET)))).toBe(
      '502 platform_error',
    );
    expect(await retailers()).toEqual([]);
  });

  it.each(['serverError', 'notJson', 'disconnect'] as const)(
    'answers 502 if the token endpoint fails with %s (O13)',
    async (fault) => {
      platform.faults(SHOP).next(fault, 1, { on: 'token' });
      expect(await refusalOf(await browser.install(SHOP))).toBe('502 platform_error');
      expect(await retailers()).toEqual([]);
    },
  );

  it('answers 502 if the token endpoint takes too long (O13)', async () => {
    platform.faults(SHOP).next('slow', 1, { on: 'token', delayMs: 12_000 });
    expect(await refusalOf(await browser.install(SHOP))).toBe('502 platform_error');
    expect(await retailers()).toEqual([]);
  });

  it('reports the scopes that were not granted, and counts write_x as read_x (O14)', async () => {
    platform.shop(SHOP).merchant.grants = ['write_orders', 'read_products'];
    await browser.install(SHOP);
    expect(await retailers()).toMatchObject([{ status: 'installed', missing_scopes: ['read_customers'] }]);
  });

  it('installs once when the callback is opened twice at the same time', async () => {
    const url = await browser.authorize(SHOP);
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.get(url)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 302)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(7);
    expect(platform.tokenRequests).toHaveLength(1);
    expect(await retailers()).toHaveLength(1);
    const rows = await stored(service).rows(Brand, {}, 'name');
    expect(rows).toHaveLength(1);
  });

  it('sets no cookie whose value is a valid signature of a webhook (O18)', async () => {
    const answer = await auth(`shop=${SHOP}`);
    const state = queryOf(locationOf(answer))['state'] ?? '';
    const [cookie = ''] = answer.headers.getSetCookie();
    const value = /=([^;]*)/.exec(cookie)?.[1] ?? '';
    const webhook = await fetch(`${service.url}/platform-a/webhooks`, {
      method: 'POST',
      headers: {
        'x-shopify-topic': 'orders/create',
        'x-shopify-shop-domain': SHOP,
        'x-shopify-webhook-id': 'w1',
        'x-shopify-hmac-sha256': value,
      },
      body: state,
    });
    expect(webhook.status).toBe(401);
  });
});

/** An api process with another configuration and a database of its own. */
async function composed(overrides: Record<string, string>, logger = pino({ level: 'silent' })) {
  const { environment } = await prepare({
    ROLE: 'api',
    PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate,
    ...overrides,
  });
  const { DATABASE_URL = '', REDIS_URL = '', PUBLIC_URL = 'http://app.example' } = environment;
  const app = await createApp(new Runtime(readConfig(environment), DATABASE_URL, REDIS_URL, PUBLIC_URL), logger);
  onTestFinished(() => app.close());
  return app;
}

describe('an install in another configuration', () => {
  it('restricts the cookie to https if PUBLIC_URL is https, and ends on the configured dashboard', async () => {
    const app = await composed({
      PUBLIC_URL: 'https://app.example',
      DASHBOARD_URL: 'https://dash.example/start?from=a',
    });
    const started = await app.inject({ url: `/platform-a/auth?shop=${SHOP}` });
    const cookie = String(started.headers['set-cookie']);
    expect(cookie).toMatch(/; Secure/);
    const page = await fetch(String(started.headers.location), { redirect: 'manual' });
    const { pathname, search, origin } = new URL(locationOf(page));
    expect(origin + pathname).toBe('https://app.example/platform-a/callback');
    const done = await app.inject({ url: pathname + search, headers: { cookie: cookie.split(';')[0] } });
    expect(withoutCode(String(done.headers.location))).toBe(`https://dash.example/start?from=a&shop=${SHOP}`);
  });

  it('writes no token or secret into an answer or a log (O7)', async () => {
    let log = '';
    const stream = new Writable({ write: (chunk: Buffer, _encoding, done) => done(void (log += chunk.toString())) });
    const app = await composed({}, pino({ level: 'trace' }, stream));
    const started = await app.inject({ url: `/platform-a/auth?shop=${SHOP}` });
    const page = await fetch(String(started.headers.location), { redirect: 'manual' });
    const { pathname, search, searchParams } = new URL(locationOf(page));
    const cookie = String(started.headers['set-cookie']).split(';')[0];
    const done = await app.inject({ url: pathname + search, headers: { cookie } });
    expect(done.statusCode).toBe(302);
    const again = await app.inject({ url: pathname + search, headers: { cookie } });
    expect(again.statusCode).toBe(400);
    const seen = [started, done, again].map(({ headers, body }) => JSON.stringify(headers) + body).join('') + log;
    expect(log).toContain('/platform-a/callback');
    expect(seen).not.toMatch(/shpat_|shprt_/);
    for (const secret of [SECRET, PREVIOUS_SECRET, searchParams.get('code'), searchParams.get('hmac')]) {
      expect(seen).not.toContain(secret);
    }
  });

  it('answers 503 if platform A is not configured', async () => {
    const app = await composed({ PLATFORM_A_CLIENT_ID: '', PLATFORM_A_CLIENT_SECRETS: '' });
    for (const page of ['auth', 'callback']) {
      const answer = await app.inject({ url: `/platform-a/${page}?shop=${SHOP}` });
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: 'platform_not_configured' });
    }
  });
});
