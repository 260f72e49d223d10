import { request } from 'node:http';
import { PlatformASimulator } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OneTimeCode } from '../../src/auth/one-time-code.entity.js';
import { given } from '../factories/given.js';
import { InstalledStore } from '../setup/installed-store.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp } from '../setup/test-app.js';

const ADMIN = 'https://admin.example/base';
let platform: PlatformASimulator;
let service: TestApp;
let store: InstalledStore;
let other: InstalledStore;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  service = await TestApp.start({
    PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate,
    PLATFORM_A_ADMIN_BASE_URL: `${ADMIN}/`,
  });
  store = await InstalledStore.install(service, platform, 'corner-shop.myshopify.com');
  other = await InstalledStore.install(service, platform, 'other-shop.myshopify.com');
});
afterAll(async () => {
  await service?.stop();
  await platform?.stop();
});

const PAGE = `${ADMIN}/store/corner-shop/apps/${CLIENT_ID}`;

async function open(path: string, token?: string) {
  const answer = await fetch(`${service.url}/platform-a/admin-sso/${path}`, {
    redirect: 'manual',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, location: answer.headers.get('location'), headers: answer.headers };
}

interface Ticket {
  readonly ticket: string;
  readonly url: string;
  readonly expiresIn: number;
}
async function ticketFor({ retailerId }: InstalledStore): Promise<Ticket> {
  const { status, headers, body } = await service.admin<Ticket>(
    'POST',
    `/admin/retailers/${retailerId}/admin-sso-tickets`,
  );
  expect(status).toBe(201);
  expect(headers.get('cache-control')).toBe('no-store');
  return body;
}

describe('the way into the admin of a store', () => {
  it("leads an admin to the app's page, and is not stored (D1)", async () => {
    const { status, location, headers } = await open(store.retailerId, service.adminToken());
    expect({ status, location }).toEqual({ status: 302, location: PAGE });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is open to a browser with a ticket, once (D1)', async () => {
    const { ticket, url, expiresIn } = await ticketFor(store);
    expect({ url, expiresIn }).toEqual({
      url: `${service.url}/platform-a/admin-sso/${store.retailerId}?ticket=${ticket}`,
      expiresIn: 60,
    });
    const path = `${store.retailerId}?ticket=${ticket}`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(7).fill(401)]);
    expect(answers.filter(({ location }) => location !== null)).toMatchObject([{ location: PAGE }]);
  });

  it('is closed to a ticket that is older than a minute', async () => {
    const { ticket } = await ticketFor(store);
    await given(service).backdate(OneTimeCode, 'expiresAt', '61 seconds');
    expect(await open(`${store.retailerId}?ticket=${ticket}`)).toMatchObject({ status: 401, location: null });
  });

  it('is closed to the ticket for another retailer, and the attempt uses the ticket up (D2)', async () => {
    const { ticket } = await ticketFor(other);
    expect(await open(`${store.retailerId}?ticket=${ticket}`)).toMatchObject({ status: 404, location: null });
    expect(await open(`${other.retailerId}?ticket=${ticket}`)).toMatchObject({ status: 401, location: null });
  });

  it.each<[string, number, () => Promise<{ status: number; location: string | null }>]>([
    ['nobody', 401, () => open(store.retailerId)],
    ['a made-up ticket', 401, () => open(`${store.retailerId}?ticket=guess`)],
    ['an empty ticket', 401, () => open(`${store.retailerId}?ticket=`)],
    ['an admin without full access', 403, () => open(store.retailerId, service.adminToken({}))],
    ['a user of the store', 401, () => open(store.retailerId, store.retailerToken())],
    ['a user of another store', 401, () => open(store.retailerId, other.retailerToken())],
    ['an unknown retailer', 404, () => open('6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11', service.adminToken())],
  ])('is closed to %s (D2)', async (_, status, ask) => {
    expect(await ask()).toMatchObject({ status, location: null });
  });

  it('is closed to a bad token even with a valid ticket', async () => {
    const { ticket } = await ticketFor(store);
    expect((await open(`${store.retailerId}?ticket=${ticket}`, 'bad')).status).toBe(401);
    expect((await open(`${store.retailerId}?ticket=${ticket}&ticket=x`)).status).toBe(401);
    expect((await open(`${store.retailerId}?ticket=${ticket}`)).status).toBe(302);
  });

  it('leads to the same page whatever the query says (D3)', async () => {
    for (const query of ['shop=evil.myshopify.com', 'return_to=https://evil.example', 'host=ZXZpbC5leGFtcGxl']) {
      expect((await open(`${store.retailerId}?${query}`, service.adminToken())).location).toBe(PAGE);
    }
  });

  it('is closed for tokens and tickets if the app is not installed (D4)', async () => {
    const gone = await InstalledStore.install(service, platform, 'gone-shop.myshopify.com');
    const { ticket } = await ticketFor(gone);
    await platform.uninstall(gone.shop);
    await service.settled();
    expect(await open(gone.retailerId, service.adminToken())).toMatchObject({ status: 409, location: null });
    expect(await open(`${gone.retailerId}?ticket=${ticket}`)).toMatchObject({ location: null });
    const refused = await service.admin<{ code: string }>(
      'POST',
      `/admin/retailers/${gone.retailerId}/admin-sso-tickets`,
    );
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: 'not_installed' });
  });

  it.each(['../x', '..%2fx', '%2f', '%00', 'x'.repeat(300), 'y'.repeat(5_000), '0'.repeat(36), '%E0%A4%A'])(
    'is closed to the malformed id %j (D5)',
    async (id) => {
      expect([400, 404, 414, 431]).toContain(await rawStatus(`/platform-a/admin-sso/${id}`));
    },
  );
});

/** The status of a request for the unchanged path. `fetch` would normalise the path. */
function rawStatus(path: string): Promise<number> {
  const { hostname, port } = new URL(service.url);
  const headers = { authorization: `Bearer ${service.adminToken()}` };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', reject).end();
  });
}
