import { randomBytes } from 'node:crypto';
import { customerRecord, PlatformASimulator, type SimulatedShop } from '#libs/simulators';
import { retailerIdOf } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { PrivacyRequest } from '../../src/privacy/privacy-request.entity.js';
import { stored } from '../factories/given.js';
import { metricsOf } from '../setup/metrics.js';
import { quietPort } from '../setup/quiet-port.js';
import { ServiceProcess } from '../setup/service-process.js';
import { CLIENT_ID, prepare } from '../setup/test-app.js';
import { TestDatabase } from '../setup/test-database.js';
import { waitFor } from '../setup/wait-for.js';
import { deliver } from '../setup/webhooks.js';
import { Browser, locationOf } from './install-flow.js';

const SHOP = 'shop1.myshopify.com';
const RETAILER = retailerIdOf('platform-a', SHOP);
const canary = (what: string): string => `canary-${what}-${randomBytes(12).toString('hex')}`;

const PERSON = { id: '706405506930370042', firstName: canary('name'), email: `${canary('mail')}@example.com` };
const SECRETS = {
  clientSecret: canary('client-secret'),
  admin: canary('admin-secret-of-32-bytes'),
  customer: canary('customer-secret-of-32-bytes'),
  multipass: canary('multipass'),
};

let platform: PlatformASimulator;
let shop: SimulatedShop;
let service: ServiceProcess;
let database: TestDatabase;
/** Secrets and personal data that must not leak, by their names. */
const planted = new Map<string, string>();
/** Bodies of refusals. */
const refusals: string[] = [];

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: SECRETS.clientSecret });
  shop = platform.addShop({ domain: SHOP, name: 'Shop One', plan: 'enterprise', multipassSecret: SECRETS.multipass });
  shop.upsertCustomer(customerRecord({ ...PERSON, createdAt: Date.now() - 60_000 }));
  const { environment } = await prepare({
    PORT: String(await quietPort()),
    LOG_LEVEL: 'trace',
    ADMIN_JWT_SECRET: SECRETS.admin,
    CUSTOMER_JWT_SECRET: SECRETS.customer,
    PLATFORM_A_CLIENT_SECRETS: SECRETS.clientSecret,
    PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate,
  });
  database = new TestDatabase(environment['DATABASE_URL'] ?? '');
  service = await ServiceProcess.start(environment);
  for (const [what, value] of Object.entries({ ...PERSON, ...SECRETS })) if (what !== 'id') planted.set(what, value);
});
afterAll(async () => {
  await service?.end('SIGTERM');
  await database?.end();
  await platform?.stop();
});

