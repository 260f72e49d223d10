import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { getJwt, RequestType, setUpValidRequest } from '@shopify/shopify-api/test-helpers';
import { entityId, retailerIdOf } from '#libs/kernel';
import { pino } from 'pino';
import { customerRecord, PlatformASimulator, type SimulatedShop } from '#libs/simulators';
import Multipassify from 'multipassify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RefreshToken } from '../../src/auth/refresh-token.entity.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { readConfig } from '../../src/config/app-config.js';
import { Runtime } from '../../src/config/runtime.js';
import { createApp } from '../../src/http.js';
import { PrivacyRequest } from '../../src/privacy/privacy-request.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { CustomerRead } from '../../src/stores/customers/customer-read.entity.js';
import { given, stored } from '../factories/given.js';
import { type Answer, CLIENT_ID, CLIENT_SECRET, PREVIOUS_SECRET, TestApp } from '../setup/test-app.js';
import { Browser, eventually } from './install-flow.js';

const SHOP = 'shop1.myshopify.com';
const OTHER = 'shop2.myshopify.com';
const STRANGER = 'shop3.myshopify.com';
const GONE = 'shop4.myshopify.com';
const RETAILER = retailerIdOf('platform-a', SHOP);
const ADA = '706405506930370042';
const SECRET = 'the-multipass-secret-of-shop-one';

interface Tokens {
  readonly accessToken: string;
  readonly tokenType: string;
  readonly expiresIn: number;
  readonly refreshToken: string;
  readonly customer: { id: string; externalId: string; email: string | null; retailerId: string };
  readonly code: string;
}

let platform: PlatformASimulator;
let service: TestApp;
let shop: SimulatedShop;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  service = await TestApp.start({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate });
  shop = platform.addShop({ domain: SHOP, name: 'Shop One', plan: 'enterprise' });
  shop.upsertCustomer(person(ADA, 'Ada@Example.com'));
  for (const domain of [OTHER, GONE]) platform.addShop({ domain, name: domain });
  for (const domain of [SHOP, OTHER, GONE]) await new Browser(service.url).install(domain);
  await eventually(settled);
  await platform.uninstall(platform.shop(GONE));
  await eventually(async () => (await stored(service).rows(Retailer, { status: 'uninstalled' })).length === 1);
  const { status } = await configure({ multipassSecret: SECRET });
  expect(status).toBe(200);
});

afterAll(async () => {
  await service?.stop();
  await platform?.stop();
});

async function settled(): Promise<boolean> {
  const open = await service.sql(
    `SELECT 1 FROM retailers r LEFT JOIN backfills b ON b.retailer_id = r.id AND b.finished_at IS NULL
      WHERE r.set_up_at IS NULL OR b.resource IS NOT NULL`,
  );
  return open.length === 0;
}

const person = (id: string, email: string) =>
  customerRecord({
    id,
    email,
    firstName: 'Ada',
    createdAt: Date.now() - 60_000,
    consent: { state: 'subscribed', optInLevel: 'single_opt_in', updatedAt: Date.now() - 60_000 },
  });
let people = 706405506930370100n;
const newId = (): string => String((people += 1n));

const configure = (body: object, retailer = RETAILER): Promise<Answer<Record<string, unknown>>> =>
  service.admin('PATCH', `/admin/retailers/${retailer}`, body);

