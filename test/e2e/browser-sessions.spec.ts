import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { PlatformASimulator } from '#libs/simulators';
import { retailerIdOf } from '#libs/kernel';
import { RetailerUserEntity } from '../../src/auth/retailer-user.entity.js';
import { signToken } from '../../src/auth/sign-token.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { given } from '../factories/given.js';
import { StageB } from '../setup/platform-b.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp } from '../setup/test-app.js';
import { Browser, locationOf } from './install-flow.js';

const SHOP = 'shop1.myshopify.com';
const RETAILER = retailerIdOf('platform-a', SHOP);

let platform: PlatformASimulator;
let service: TestApp;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  platform.addShop({ domain: SHOP, name: 'Shop One' });
  service = await TestApp.start({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate, SIGN_ONS_PER_MINUTE: '1000' });
  await new Browser(service.url).install(SHOP);
});
afterAll(async () => {
  await service?.stop();
  await platform?.stop();
});

type Headers = Readonly<Record<string, string>>;

/** A page of ours in a browser: sends what a browser adds to a request of the page, and keeps the cookies. */
class Tab {
  private readonly jar = new Map<string, string>();
  lines: string[] = [];

  constructor(private readonly url = service.url) {}

  async send(method: string, path: string, body?: unknown, headers: Headers = { 'sec-fetch-site': 'same-origin' }) {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        'x-rekindle-csrf': '1',
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.lines = answer.headers.getSetCookie();
    for (const line of this.lines) this.keep(line);
    const text = await answer.text();
    const json = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, headers: answer.headers, body: json ? (JSON.parse(text) as unknown) : text };
  }

  /** Another tab with the same cookies. */
  copy(): Tab {
    const copy = new Tab(this.url);
    for (const [name, value] of this.jar) copy.jar.set(name, value);
    return copy;
  }

  get names(): string[] {
    return [...this.jar.keys()];
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/; Max-Age=0|Expires=Thu, 01 Jan 1970/.test(line)) this.jar.delete(name);
    else this.jar.set(name, value);
  }
}

async function codeOf(): Promise<string> {
  const location = new URL(locationOf(await new Browser(service.url).install(SHOP)));
  return location.searchParams.get('code') ?? '';
}

async function signedIn(more: object = {}): Promise<Tab> {
  const tab = new Tab();
  expect((await tab.send('POST', '/dashboard/session', { code: await codeOf(), ...more })).status).toBe(204);
  return tab;
}

