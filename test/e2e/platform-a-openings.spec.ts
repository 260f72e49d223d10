import jsonwebtoken from 'jsonwebtoken';
import { type PlatformASimulator, SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { Credentials } from '../../src/retailers/credentials.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { given } from '../factories/given.js';
import { InstalledStore } from '../setup/installed-store.js';
import { allRows } from '../setup/rows.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { CLIENT_ID, CLIENT_SECRET, PREVIOUS_SECRET, type TestApp, waitFor } from '../setup/test-app.js';
import { Browser, locationOf, signed, startWithPlatformA, unixNow } from './install-flow.js';

/** What an opening may write: its code, the signature that it used up, the state of an authorization. */
const OF_OPENINGS = ['one_time_codes', 'platform_a_used_proofs', 'platform_a_oauth_states'];
/** A sweep inserts the watch of each installed store at any time. */
const OF_SWEEPS = ['store_watches'];

let platform: PlatformASimulator;
let service: TestApp;
let sink: SmtpSink;
let installed: InstalledStore;
let stores = 0;

beforeAll(async () => {
  sink = await SmtpSink.start();
  ({ platform, service } = await startWithPlatformA({ SMTP_URL: sink.url }));
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([platform?.stop(), sink?.stop()]);
});
beforeEach(async () => {
  installed = await InstalledStore.install(service, platform, `opened-${(stores += 1)}.myshopify.com`);
  await installed.installedAnHourAgo();
  await service.settled();
});

const opening = (staff?: string | null): string =>
  platform.openingOf(installed.shop, `${service.url}/platform-a/auth`, staff === undefined ? {} : { staff });
const open = (url = opening()): Promise<Response> => new Browser(service.url).get(url);
const isAuthorizePage = (answer: Response): boolean => locationOf(answer).includes('/admin/oauth/authorize?');

async function redeem(answer: Response): Promise<{ status: number; token: string }> {
  const code = new URL(locationOf(answer)).searchParams.get('code');
  const headers = { 'content-type': 'application/json' };
  const redeemed = await fetch(`${service.url}/auth/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code }),
  });
  const { accessToken = '' } = (await redeemed.json()) as { accessToken?: string };
  return { status: redeemed.status, token: accessToken };
}

const statusWith = async (path: string, token: string): Promise<number> =>
  (await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

/** All stored rows, and the numbers of requests to the platform. */
const everything = async () => ({
  rows: await allRows(service, { except: [...OF_OPENINGS, ...OF_SWEEPS] }),
  tokenRequests: platform.tokenRequests.length,
  calls: platform.graphqlRequests.length,
});

const installedAt = async (): Promise<Date | undefined> => {
  const [row] = await service.sql<{ at: Date }>('SELECT installed_at AS at FROM retailers WHERE id = $1', [
    installed.retailerId,
  ]);
  return row?.at;
};

describe('opening the app on platform A', () => {
  it('changes nothing in ten openings but issues a dashboard code each', async () => {
    // From the first opening of a member of staff, the service knows the user.
    await open();
    const before = await everything();
    const codes = new Set<string | null>();
    for (let time = 0; time < 10; time += 1) {
      const answer = await open();
      const { origin, pathname, searchParams } = new URL(locationOf(answer));
      expect(origin + pathname).toBe(`${service.url}/dashboard`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.getSetCookie()).toEqual([]);
      codes.add(searchParams.get('code'));
    }
    expect(codes.size).toBe(10);
    expect(await everything()).toEqual(before);
  });

  it('leaves every older token valid', async () => {
    const [retailer, secrets] = [installed.retailerToken(), service.service.runtime.config.tokenSecrets];
    const module = signToken('module', { sub: installed.retailerId }, secrets.module, 600);
    const older = await redeem(await open());
    // The times of tokens are whole seconds, so an install in the same second would invalidate no token.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await redeem(await open())).status).toBe(200);
    await new Browser(service.url).install(installed.domain);
    for (const token of [retailer, older.token]) expect(await statusWith('/retailer/me', token)).toBe(200);
    expect(await statusWith('/module-r/images', module)).not.toBe(401);
  });

  it('hands out no code for an unsigned link, and sends the browser to the store', async () => {
    const before = await everything();
    const answer = await open(`/platform-a/auth?shop=${installed.domain}`);
    expect(isAuthorizePage(answer)).toBe(true);
    expect(await everything()).toEqual(before);
  });

  it('admits a merchant who returns from the authorize page, and does not change the installation', async () => {
    const before = await everything();
    for (let time = 0; time < 3; time += 1) {
      const answer = await new Browser(service.url).install(installed.domain);
      expect((await redeem(answer)).status).toBe(200);
    }
    expect(await everything()).toEqual(before);
  });

  it('accepts a signed address once; a copy of it leads to the authorize page', async () => {
    const url = opening();
    expect(isAuthorizePage(await open(url))).toBe(false);
    expect(isAuthorizePage(await open(url))).toBe(true);
  });

  it('admits exactly one of eight that open the same signed address at once', async () => {
    const url = opening();
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(url)));
    expect(answers.filter((answer) => !isAuthorizePage(answer))).toHaveLength(1);
  });

  it.each([
    ['old', () => platform.openingOf(installed.shop, '/platform-a/auth', { at: Date.now() - 600_000 })],
    ['for another store', () => opening().replace(/opened-\d+/, 'opened-0')],
    ['without its timestamp', () => `/platform-a/auth?${signed({ shop: installed.domain }, CLIENT_SECRET)}`],
    ['of another secret', () => `/platform-a/auth?${signed({ shop: installed.domain, timestamp: unixNow() }, 'x')}`],
  ])('refuses a signed address that is %s', async (_, urlOf) => {
    const before = await everything();
    expect((await open(urlOf())).status).toBe(401);
    expect(await everything()).toEqual(before);
  });

  it.each(['uninstalled', 'needs_reauth'] as const)('is an install if the store is %s', async (status) => {
    await given(service).set(Retailer, { status }, { id: installed.retailerId });
    const before = await installedAt();
    expect(isAuthorizePage(await open())).toBe(true);
    await new Browser(service.url).install(installed.domain);
    expect(await installedAt()).not.toEqual(before);
    await installed.isSetUp();
  });
});

/** Calls a route of the store as whoever the opening signs in. */
async function as<T>(answer: Promise<Response>, method: string, path: string, body?: object) {
  const { token } = await redeem(await answer);
  const called = await fetch(`${service.url}/retailer/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: called.status, body: (await called.json()) as T };
}

const subjectOf = async (answer: Promise<Response>): Promise<string> =>
  (await as<{ user: { id: string } }>(answer, 'GET', 'me')).body.user.id;

describe('the user of a session on platform A', () => {
  it('is the member of staff that the id_token names, and nobody in particular without one', async () => {
    expect(await subjectOf(open(opening('42')))).toBe('42');
    expect(await subjectOf(open(opening(null)))).toBe('installer');
    expect(await subjectOf(new Browser(service.url).install(installed.domain))).toBe('installer');
  });

  const seconds = Math.floor(Date.now() / 1_000);
  const domain = () => installed.domain;
  const claims = () => ({
    iss: `https://${domain()}/admin`,
    dest: `https://${domain()}`,
    aud: CLIENT_ID,
    sub: '42',
    iat: seconds,
    nbf: seconds - 5,
    exp: seconds + 3_600,
    jti: 'a-token',
  });
  /** A query that is signed rightly, whatever its id_token. */
  const withToken = (token: string, more: Record<string, string> = {}): string =>
    `/platform-a/auth?${signed({ embedded: '1', id_token: token, shop: domain(), timestamp: unixNow(), ...more }, CLIENT_SECRET)}`;
  const tokenOf = (change: object = {}, secret = CLIENT_SECRET, algorithm: 'HS256' | 'HS512' = 'HS256'): string =>
    jsonwebtoken.sign({ ...claims(), ...change }, secret, { algorithm });

  it('may be named under the previous secret of the app', async () => {
    expect(await subjectOf(open(withToken(tokenOf({}, PREVIOUS_SECRET))))).toBe('42');
  });

  it.each([
    ['empty', () => ''],
    ['no token', () => 'a.b.c'],
    ['unsigned', () => jsonwebtoken.sign(claims(), '', { algorithm: 'none' })],
    ['forged', () => tokenOf({}, 'a-guess')],
    ['signed by another algorithm', () => tokenOf({}, CLIENT_SECRET, 'HS512')],
    ['expired', () => tokenOf({ exp: seconds - 60 })],
    ['of the future', () => tokenOf({ nbf: seconds + 3_000 })],
    ['of another app', () => tokenOf({ aud: 'another-app' })],
    [
      'for another store',
      () => tokenOf({ dest: 'https://other.myshopify.com', iss: 'https://other.myshopify.com/admin' }),
    ],
    ['of the admin of another store', () => tokenOf({ iss: 'https://other.myshopify.com/admin' })],
    ['of no admin', () => tokenOf({ iss: `https://${domain()}` })],
    ['of a customer', () => platform.customerToken(installed.shop, '42')],
    ['of nobody', () => tokenOf({ sub: '' })],
    ['of the name that unnamed users have', () => tokenOf({ sub: 'installer' })],
  ])('is not taken from an id_token that is %s, and no session is opened', async (_, token) => {
    const before = await everything();
    for (const url of [withToken(token()), `/platform-a/auth?shop=${domain()}&id_token=${token()}`]) {
      const answer = await open(url);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({
        code: 'invalid_signature',
        detail: expect.stringContaining('id_token') as string,
      });
    }
    expect(await everything()).toEqual(before);
  });

  it('is not taken from an id_token that was put into the signed address of somebody else', async () => {
    const url = new URL(opening('41'));
    url.searchParams.set('id_token', tokenOf());
    expect((await open(url.href)).status).toBe(401);
    expect((await open(`${opening('41')}&id_token=${tokenOf()}`)).status).toBe(401);
  });

  it('is one person of two who approve a plan, and an unnamed user is none beside a named one', async () => {
    const brandId = await brand();
    const store = await SequenceStore.of(
      service,
      sink,
      { retailerId: installed.retailerId, brandId, domain: domain() },
      { ann: {} },
    );
    await service.admin('PATCH', `/admin/brands/${brandId}`, {
      settings: { approvalByTwo: true },
      sender: { name: 'Shop', email: 'shop@shop.example', postalAddress: '12 Winter Lane, Burlington' },
    });
    await store.put('by-two', { steps: [step('one')] });
    const { planHash } = (await as<{ planHash: string }>(open(opening('41')), 'POST', 'sequences/by-two/plan', {}))
      .body;
    const call = (answer: Promise<Response>, verb: 'approve' | 'execute') =>
      as(answer, 'POST', `sequences/by-two/${verb}`, { planHash });
    expect((await call(open(opening('41')), 'approve')).body).toMatchObject({
      approvals: [{ kind: 'user', subject: '41' }],
      approvalsNeeded: 2,
    });
    const missing = { status: 409, body: { code: 'approval_missing' } };
    expect(await call(open(opening('41')), 'execute')).toMatchObject(missing);
    expect(await call(open(opening(null)), 'execute')).toMatchObject(missing);
    expect(await call(new Browser(service.url).install(domain()), 'execute')).toMatchObject(missing);
    expect(await call(open(opening('42')), 'execute')).toMatchObject({ status: 202 });
    await waitFor(() => store.received()['ann'] !== undefined);
  });

  const brand = async (): Promise<string> => {
    const path = `/admin/brands?retailerId=${installed.retailerId}`;
    const { body } = await service.admin<{ items: { id: string }[] }>('GET', path);
    return body.items[0]?.id ?? '';
  };
});

describe('a change of scopes on platform A', () => {
  it('is an install if the app requests more than the store has granted', async () => {
    await given(service).set(Credentials, { scopes: ['read_orders'] }, { retailerId: installed.retailerId });
    const before = await installedAt();
    expect(isAuthorizePage(await open())).toBe(true);
    await new Browser(service.url).install(installed.domain);
    expect(await installedAt()).not.toEqual(before);
    await installed.isSetUp();
  });

  it('is no install if the merchant withholds the same scope again', async () => {
    installed.shop.merchant.grants = ['read_orders', 'read_products'];
    await given(service).set(Retailer, { status: 'needs_reauth' }, { id: installed.retailerId });
    await new Browser(service.url).install(installed.domain);
    await installed.isSetUp();
    const before = await installedAt();
    // The app is opened from the admin, and then through the authorize page, where the scope could be granted.
    expect(isAuthorizePage(await open())).toBe(false);
    const requests = platform.tokenRequests.length;
    expect((await redeem(await new Browser(service.url).install(installed.domain))).status).toBe(200);
    expect(await installedAt()).toEqual(before);
    // The service now uses the tokens of that exchange, because the platform may have ended the older ones.
    expect(platform.tokenRequests.length).toBe(requests + 1);
    installed.shop.merchant.grants = null;
    await new Browser(service.url).install(installed.domain);
    expect(await installedAt()).not.toEqual(before);
    await waitFor(async () => {
      const [row] = await service.sql<{ missing: string[] }>(
        'SELECT missing_scopes AS missing FROM retailers WHERE id = $1',
        [installed.retailerId],
      );
      return row?.missing.length === 0;
    });
    await installed.isSetUp();
  });
});