async function call<T = Record<string, string>>(
  method: string,
  path: string,
  { token, body, text }: { token?: string | undefined; body?: unknown; text?: string } = {},
): Promise<{ status: number; body: T }> {
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await fetch(`${service.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { body: payload }),
  });
  const read = await answer.text();
  if (answer.status >= 400) refusals.push(`${[...answer.headers].join(' ')} ${read}`);
  return { status: answer.status, body: (read === '' ? undefined : JSON.parse(read)) as T };
}

/** Adds the long texts of an answer, such as tokens that the service issued, to what must not leak. */
function plant<T extends object>(name: string, answer: T): T {
  for (const [key, value] of Object.entries(answer)) {
    if (typeof value === 'string' && value.length > 40) planted.set(`${name}.${key}`, value);
  }
  return answer;
}

const admin = (): string =>
  plant('admin', { token: signToken('admin', { sub: 'ada', fullAccess: true }, [SECRETS.admin], 600) }).token;
const webhook = (topic: string, body: object | string): Promise<Response> =>
  deliver(service.url, {
    topic,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    secret: SECRETS.clientSecret,
  });

async function merchant(): Promise<void> {
  const location = new URL(locationOf(await new Browser(service.url).install(SHOP)));
  const code = location.searchParams.get('code') ?? '';
  const session = plant('retailer', (await call('POST', '/auth/session', { body: { code } })).body);
  await call('POST', '/auth/session', { body: { code } });
  planted.set('code', code);
  plant('module', (await call('POST', '/retailer/module-tokens', { token: session['accessToken'], body: {} })).body);
  shop.faults.next('unauthorized', 1);
  await call('GET', '/platform-a/subscriptions', { token: session['accessToken'] });
  await call('GET', '/platform-a/subscriptions', { token: `${session['accessToken']}x` });
  await call('PATCH', `/admin/retailers/${RETAILER}`, { token: admin(), body: { multipassSecret: SECRETS.multipass } });
  await call('PATCH', `/admin/retailers/${RETAILER}`, {
    token: admin(),
    body: { multipassSecret: [SECRETS.multipass], more: SECRETS.multipass },
  });
  const tickets = `/admin/retailers/${RETAILER}/admin-sso-tickets`;
  const ticket = plant('ticket', (await call('POST', tickets, { token: admin() })).body)['ticket'] ?? '';
  for (let use = 0; use < 2; use += 1) await call('GET', `/platform-a/admin-sso/${RETAILER}?ticket=${ticket}`);
}

async function customer(): Promise<void> {
  const token = platform.customerToken(shop, PERSON.id);
  const query = platform.proxyQuery(shop, PERSON.id);
  const multipassToken = platform.multipassToken(shop, PERSON.email);
  planted.set('session token', token).set('signature', new URLSearchParams(query).get('signature') ?? '');
  planted.set('multipass token', multipassToken);
  const sso = '/platform-a/customer/sso';
  const first = plant('customer', (await call('POST', sso, { token })).body);
  await call('POST', sso, { token: `${token}x` });
  for (let use = 0; use < 2; use += 1) {
    await call('POST', `${sso}?${query}`);
    await call('POST', sso, { body: { shop: SHOP, multipassToken } });
  }
  const refreshToken = first['refreshToken'];
  plant('renewed', (await call('POST', '/auth/token', { body: { refreshToken } })).body);
  await call('POST', '/auth/token', { body: { refreshToken } });
  await call('POST', '/auth/token', { body: { refreshToken: [refreshToken], more: PERSON.email } });
  const accessToken = first['accessToken'];
  await call('GET', '/customer/me', { token: accessToken });
  await call('PATCH', '/customer/me/preferences', { token: accessToken, body: { marketing: PERSON.email } });
  await call('GET', `/customer/${PERSON.email}?token=${accessToken}`);
}

async function platformSends(): Promise<void> {
  const person = { id: 42, email: PERSON.email, first_name: PERSON.firstName };
  const good = { ...person, updated_at: '2026-01-01T00:00:00Z' };
  await webhook('customers/create', good);
  // The next four are refused, in this order, by the mapper, the database, the JSON reader and the guard.
  await webhook('customers/create', { ...person, updated_at: PERSON.email });
  await webhook('customers/create', { ...good, id: 43, first_name: `${PERSON.firstName}\u0000` });
  await webhook('customers/create', `{"email":"${PERSON.email}"`);
  await deliver(service.url, { topic: 'customers/create', body: JSON.stringify(good), secret: 'wrong' });
  await webhook(PERSON.email, good);
  await webhook('customers/data_request', { shop_domain: SHOP, customer: person, orders_requested: [] });
  await webhook('customers/redact', { shop_domain: SHOP, customer: person, orders_to_redact: [] });
}

async function adminLooks(): Promise<void> {
  const token = admin();
  await call('GET', `/admin/retailers/${RETAILER}/customers?email=${PERSON.email}&limit=${PERSON.email}`, { token });
  await call('POST', '/admin/segments/upsert', {
    token,
    body: { more: PERSON.email, brandId: PERSON.email },
  });
  await call('POST', '/admin/segments/upsert', { token, text: `{"brandId": ${PERSON.email}` });
  await call('GET', '/admin/queues', { token: `${token}x` });
  await call('GET', `/admin/${token}`);
}

describe('a planted secret or personal value', () => {
  it('is found in no log, no metric, no error and no query', async () => {
    await merchant();
    await platformSends();
    await customer();
    await adminLooks();
    const handled = `SELECT 1 FROM deliveries WHERE status = 'pending' AND attempts = 0 AND due_at < 'infinity'`;
    await waitFor(async () => (await database.sql(handled)).length === 0);
    await waitFor(async () => (await stored(database).rows(PrivacyRequest, { status: 'done' })).length >= 2);
    const metrics = await metricsOf(service);
    // The prefixes of a store's tokens.
    planted.set('access token of the store', 'shpat_').set('refresh token of the store', 'shprt_');
    const asked = platform.graphqlRequests.map(({ query }) => query);
    const places = { log: service.output, metrics, refusals: refusals.join('\n'), queries: asked.join('\n') };

    expect(planted.size).toBeGreaterThan(20);
    expect(refusals.length).toBeGreaterThan(15);
    expect(service.output).toContain('/platform-a/customer/sso');
    const found = Object.entries(places).flatMap(([place, text]) =>
      [...planted]
        .filter(([, value]) => text.toLowerCase().includes(value.toLowerCase()))
        .map(([what]) => [place, what]),
    );
    expect(found).toEqual([]);
  });
});