describe('the cookie of a user of a store', () => {
  it('opens /retailer, and no other routes', async () => {
    const tab = await signedIn();
    expect(await tab.send('GET', '/retailer/me')).toMatchObject({
      status: 200,
      body: { id: RETAILER, user: { role: 'owner', operator: null } },
    });
    expect(await tab.send('GET', '/dashboard/session')).toMatchObject({
      status: 200,
      body: { kind: 'user', retailer: { id: RETAILER } },
    });
    for (const path of ['/admin/retailers', '/customer/me', '/module-r/images']) {
      expect({ path, ...(await tab.send('GET', path)) }).toMatchObject({ path, status: 401 });
    }
  });

  it('is not needed to ask whether there is a session', async () => {
    expect(await new Tab().send('GET', '/dashboard/session')).toMatchObject({
      status: 200,
      body: { kind: 'none', subject: null, expiresAt: null, retailer: null },
    });
  });

  it('can not be read by scripts, and is bound to our pages', async () => {
    const tab = await signedIn();
    const line = tab.lines.find((each) => each.startsWith('rekindle='));
    expect(line).toMatch(/; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(tab.names).toEqual(['rekindle']);
  });

  it("is a third party's, bound to the platform's site, where the page stands in its frame", async () => {
    const tab = await signedIn({ framed: true });
    const line = tab.lines.find((each) => each.startsWith('__Host-rekindle-framed=ey'));
    for (const part of ['Path=/', 'HttpOnly', 'Secure', 'Partitioned', 'SameSite=None']) expect(line).toContain(part);
    expect((await tab.send('GET', '/retailer/me')).status).toBe(200);
  });

  it('needs the code of an install, which starts one session', async () => {
    const code = await codeOf();
    expect((await new Tab().send('POST', '/dashboard/session', { code })).status).toBe(204);
    const second = new Tab();
    expect(await second.send('POST', '/dashboard/session', { code })).toMatchObject({
      status: 401,
      body: { code: 'invalid_code' },
    });
    expect(second.names).toEqual([]);
    expect((await second.send('GET', '/retailer/me')).status).toBe(401);
  });

  it.each([[{}], [{ code: '' }], [{ code: 'a', adminToken: 'b' }], [{ code: 'a', framed: 'yes' }], [{ token: 'a' }]])(
    'is not given for the body %j',
    async (body) => expect((await new Tab().send('POST', '/dashboard/session', body)).status).toBe(422),
  );

  it('ends with the session, also in other tabs', async () => {
    const tab = await signedIn();
    const other = tab.copy();
    expect((await tab.send('DELETE', '/dashboard/session')).status).toBe(204);
    expect(tab.names).toEqual([]);
    expect((await other.send('GET', '/retailer/me')).status).toBe(401);
    expect((await other.send('DELETE', '/dashboard/session')).status).toBe(204);
  });

  it('ends when the platform removes the user, and with the installation', async () => {
    const tab = await signedIn();
    await service.sql('UPDATE retailer_users SET ended_at = now() WHERE retailer_id = $1', [RETAILER]);
    expect((await tab.send('GET', '/retailer/me')).status).toBe(401);
    await given(service).set(RetailerUserEntity, { endedAt: null });
    expect((await tab.send('GET', '/retailer/me')).status).toBe(200);
    await given(service).set(Retailer, { status: 'uninstalled' });
    expect((await tab.send('GET', '/retailer/me')).status).toBe(401);
    await given(service).set(Retailer, { status: 'installed' });
  });
});

describe('a request of another page', () => {
  const foreign: [string, Headers][] = [
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of our site', { 'sec-fetch-site': 'same-site' }],
    ['another origin, in a browser without the header', { origin: 'https://evil.example' }],
    ['an origin that is none', { origin: 'null' }],
    ['a program that says nothing', {}],
    ['our page, without the header', { 'sec-fetch-site': 'same-origin', 'x-rekindle-csrf': '' }],
  ];

  it.each(foreign)('changes nothing: %s', async (_what, headers) => {
    const tab = await signedIn();
    const answer = await tab.send('POST', '/retailer/module-tokens', undefined, headers);
    expect(answer).toMatchObject({ status: 403, body: { code: 'csrf_refused' } });
  });

  it.each(foreign.slice(0, 4))('signs nobody in or out: %s', async (_what, headers) => {
    const code = await codeOf();
    expect((await new Tab().send('POST', '/dashboard/session', { code }, headers)).status).toBe(403);
    const tab = await signedIn();
    expect((await tab.send('DELETE', '/dashboard/session', undefined, headers)).status).toBe(403);
    expect((await tab.send('GET', '/retailer/me')).status).toBe(200);
  });

  it('is told apart from our own page by its origin too', async () => {
    const tab = await signedIn();
    const ours = { origin: new URL(service.url).origin };
    expect((await tab.send('POST', '/retailer/module-tokens', undefined, ours)).status).toBe(200);
  });

  it('does not open a request with a wrong token', async () => {
    const tab = await signedIn();
    const authorization = 'Bearer wrong';
    expect((await tab.send('GET', '/retailer/me', undefined, { authorization })).status).toBe(401);
  });
});

describe('the cookie of an operator', () => {
  const adminToken = (jti = randomUUID()): string =>
    signToken('admin', { sub: 'ada', fullAccess: true, jti } as never, secrets().admin, 600);
  const secrets = () => service.service.runtime.config.tokenSecrets;

  async function operator(token = adminToken()): Promise<Tab> {
    const tab = new Tab();
    expect((await tab.send('POST', '/dashboard/session', { adminToken: token })).status).toBe(204);
    return tab;
  }

  it('opens /admin at once, and /retailer for the chosen retailer', async () => {
    const tab = await operator();
    expect((await tab.send('GET', '/admin/retailers')).status).toBe(200);
    expect(await tab.send('GET', '/retailer/me')).toMatchObject({ status: 403, body: { code: 'retailer_required' } });
    expect(await tab.send('GET', '/dashboard/session')).toMatchObject({ body: { kind: 'operator', retailer: null } });
    expect((await tab.send('POST', '/dashboard/session/retailer', { retailerId: RETAILER })).status).toBe(204);
    expect(await tab.send('GET', '/retailer/me')).toMatchObject({
      status: 200,
      body: { id: RETAILER, user: { id: 'operator:ada', role: 'owner', operator: 'ada' } },
    });
    expect((await tab.send('POST', '/dashboard/session/retailer', {})).status).toBe(204);
    expect((await tab.send('GET', '/retailer/me')).status).toBe(403);
  });

  it('is for nobody else: another kind of token, a token without full access, an unknown retailer', async () => {
    const retailer = signToken('retailer', { sub: '7', role: 'owner', retailerId: RETAILER }, secrets().retailer, 60);
    const partial = service.adminToken({});
    const statuses = [retailer, partial, 'x'].map(
      async (token) => (await new Tab().send('POST', '/dashboard/session', { adminToken: token })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 403, 401]);
    const tab = await operator();
    expect((await tab.send('POST', '/dashboard/session/retailer', { retailerId: randomUUID() })).status).toBe(404);
    const user = await signedIn();
    expect(await user.send('POST', '/dashboard/session/retailer', { retailerId: RETAILER })).toMatchObject({
      status: 403,
      body: { code: 'operator_required' },
    });
  });

  it('ends with the admin token', async () => {
    const jti = randomUUID();
    const tab = await operator(adminToken(jti));
    await service.admin('DELETE', `/admin/tokens/${jti}`);
    expect((await tab.send('GET', '/admin/retailers')).status).toBe(401);
  });

  it('is no bearer token, and a bearer token is no cookie', async () => {
    const tab = await operator();
    const line = tab.lines.find((each) => each.startsWith('rekindle='));
    const authorization = `Bearer ${/=([^;]+)/.exec(line ?? '')?.[1]}`;
    expect((await new Tab().send('GET', '/admin/retailers', undefined, { authorization })).status).toBe(401);
    const cookie = `rekindle=${adminToken()}`;
    expect((await new Tab().send('GET', '/admin/retailers', undefined, { cookie })).status).toBe(401);
  });

  it('leaves the operator in the log of actions, for each retailer', async () => {
    const tab = await operator();
    await tab.send('POST', '/dashboard/session/retailer', { retailerId: RETAILER });
    const list = await service.admin<{ items: object[] }>('GET', `/admin/actions?retailerId=${RETAILER}&subject=ada`);
    expect(list.body.items[0]).toMatchObject({ subject: 'ada', action: 'POST /dashboard/session/retailer' });
  });
});

describe('the frame of the dashboard', () => {
  const ancestorsOf = (headers: globalThis.Headers): string | undefined =>
    /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1];

  it("is any store's until the code is redeemed, then its own", async () => {
    const tab = new Tab();
    const code = await codeOf();
    const general = 'https://*.mybigcommerce.com https://*.myshopify.com https://admin.shopify.com';
    expect(ancestorsOf((await tab.send('GET', `/dashboard?code=${code}`)).headers)).toBe(general);
    await tab.send('POST', '/dashboard/session', { code });
    const own = `${new URL(platform.baseUrlTemplate.replace('{shop}', SHOP)).origin} https://admin.shopify.com`;
    expect(ancestorsOf((await tab.send('GET', '/dashboard/segments')).headers)).toBe(own);
    expect(ancestorsOf((await tab.send('GET', '/dashboard?code=another')).headers)).toBe(general);
  });

  it('is the control panel of a store on platform B', async () => {
    const stage = await StageB.start();
    try {
      const store = await stage.installed();
      const load = `/platform-b/load?signed_payload_jwt=${stage.platform.sign.signedPayloadJwt(store)}`;
      const code = new URL(locationOf(await stage.get(load))).searchParams.get('code');
      const tab = new Tab(stage.app.url);
      expect((await tab.send('POST', '/dashboard/session', { code, framed: true })).status).toBe(204);
      const { headers } = await tab.send('GET', '/dashboard');
      expect(ancestorsOf(headers)).toBe(`https://store-${store.hash}.mybigcommerce.com`);
    } finally {
      await stage.stop();
    }
  });
});
