import jwt from 'jsonwebtoken';
import { customerRecord, lineItemRecord, orderRecord, type SimulatedStore } from '#libs/simulators';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ID, CLIENT_SECRET, StageB } from '../setup/platform-b.js';
import { waitFor } from '../setup/test-app.js';

let stage: StageB;
let store: SimulatedStore;
let customers = 100;
beforeAll(async () => {
  stage = await StageB.start({ PLATFORM_B_STOREFRONT_ORIGINS: 'https://www.shop.example' });
  store = stage.newStore();
  store.secureUrl = `https://${store.hash}.example.com`;
  await stage.installed(store);
});
afterAll(() => stage?.stop());

const now = (): number => Math.floor(Date.now() / 1_000);

/** A token like the storefront's, signed by an independent library. */
function official(
  id: unknown,
  changes: Record<string, unknown> = {},
  algorithm: jwt.Algorithm = 'HS512',
  secret = CLIENT_SECRET,
): string {
  const claims = {
    customer: { id, email: `c${String(id)}@example.com`, group_id: '0' },
    iss: 'bc/apps',
    sub: store.hash,
    iat: now(),
    exp: now() + 900,
    version: 1,
    aud: CLIENT_ID,
    application_id: CLIENT_ID,
    store_hash: store.hash,
    operation: 'current_customer',
    nonce: randomUUID(),
    ...changes,
  };
  const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  return jwt.sign(given, secret, { algorithm });
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    accessToken: string;
    refreshToken: string;
    customer: { id: string; externalId: string; email: string };
  };
}