interface Sent {
  readonly token?: string;
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function signOn({ token, query, body, headers = {} }: Sent): Promise<Answer<Tokens>> {
  const answer = await fetch(`${service.url}/platform-a/customer/sso${query === undefined ? '' : `?${query}`}`, {
    method: 'POST',
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: JSON.parse(text) as Tokens };
}

const me = (accessToken: string): Promise<Response> =>
  fetch(`${service.url}/customer/me`, { headers: { authorization: `Bearer ${accessToken}` } });

const now = (): number => Date.now() / 1_000;

/** A token of a UI extension, made by the official helper. By default the helper adds the issuer of staff tokens. */
async function extensionToken(changes: Record<string, unknown> = {}, secret = CLIENT_SECRET): Promise<string> {
  const customer = {
    iss: undefined,
    dest: SHOP,
    sub: `gid://shopify/Customer/${ADA}`,
    exp: now() + 300,
    jti: randomUUID(),
  };
  const { token } = await getJwt('shop1', CLIENT_ID, secret, { ...customer, ...changes });
  return token;
}

/** The query of an app proxy, signed by the official helper. */
async function proxyQuery(id: string, more = '', secret = CLIENT_SECRET, store = 'shop1'): Promise<string> {
  // The helper signs whole seconds, so two queries of one second differ only by `more`.
  const address = `https://x.example/?logged_in_customer_id=${id}${more}`;
  const request = await setUpValidRequest(
    { type: RequestType.Public, store, apiSecretKey: secret },
    new Request(address),
  );
  return new URL(request.url).search.slice(1);
}

const multipass = (token: string, domain = SHOP): Sent => ({
  body: JSON.stringify({ shop: domain, multipassToken: token }),
  headers: { 'content-type': 'application/json' },
});
const fromSite = (email = 'ada@example.com', secret = SECRET): string => new Multipassify(secret).encode({ email });
/** A Multipass token that was created at the given time. */
function fromSiteAt(at: Date): string {
  const site = new Multipassify(SECRET);
  const bytes = site.encrypt(JSON.stringify({ email: 'ada@example.com', created_at: at.toISOString() }));
  return Buffer.concat([bytes, site.sign(bytes)]).toString('base64url');
}

const refused = { status: 401, body: { code: 'invalid_proof' } };

describe('a session token of a UI extension', () => {
  it('opens a session of the customer (S1)', async () => {
    const { status, headers, body } = await signOn({ token: await extensionToken() });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tokenType: 'Bearer',
      expiresIn: 900,
      customer: { externalId: ADA, email: 'ada@example.com', retailerId: RETAILER },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const answer = await me(body.accessToken);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: body.customer.id, externalId: ADA, retailerId: RETAILER });
  });

  it('may have a URL as its destination (S2), the previous secret, or be five seconds late (S4)', async () => {
    const statuses = [
      await signOn({ token: await extensionToken({ dest: `https://${SHOP}` }) }),
      await signOn({ token: await extensionToken({}, PREVIOUS_SECRET) }),
      await signOn({ token: await extensionToken({ exp: now() - 5 }) }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
  });

  it.each([
    ['it expired a minute ago', { exp: now() - 60 }],
    ['it begins in a minute', { nbf: now() + 60 }],
    ['it is for another app', { aud: 'another-app' }],
    ['its subject is a number', { sub: '42' }],
    ['its subject is a user of the staff', { sub: 'gid://shopify/StaffMember/42' }],
    ['it is issued by an admin', { iss: `https://${SHOP}/admin` }],
    ['its destination is a foreign domain', { dest: `${SHOP}.evil.com` }],
    ['its destination is a path', { dest: `evil.com/${SHOP}` }],
  ])('is refused where %s (S3)', async (_what, changes) => {
    expect(await signOn({ token: await extensionToken(changes) })).toMatchObject(refused);
  });

  it('is refused if it is signed with another secret or algorithm, or is a token for staff (S3)', async () => {
    const [head = '', claims = ''] = (await extensionToken()).split('.');
    const under = (header: object, sign: (text: string) => string): string => {
      const text = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${claims}`;
      return `${text}.${sign(text)}`;
    };
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const tokens = [
      await extensionToken({}, 'another-secret'),
      (await getJwt('shop1', CLIENT_ID, CLIENT_SECRET)).token,
      under({ alg: 'none' }, () => ''),
      under({ alg: 'HS512' }, (text) => createHmac('sha512', CLIENT_SECRET).update(text).digest('base64url')),
      under({ alg: 'RS256' }, (text) => createSign('sha256').update(text).sign(privateKey, 'base64url')),
      `${head}.${claims}.`,
      'nonsense',
      '',
    ];
    const answers = await Promise.all(tokens.map((token) => signOn({ token })));
    for (const answer of answers) expect(answer).toMatchObject(refused);
    const bodies = answers.map(({ body }) => ({ ...body, requestId: '' }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('without a customer is refused with the code customer_not_logged_in (S3)', async () => {
    const token = await extensionToken({ sub: undefined });
    expect(await signOn({ token })).toMatchObject({ status: 401, body: { code: 'customer_not_logged_in' } });
  });

  it.each([STRANGER, GONE])('opens nothing where the app is not installed: %s (S3)', async (dest) => {
    const answer = await signOn({ token: await extensionToken({ dest }) });
    expect(answer).toMatchObject({ status: 403, body: { code: 'shop_not_installed' } });
    expect(await stored(service).rows(Retailer, { externalId: STRANGER })).toEqual([]);
  });

  it('decides who the customer is, whatever customer the body names (S5)', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ customer_id: '1', customerId: '1', sub: '1' });
    const answer = await signOn({ token: await extensionToken(), body, headers });
    expect(answer).toMatchObject({ status: 200, body: { customer: { externalId: ADA } } });
  });

  it('can be used thirty times, and then gets 429', async () => {
    const token = await extensionToken();
    const answers = [];
    for (let use = 0; use < 31; use += 1) answers.push(await signOn({ token }));
    expect(answers.slice(0, 30).map(({ status }) => status)).toEqual(Array<number>(30).fill(200));
    expect(answers[30]).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(answers[30]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signOn({ token: await extensionToken() })).status).toBe(200);
  });
});

describe('scripts of any origin', () => {
  const preflight = (path: string): Promise<Response> =>
    fetch(`${service.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'null',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });

  it('may sign a customer on and read the answer, refusals included (S6)', async () => {
    const asked = await preflight('/platform-a/customer/sso');
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-allow-methods')).toContain('POST');
    expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
    const headers = { origin: 'null' };
    const answers = [
      await signOn({ token: await extensionToken(), headers }),
      await signOn({ token: 'nonsense', headers }),
      await signOn({ body: 'x'.repeat(300_000), headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 413]);
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  it('may call nothing else', async () => {
    for (const path of ['/customer/me', '/auth/token', '/admin/retailers']) {
      expect((await preflight(path)).headers.get('access-control-allow-origin')).toBeNull();
      expect((await fetch(`${service.url}${path}`)).headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe("an app proxy's signed query", () => {
  it('opens a session of the customer (S7), once (S8)', async () => {
    const query = await proxyQuery(ADA);
    const first = await signOn({ query });
    expect(first).toMatchObject({ status: 200, body: { customer: { externalId: ADA } } });
    expect((await me(first.body.accessToken)).status).toBe(200);
    expect(await signOn({ query })).toMatchObject(refused);
    // The same proof with its parameters in another order.
    expect(await signOn({ query: query.split('&').toReversed().join('&') })).toMatchObject(refused);
  });

  it('opens only one session for concurrent requests (S8)', async () => {
    const query = await proxyQuery(newId());
    const answers = await Promise.all(Array.from({ length: 10 }, () => signOn({ query })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(401)]);
  });

  it('may come with any body of any type', async () => {
    const bodies: [string, string][] = [
      ['application/x-www-form-urlencoded', 'customer_id=1&shop=evil'],
      ['application/json', '{"customer_id":'],
      ['multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
      ['text/plain', '\u0000\uffff'],
    ];
    for (const [type, body] of bodies) {
      const id = newId();
      const answer = await signOn({ query: await proxyQuery(id), body, headers: { 'content-type': type } });
      expect(answer).toMatchObject({ status: 200, body: { customer: { externalId: id } } });
    }
  });

  it('is refused after any change (S7)', async () => {
    const query = await proxyQuery(ADA);
    const changed = [
      query.replace(ADA, '43'),
      query.replace(`logged_in_customer_id=${ADA}&`, ''),
      `${query}&extra=1`,
      `${query}&shop=${OTHER}`,
      `${query}&logged_in_customer_id=43`,
      await proxyQuery(ADA, '', 'another-secret'),
      await proxyQuery(ADA, '&extra=1'),
      await proxyQuery('42,43'),
    ];
    for (const one of changed) expect(await signOn({ query: one })).toMatchObject(refused);
  });

  it('is refused when it is ten minutes old (S7)', async () => {
    const params = { logged_in_customer_id: ADA, shop: SHOP, timestamp: String(Math.trunc(now()) - 600) };
    const text = Object.entries(params).map((pair) => pair.join('='));
    const signature = createHmac('sha256', CLIENT_SECRET).update(text.join('')).digest('hex');
    const fresh = await proxyQuery(ADA, '&path_prefix=/apps/fresh');
    expect((await signOn({ query: fresh })).status).toBe(200);
    expect(await signOn({ query: new URLSearchParams({ ...params, signature }).toString() })).toMatchObject(refused);
  });

  it('of a visitor who is not logged in is refused with a code of its own (S7)', async () => {
    const answer = await signOn({ query: await proxyQuery('') });
    expect(answer).toMatchObject({ status: 401, body: { code: 'customer_not_logged_in' } });
  });

  it('opens nothing where the app is not installed', async () => {
    const answer = await signOn({ query: await proxyQuery(ADA, '', CLIENT_SECRET, 'shop4') });
    expect(answer).toMatchObject({ status: 403, body: { code: 'shop_not_installed' } });
  });

  it('is deleted from the used proofs when it is too old to be accepted', async () => {
    await service.sql(`INSERT INTO platform_a_used_proofs VALUES ($1, 'old', now() - interval '6 minutes')`, [
      RETAILER,
    ]);
    await service.sql(`INSERT INTO platform_a_used_proofs VALUES ($1, 'young', now() - interval '4 minutes')`, [
      RETAILER,
    ]);
    const left = `SELECT proof_hash FROM platform_a_used_proofs WHERE proof_hash IN ('old', 'young')`;
    await eventually(async () => (await service.sql(left)).length === 1);
    expect(await service.sql(left)).toEqual([{ proof_hash: 'young' }]);
  });
});

describe('a Multipass token', () => {
  it('opens a session of the customer with this address, whatever its case (S9)', async () => {
    const { status, body } = await signOn(multipass(fromSite('ADA@example.COM')));
    expect(status).toBe(200);
    expect(body.customer).toMatchObject({ externalId: ADA, email: 'ada@example.com', retailerId: RETAILER });
  });

  it('is accepted once, in whatever form of base64 (S9)', async () => {
    const token = fromSite();
    expect((await signOn(multipass(token))).status).toBe(200);
    expect(await signOn(multipass(token))).toMatchObject(refused);
    expect(await signOn(multipass(token.replace(/=+$/, '')))).toMatchObject(refused);
    expect(await signOn(multipass(`${token.replace(/=+$/, '')}=`))).toMatchObject(refused);
  });

  it('is refused with a bit changed anywhere, too old, or under the secret of another store (S9)', async () => {
    const bytes = Buffer.from(fromSite(), 'base64url');
    const flipped = [0, 20, bytes.length - 1].map((place) => {
      const forged = Buffer.from(bytes);
      forged.writeUInt8(forged.readUInt8(place) ^ 1, place);
      return forged.toString('base64url');
    });
    const old = fromSiteAt(new Date(Date.now() - 16 * 60_000));
    for (const token of [...flipped, old, fromSite('ada@example.com', 'of another store'), 'AAAA', '????']) {
      expect(await signOn(multipass(token))).toMatchObject(refused);
    }
    expect((await signOn(multipass(fromSiteAt(new Date(Date.now() - 14 * 60_000))))).status).toBe(200);
  });

  it('is refused for stores without a secret and for unknown stores (S9)', async () => {
    for (const domain of [OTHER, GONE, STRANGER, 'evil.com', '']) {
      const { status } = await signOn(multipass(fromSite(), domain));
      expect([domain, status]).toEqual([domain, domain === '' ? 422 : 401]);
    }
    await configure({ multipassSecret: null });
    expect(await signOn(multipass(fromSite()))).toMatchObject(refused);
    await configure({ multipassSecret: SECRET });
    expect((await signOn(multipass(fromSite()))).status).toBe(200);
  });

  it('creates a customer that only the store has', async () => {
    // The store's search finds both customers, this one first.
    shop.upsertCustomer(person(newId(), 'grace.hopper@navy.example'));
    const id = newId();
    shop.upsertCustomer(person(id, 'hopper@navy.example'));
    const { status, body } = await signOn(multipass(fromSite('hopper@navy.example')));
    expect(status).toBe(200);
    expect(body.customer).toMatchObject({ externalId: id, email: 'hopper@navy.example' });
    const rows = await service.sql(`SELECT marketing, first_name FROM customers WHERE external_id = $1`, [id]);
    expect(rows).toEqual([{ marketing: 'subscribed', first_name: 'Ada' }]);
  });

  it('is refused for an address that no customer has, and accepted once a customer has it', async () => {
    const token = fromSite('nobody@example.com');
    expect(await signOn(multipass(token))).toMatchObject({ status: 404, body: { code: 'unknown_customer' } });
    shop.upsertCustomer(person(newId(), 'nobody@example.com'));
    expect((await signOn(multipass(token))).status).toBe(200);
  });

  it('is not used up while the store does not answer', async () => {
    shop.upsertCustomer(person(newId(), 'later@example.com'));
    const token = fromSite('later@example.com');
    platform.faults(SHOP).next('notJson', 1);
    expect(await signOn(multipass(token))).toMatchObject({ status: 502, body: { code: 'platform_error' } });
    expect((await signOn(multipass(token))).status).toBe(200);
  });

  it.each([
    [{ shop: SHOP, multipassToken: 7 }, '/multipassToken'],
    [{ multipassToken: 'x' }, '/shop'],
    [{ shop: SHOP, multipassToken: 'x', customer_id: '1' }, '/customer_id'],
  ])('is required: the body %j is refused with a pointer', async (body, pointer) => {
    const answer = await signOn({ body: JSON.stringify(body) });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ pointer })]) });
  });
});

describe('a request', () => {
  it('with two proofs is refused (S10)', async () => {
    const token = await extensionToken();
    const site = multipass(fromSite());
    const requests: Sent[] = [
      { token, query: await proxyQuery(newId()) },
      { token, ...site, headers: { ...site.headers } },
      { ...site, query: await proxyQuery(newId()) },
    ];
    for (const request of requests) {
      expect(await signOn(request)).toMatchObject({ status: 400, body: { code: 'several_credentials' } });
    }
  });

  it('without a proof is refused (S10)', async () => {
    const requests: Sent[] = [
      {},
      { query: `shop=${SHOP}&logged_in_customer_id=${ADA}` },
      { body: '[]' },
      { body: '{"shop":' },
    ];
    for (const request of requests) {
      expect(await signOn(request)).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
    }
  });
});

describe('a session of one store', () => {
  it('opens nothing of another (S11)', async () => {
    const { body } = await signOn({ token: await extensionToken() });
    const there = await signOn({ token: await extensionToken({ dest: OTHER }) });
    expect(there.body.customer.id).not.toBe(body.customer.id);
    expect(await (await me(body.accessToken)).json()).toMatchObject({ retailerId: RETAILER });
    const paths = [
      `/admin/retailers/${there.body.customer.retailerId}/customers`,
      '/retailer/me',
      '/platform-a/subscriptions',
    ];
    for (const path of paths) {
      const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${body.accessToken}` } });
      expect([401, 403, 404]).toContain(answer.status);
    }
  });
});

describe('an unknown customer', () => {
  const storedCustomer = async (id: string) => {
    const [row] = await service.sql(
      `SELECT c.email, c.marketing, r.attempts FROM customers c
         LEFT JOIN customer_reads r ON r.retailer_id = c.retailer_id AND r.customer_id = c.id
        WHERE c.retailer_id = $1 AND c.external_id = $2`,
      [RETAILER, id],
    );
    return row;
  };

  it('signs on at once and is read from the store', async () => {
    const id = newId();
    shop.upsertCustomer(person(id, 'stub@example.com'));
    const { status, body } = await signOn({ token: await extensionToken({ sub: `gid://shopify/Customer/${id}` }) });
    expect(status).toBe(200);
    expect(body.customer).toMatchObject({ externalId: id, email: null });
    await eventually(async () => (await storedCustomer(id))?.['email'] === 'stub@example.com');
    expect(await storedCustomer(id)).toEqual({ email: 'stub@example.com', marketing: 'subscribed', attempts: null });
  });

  it('stays a stub if the store does not know the customer either', async () => {
    const id = newId();
    expect((await signOn({ query: await proxyQuery(id) })).status).toBe(200);
    await eventually(async () => (await storedCustomer(id))?.['attempts'] === null);
    expect(await storedCustomer(id)).toEqual({ email: null, marketing: 'unknown', attempts: null });
  });

  it('is read by a sweep where Redis has lost the job', async () => {
    const id = newId();
    const customerId = entityId(RETAILER, 'customer', id);
    shop.upsertCustomer(person(id, 'swept@example.com'));
    await given(service).insert(Customer, { retailerId: RETAILER, id: customerId, externalId: id });
    await service.sql(`INSERT INTO customer_reads VALUES ($1, $2, $3, 3, now() - interval '1 second')`, [
      RETAILER,
      customerId,
      id,
    ]);
    await eventually(async () => (await storedCustomer(id))?.['email'] === 'swept@example.com');
    expect(await storedCustomer(id)).toEqual({ email: 'swept@example.com', marketing: 'subscribed', attempts: null });
  });

  it('is read again later where the store does not answer', async () => {
    const id = newId();
    shop.upsertCustomer(person(id, 'patient@example.com'));
    platform.faults(SHOP).next('notJson', 1);
    expect((await signOn({ query: await proxyQuery(id) })).status).toBe(200);
    await eventually(async () => (await storedCustomer(id))?.['email'] === 'patient@example.com');
  });

  it('is not created again by a read after the erasure', async () => {
    const id = newId();
    const customerId = entityId(RETAILER, 'customer', id);
    await given(service).insert(Customer, { retailerId: RETAILER, id: customerId, externalId: id });
    await service.sql(`INSERT INTO customer_reads VALUES ($1, $2, $3, 0, now() + interval '1 hour')`, [
      RETAILER,
      customerId,
      id,
    ]);
    await given(service).delete(Customer, { id: customerId });
    expect(await stored(service).rows(CustomerRead, { customerId })).toEqual([]);
  });

  it('is not created for an erased customer, who gets no session and whose earlier session has ended', async () => {
    const id = newId();
    shop.upsertCustomer(person(id, 'gone@example.com'));
    const { body: session } = await signOn({ query: await proxyQuery(id) });
    await platform.comply(shop, `${service.url}/platform-a/webhooks`, {
      topic: 'customers/redact',
      customer: { id, email: 'gone@example.com', phone: null },
      orderIds: [],
    });
    await eventually(async () => (await stored(service).rows(PrivacyRequest, { status: 'done' })).length === 1);
    const again = await signOn({ query: await proxyQuery(id, '&path_prefix=/apps/again') });
    expect(again).toMatchObject({ status: 403, body: { code: 'customer_erased' } });
    expect((await me(session.accessToken)).status).toBe(401);
    expect(await stored(service).rows(RefreshToken, { customerId: session.customer.id })).toEqual([]);
    expect(await stored(service).rows(Customer, { externalId: id })).toEqual([]);
  });

  it('does not replace a known customer', async () => {
    const before = platform.graphqlRequests.length;
    expect((await signOn({ query: await proxyQuery(ADA, '&path_prefix=/apps/known') })).status).toBe(200);
    expect(await storedCustomer(ADA)).toEqual({ email: 'ada@example.com', marketing: 'subscribed', attempts: null });
    expect(platform.graphqlRequests.slice(before).filter(({ shop: at }) => at === SHOP)).toEqual([]);
  });
});

describe('the log', () => {
  it('holds no proof, no token, no secret and no address', async () => {
    let log = '';
    const stream = new Writable({ write: (chunk: Buffer, _encoding, done) => done(void (log += chunk.toString())) });
    const { environment, service: running } = service;
    const { databaseUrl, redisUrl } = running.runtime;
    const runtime = new Runtime(readConfig({ ...environment, ROLE: 'api' }), databaseUrl, redisUrl, 'http://127.0.0.1');
    const app = await createApp(runtime, pino({ level: 'trace' }, stream));
    onTestFinished(() => app.close());
    const url = '/platform-a/customer/sso';
    const query = await proxyQuery(newId());
    const token = await extensionToken();
    const site = fromSite();
    const answers = [
      await app.inject({ method: 'POST', url: `${url}?${query}` }),
      await app.inject({ method: 'POST', url: `${url}?${query}` }),
      await app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` } }),
      await app.inject({ method: 'POST', url, payload: { shop: SHOP, multipassToken: site } }),
      await app.inject({ method: 'POST', url: `${url}?${query}`, payload: { shop: SHOP, multipassToken: site } }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 200, 200, 400]);
    expect(log).toContain(url);
    const signature = new URLSearchParams(query).get('signature') ?? '';
    const given = answers.flatMap((answer) => (answer.statusCode === 200 ? Object.values(answer.json<Tokens>()) : []));
    const secrets = [
      signature,
      token,
      site,
      SECRET,
      CLIENT_SECRET,
      'ada@example.com',
      ...given.filter((one) => String(one).length > 20),
    ];
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(answers.map(({ body }) => body).join('')).not.toContain(signature);
  });
});
