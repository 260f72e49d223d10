import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import BigCommerce from 'node-bigcommerce';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { customerRecord, orderRecord, lineItemRecord, refundRecord } from '../records/record-factories.js';
import { generateStoreHistory, withDisorder } from '../store-history/index.js';
import { PlatformBSimulator, type SimulatedStore, storeEvents } from './index.js';

const APP = { clientId: 'client-id', clientSecret: 'hush hush', authCallbackUrl: 'http://127.0.0.1:1/platform-b/auth' };
const TOKEN_HEADER = 'x-token';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly url: string;
}

let sim: PlatformBSimulator;
let store: SimulatedStore;
let server: Server;
let address: string;
let received: Received[];
let statuses: number[];

beforeEach(async () => {
  received = [];
  statuses = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), url: request.url ?? '' });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sim = await PlatformBSimulator.start({ ...APP, webhooks: { timeScale: 1e-7 } });
  store = sim.addStore({ hash: 'abc123', name: 'Store One' });
});

afterEach(async () => {
  await sim.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const at = Date.parse('2026-03-01T10:00:00Z');
const order = orderRecord({
  id: '250',
  number: 1001,
  createdAt: at,
  customer: customerRecord({ id: '11', createdAt: at, email: 'a@example.com' }),
  lineItems: [lineItemRecord({ id: '1', title: 'Mug', priceCents: 6984 })],
});
const placed = { topic: 'orders/create', order, at, webhookId: 'w1', eventId: 'e1' } as const;

function hook(scope: string, headers: Record<string, string> = { [TOKEN_HEADER]: 'of this store' }) {
  const made = store.hooks.create({ scope, destination: `${address}/hook`, headers });
  if ('title' in made) throw new Error(made.title);
  return made;
}

describe('a simulated webhook of platform B', () => {
  it('names only the order, has the headers of its hook, and a signature that Standard Webhooks accepts', async () => {
    hook('store/order/statusUpdated');
    const [outcome] = await sim.emit(store, placed);
    expect(outcome).toMatchObject({ result: 'delivered', attempts: 1 });
    const [{ body, headers }] = received as [Received];
    expect(headers[TOKEN_HEADER]).toBe('of this store');
    const library = new Webhook(Buffer.from(APP.clientSecret).toString('base64'));
    expect(library.verify(body, headers as Record<string, string>)).toEqual({
      scope: 'store/order/statusUpdated',
      store_id: '1025646',
      data: { type: 'order', id: 250, status: { previous_status_id: 0, new_status_id: 8 } },
      hash: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      created_at: at / 1000,
      producer: 'stores/abc123',
    });
  });

  it('is sent again with the same id, body and timestamp until it is accepted', async () => {
    hook('store/order/created');
    statuses = [500, 302, 404];
    expect(await sim.emit(store, placed)).toMatchObject([{ result: 'delivered', attempts: 4 }]);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(1);
  });

  it('deactivates its hook when it is given up after eleven retries', async () => {
    const { id } = hook('store/order/created');
    statuses = Array.from({ length: 12 }, () => 500);
    expect(await sim.emit(store, placed)).toMatchObject([{ result: 'failed', attempts: 12 }]);
    expect(store.hooks.get(id)?.is_active).toBe(false);
    await sim.emit(store, { ...placed, webhookId: 'w2' });
    expect(received.length).toBe(12);
    store.hooks.update(id, { is_active: true });
    await sim.emit(store, { ...placed, webhookId: 'w3', order: { ...order, id: '251' } });
    expect(received.length).toBe(13);
  });

  it('has the same hash as another one with the same data', async () => {
    hook('store/order/*');
    await sim.emit(store, placed);
    const later = { ...order, updatedAt: at + 2000 };
    await sim.emit(store, {
      topic: 'orders/updated',
      order: { ...later, updatedAt: at + 1000 },
      at,
      webhookId: 'w2',
      eventId: 'e2',
    });
    await sim.emit(store, { topic: 'orders/updated', order: later, at: at + 1, webhookId: 'w3', eventId: 'e3' });
    const updated = received.filter(({ body }) => body.includes('order/updated'));
    expect(new Set(updated.map(({ body }) => (JSON.parse(body) as { hash: string }).hash)).size).toBe(1);
    expect(new Set(updated.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  });

  it('reports a status only if it changes, and every refund', () => {
    const refund = refundRecord({ id: '3', orderId: '250', createdAt: at + 1000, amountCents: 100 });
    const refunded = {
      ...order,
      financialStatus: 'partially_refunded',
      refunds: [refund],
      updatedAt: at + 1000,
    } as const;
    const again = { ...refund, id: '4', createdAt: at + 2000 };
    const twice = { ...refunded, refunds: [refund, again], updatedAt: at + 2000 };
    const told = [
      ...storeEvents([
        placed,
        { topic: 'refunds/create', refund, order: refunded, at: at + 1000, webhookId: 'w2', eventId: 'e2' },
        { topic: 'orders/updated', order: refunded, at: at + 1001, webhookId: 'w3', eventId: 'e2' },
        { topic: 'refunds/create', refund: again, order: twice, at: at + 2000, webhookId: 'w4', eventId: 'e3' },
      ]),
    ];
    expect(told.map(({ scope }) => scope.slice('store/order/'.length))).toEqual([
      'created',
      'statusUpdated',
      'refund/created',
      'statusUpdated',
      'updated',
      'updated',
      'refund/created',
      'updated',
    ]);
    expect(new Set(told.map(({ webhookId }) => webhookId)).size).toBe(told.length);
  });

  it('is sent for each event of a history with duplicates and disorder, and the store has the latest state', async () => {
    const [from, to] = [new Date('2026-01-01'), new Date('2026-04-01')];
    const history = generateStoreHistory({ seed: 'b', customers: 60, products: 20, from, to });
    hook('store/order/statusUpdated');
    const events = withDisorder([...storeEvents(history.events)], 'b', { duplicates: 0.2, shuffleWindow: 15 });
    await sim.play(store, events);
    const expected = events.filter(({ scope }) => scope === 'store/order/statusUpdated');
    expect(received.length).toBe(expected.length);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBeLessThan(received.length);
    for (const record of history.orders) expect(store.orders.get(record.id)).toBe(record);
    // Each order that does not await its completion was sent with its last status.
    for (const { id } of history.orders) {
      const status = store.order(id)?.['status_id'];
      const told = received.some(
        ({ body }) => body.includes(`"id":${id},`) && body.includes(`"new_status_id":${String(status)}}`),
      );
      expect(told || status === 0, `order ${id}`).toBe(true);
    }
  });
});

describe('a token that simulated platform B signs', () => {
  const verify = (token: string, algorithms: jwt.Algorithm[]) =>
    jwt.verify(token, APP.clientSecret, { algorithms, audience: APP.clientId });

  it('is accepted by independent libraries', () => {
    const admin = verify(sim.sign.signedPayloadJwt(store), ['HS256']);
    expect(admin).toMatchObject({ iss: 'bc', sub: 'stores/abc123', user: { id: 7_654_321 } });
    const shopper = { id: 11, email: 'a@example.com' };
    expect(verify(sim.sign.currentCustomer(store, shopper), ['HS512'])).toMatchObject({
      sub: 'abc123',
      customer: shopper,
    });
    const hs256 = sim.sign.currentCustomer(store, shopper, { exp: undefined }, { algorithm: 'HS256' });
    expect(verify(hs256, ['HS256'])).not.toHaveProperty('exp');
    const library = new BigCommerce({ secret: APP.clientSecret });
    expect(library.verify(sim.sign.signedPayload(store))).toMatchObject({ store_hash: 'abc123' });
    expect(() => library.verify(sim.sign.signedPayload(store, {}, { secret: 'other' }))).toThrow('invalid');
    expect(jwt.verify(sim.sign.customerLogin(store, 11), APP.clientSecret)).toMatchObject({
      operation: 'customer_login',
    });
  });

  it('is issued at the storefront to signed-in shoppers only', async () => {
    const url = `${sim.baseUrl}/storefront/abc123/customer/current.jwt?app_client_id=`;
    expect((await fetch(`${url}${APP.clientId}`)).status).toBe(404);
    store.shopper = { id: 11, email: 'a@example.com' };
    expect(verify(await (await fetch(`${url}${APP.clientId}`)).text(), ['HS512'])).toMatchObject({
      customer: { id: 11 },
    });
    expect((await fetch(`${url}other`)).status).toBe(404);
  });

  it('is sent with the callbacks of an uninstall and of a removed user', async () => {
    const token = store.issueToken('store_v2_orders');
    hook('store/order/created');
    expect(await sim.removeUser(store, `${address}/remove-user`, store.staff)).toBe(200);
    expect(await sim.uninstall(store, `${address}/uninstall`)).toBe(200);
    expect(store.scopesOf(token)).toBeUndefined();
    expect(store.hooks.list()).toEqual([]);
    const tokens = received.map(({ url }) => new URL(url, address).searchParams.get('signed_payload_jwt') ?? '');
    expect(tokens.map((one) => (verify(one, ['HS256']) as { user: { id: number } }).user.id)).toEqual([
      store.staff.id,
      store.owner.id,
    ]);
  });
});

describe('the login host of simulated platform B', () => {
  const post = async (changes: Record<string, string>, asForm = false, headers: Record<string, string> = {}) => {
    const query = new URL(sim.installCallback(store)).searchParams;
    const fields = {
      client_id: APP.clientId,
      client_secret: APP.clientSecret,
      code: query.get('code') ?? '',
      scope: query.get('scope') ?? '',
      context: 'stores/abc123',
      grant_type: 'authorization_code',
      redirect_uri: APP.authCallbackUrl,
      ...changes,
    };
    const json = { body: JSON.stringify(fields), headers: { 'content-type': 'application/json', ...headers } };
    const form = { body: new URLSearchParams(fields), headers };
    return fetch(`${sim.baseUrl}/oauth2/token`, { method: 'POST', ...(asForm ? form : json) });
  };

  it('redirects the merchant from the install page to the callback, and shows the result', async () => {
    const install = `${sim.baseUrl}/app/client-id/install`;
    const answer = await fetch(install, { redirect: 'manual' });
    const target = new URL(answer.headers.get('location') ?? '');
    expect(target.origin + target.pathname).toBe(APP.authCallbackUrl);
    expect([...target.searchParams.keys()]).toEqual(['code', 'scope', 'context', 'account_uuid', 'external_install']);
    expect((await fetch(`${install}/succeeded`)).status).toBe(200);
    expect((await fetch(`${sim.baseUrl}/app/other/install`, { redirect: 'manual' })).status).toBe(404);
  });

  it('accepts JSON and forms, and refuses values that differ from the registered ones', async () => {
    expect((await post({})).status).toBe(200);
    expect((await post({}, true)).status).toBe(200);
    const wrong: Record<string, string>[] = [
      { client_secret: 'x' },
      { code: 'x' },
      { scope: 'x' },
      { redirect_uri: 'x' },
      { grant_type: '' },
    ];
    for (const changes of wrong) expect((await post(changes)).status).toBe(400);
    expect((await post({}, false, { authorization: 'Basic eDp5' })).status).toBe(400);
  });
});