async function post(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${stage.app.url}/platform-b/customer/sso`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
}
const signOn = (token: string) => post({ token });
const next = (): number => (customers += 1);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('POST /platform-b/customer/sso', () => {
  it.each(['HS256', 'HS512'] as const)(
    'opens a session with %s that is valid only for routes of customers (S1, S2)',
    async (algorithm) => {
      const id = next();
      const { status, body, headers } = await signOn(official(id, {}, algorithm));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        tokenType: 'Bearer',
        expiresIn: 900,
        customer: { externalId: String(id), email: `c${id}@example.com` },
      });
      expect(headers.get('cache-control')).toBe('no-store');
      expect((await stage.get('/customer/me', bearer(body.accessToken))).status).toBe(200);
      expect((await stage.get('/retailer/me', bearer(body.accessToken))).status).toBe(401);
    },
  );

  it('accepts a token once (S3), also when it is sent three times at the same time', async () => {
    const token = official(next());
    const answers = await Promise.all([signOn(token), signOn(token), signOn(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await signOn(token)).status).toBe(401);
  });

  it("refuses an admin's token and our own login token (S4)", async () => {
    expect((await signOn(stage.platform.sign.signedPayloadJwt(store))).status).toBe(401);
    expect((await signOn(stage.platform.sign.customerLogin(store, 11))).status).toBe(401);
  });

  it.each([
    ['an end in the past', { iat: now() - 1_000, exp: now() - 100 }],
    ['an old beginning and a far end', { iat: now() - 1_200, exp: now() + 9_000 }],
    ['no end', { exp: undefined }],
    ['a beginning to come', { iat: now() + 600, exp: now() + 1_500 }],
    ['another audience', { aud: 'other' }],
    ["the admins' issuer", { iss: 'bc' }],
    ['no operation', { operation: undefined }],
    ['two stores', { store_hash: 'another' }],
    ['the form of the admins', { sub: 'stores/store1', store_hash: 'stores/store1' }],
    ['customer 0', { customer: { id: 0, email: 'c@example.com' } }],
    ['a text for the customer', { customer: { id: '7', email: 'c@example.com' } }],
    ['no customer', { customer: undefined }],
    ['no address', { customer: { id: 7, email: 'nobody' } }],
  ])('refuses a token with %s (S5, S6)', async (_what, changes) => {
    expect((await signOn(official(7, changes))).status).toBe(401);
  });

  it('refuses a token with another secret, with another algorithm or without a signature', async () => {
    expect((await signOn(official(7, {}, 'HS512', 'another'))).status).toBe(401);
    expect((await signOn(official(7, {}, 'HS384'))).status).toBe(401);
    expect(
      (
        await signOn(
          stage.platform.sign.currentCustomer(store, { id: 7, email: 'c@example.com' }, {}, { algorithm: 'none' }),
        )
      ).status,
    ).toBe(401);
  });

  it('refuses a store that is not installed, and the token of another store (S7)', async () => {
    expect((await signOn(official(7, { sub: 'never3', store_hash: 'never3' }))).status).toBe(404);
    const gone = await stage.installed();
    const token = stage.platform.sign.currentCustomer(gone, { id: 7, email: 'c@example.com' });
    await stage.platform.uninstall(gone, `${stage.app.url}/platform-b/uninstall`);
    expect((await signOn(token)).status).toBe(404);
    expect((await post({ token: official(next()), storeHash: 'other' })).status).toBe(401);
    expect((await post({ token: official(next()), storeHash: store.hash })).status).toBe(200);
  });

  it('ignores the application id (S8)', async () => {
    expect((await signOn(official(next(), { application_id: 'another' }))).status).toBe(200);
  });

  it('works while the platform does not answer (S9), and reads the customer once it does', async () => {
    const id = next();
    store.customers.upsert(
      customerRecord({ id: String(id), createdAt: Date.now() - 60_000, email: `c${id}@example.com`, firstName: 'Sam' }),
    );
    store.faults.next('serverError', 1, { on: 'customers', status: 503 });
    expect((await signOn(official(id))).status).toBe(200);
    await waitFor(async () => (await stage.customer(store, String(id)))?.firstName === 'Sam');
  });

  it('identifies a customer by the id, whatever the address (S10), and separately in each store (S11)', async () => {
    const id = next();
    const first = await signOn(official(id));
    const second = await signOn(official(id, { customer: { id, email: 'New@Example.com' } }));
    expect(second.body.customer).toMatchObject({ id: first.body.customer.id, email: 'new@example.com' });
    const other = await stage.installed();
    const token = stage.platform.sign.currentCustomer(other, { id, email: 'c@example.com' });
    expect((await signOn(token)).body.customer.id).not.toBe(first.body.customer.id);
  });

  it('returns the facts of a customer whose orders were already received', async () => {
    const id = String(next());
    const at = Date.now() - 60_000;
    const customer = customerRecord({ id, createdAt: at, email: 'buyer@example.com' });
    const order = orderRecord({
      id: `8${id}`,
      number: 1,
      createdAt: at,
      customer,
      lineItems: [lineItemRecord({ id: `9${id}`, title: 'Tee', priceCents: 500 })],
    });
    await stage.platform.emit(store, {
      topic: 'orders/create',
      at,
      webhookId: randomUUID(),
      eventId: randomUUID(),
      order,
    });
    await stage.app.settled();
    const { body } = await signOn(official(Number(id)));
    const me = await (await stage.get('/customer/me', bearer(body.accessToken))).json();
    expect(me).toMatchObject({ ordersCount: 1, totalSpent: '5.00' });
  });

  it("lets the pages of the store's own origin read the answer, and no others (S12)", async () => {
    const preflight = (origin: string) =>
      fetch(`${stage.app.url}/platform-b/customer/sso`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      });
    for (const origin of [`https://${store.hash}.example.com`, 'https://www.shop.example']) {
      const allowed = await preflight(origin);
      expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
      expect(allowed.headers.has('access-control-allow-credentials')).toBe(false);
      const { headers } = await post({ token: 'x' }, { origin });
      expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([origin, 'Origin']);
    }
    for (const origin of ['https://evil.example', `http://${store.hash}.example.com`, 'null']) {
      expect((await preflight(origin)).headers.has('access-control-allow-origin')).toBe(false);
      expect((await post({ token: official(next()) }, { origin })).headers.has('access-control-allow-origin')).toBe(
        false,
      );
    }
  });

  it.each([
    ['{}', 422],
    ['[]', 422],
    ['no json', 400],
    ['{"token":7}', 422],
    ['{"token":"x","more":1}', 422],
    [JSON.stringify({ token: 'x'.repeat(9_000) }), 413],
  ])('refuses the body %.20s with %d (S14)', async (body, status) => {
    const answer = await fetch(`${stage.app.url}/platform-b/customer/sso`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(status);
  });
});
