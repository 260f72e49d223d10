import { createHmac, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import BigCommerce from 'node-bigcommerce';
import { customerRecord, lineItemRecord, orderRecord, type SimulatedStore } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { stored } from '../factories/given.js';
import { CLIENT_ID, CLIENT_SECRET, idOf, StageB } from '../setup/platform-b.js';
import { allRows } from '../setup/rows.js';
import { waitFor } from '../setup/test-app.js';

let stage: StageB;
let store: SimulatedStore;
beforeAll(async () => {
  stage = await StageB.start();
});
afterAll(() => stage?.stop());
beforeEach(async () => {
  store = stage.newStore();
  sell(store, '501', '11');
  await stage.installed(store);
});

function sell(someStore: SimulatedStore, id: string, customerId: string): void {
  const at = Date.UTC(2026, 0, 1);
  const customer = customerRecord({ id: customerId, createdAt: at, email: `c${customerId}@example.com` });
  const lineItems = [lineItemRecord({ id: `9${id}`, title: 'Tee', priceCents: 2_000, productId: '7' })];
  someStore.apply({
    topic: 'orders/create',
    at,
    webhookId: randomUUID(),
    eventId: randomUUID(),
    order: orderRecord({ id, number: 1, createdAt: at, customer, lineItems }),
  });
}

const now = (): number => Math.floor(Date.now() / 1_000);
const sleepPastTheSecond = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 1_100));

/** A token with the platform's claims, signed by an independent library. */
const official = (
  claims: Record<string, unknown> = {},
  options: jwt.SignOptions = {},
  secret = CLIENT_SECRET,
): string => {
  const usual = {
    aud: CLIENT_ID,
    iss: 'bc',
    iat: now(),
    nbf: now() - 5,
    exp: now() + 86_400,
    jti: randomUUID(),
    sub: `stores/${store.hash}`,
    user: { id: store.owner.id, email: store.owner.email, locale: 'en-US' },
    owner: { id: store.owner.id, email: store.owner.email },
    url: '/',
    channel_id: null,
  };
  const all = Object.fromEntries(Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined));
  return jwt.sign(all, secret, { algorithm: 'HS256', ...options });
};

const load = (token: string) => stage.signed('load', token);
const statusOf = async (answer: Promise<Response>): Promise<number> => (await answer).status;
const staff = () => ({ user: { id: store.staff.id, email: store.staff.email, locale: 'en-US' } });

/** A refusal that leads nowhere. */
async function expectRefused(answer: Promise<Response>, statuses = [401]): Promise<void> {
  const { status, headers } = await answer;
  expect(statuses).toContain(status);
  expect(headers.has('location')).toBe(false);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
}

describe('GET /platform-b/load', () => {
  it('leads to the dashboard with a code that is good once (L1)', async () => {
    const answer = await load(official());
    expect(answer.status).toBe(302);
    expect(await stage.session(answer)).toMatchObject({ status: 200, role: 'owner' });
    expect((await stage.session(answer)).status).toBe(401);
  });

  it('changes nothing in ten openings but issues a dashboard code each', async () => {
    // The sweep of watches inserts a row for each new store at any time.
    const own = ['one_time_codes', 'platform_b_used_tokens', 'store_watches'];
    const everything = async () => ({
      rows: await allRows(stage.app, { except: own }),
      tokenRequests: stage.platform.tokenRequests.length,
      calls: stage.platform.apiCalls.length,
    });
    const older = await stage.session(await load(official()));
    const before = await everything();
    const codes = new Set<string>();
    for (let time = 0; time < 10; time += 1) codes.add((await load(official())).headers.get('location') ?? '');
    expect(codes.size).toBe(10);
    expect(await everything()).toEqual(before);
    expect(await statusOf(stage.me(older.token))).toBe(200);
  });

  it('refuses the same token again (L2)', async () => {
    const token = official();
    expect(await statusOf(load(token))).toBe(302);
    await expectRefused(load(token));
  });

  it('refuses a token with a changed byte in any part, or another secret (L3)', async () => {
    const parts = official().split('.');
    for (const index of [0, 1, 2]) {
      const changed = parts.map((part, at) =>
        at === index ? `${part.slice(0, 8)}${part[8] === 'A' ? 'B' : 'A'}${part.slice(9)}` : part,
      );
      await expectRefused(load(changed.join('.')));
    }
    await expectRefused(load(official({}, {}, 'another-secret')));
  });

  it('accepts no algorithm except HS256 (L4)', async () => {
    await expectRefused(load(stage.platform.sign.signedPayloadJwt(store, {}, { algorithm: 'none' })));
    await expectRefused(load(official({}, { algorithm: 'HS512' })));
  });

  it.each([
    ['another audience', { aud: 'other' }],
    ['no audience', { aud: undefined }],
    ['no issuer', { iss: undefined }],
    ["the shoppers' issuer", { iss: 'bc/apps' }],
    ['our own issuer', { iss: CLIENT_ID }],
    ['a bare store', { sub: 'store1' }],
    ['an empty store', { sub: 'stores/' }],
    ['an operation', { operation: 'current_customer' }],
    ['a customer', { customer: { id: 1 } }],
    ['no id', { jti: undefined }],
    ['an end two minutes ago', { iat: now() - 500, nbf: now() - 500, exp: now() - 120 }],
    ['a beginning in ten minutes', { iat: now() + 600, nbf: now() + 600 }],
    ['no end', { exp: undefined }],
  ])('refuses a token with %s (L5, L6)', async (_what, claims) => {
    await expectRefused(load(official(claims)));
  });

  it('refuses a store that did not install the app (L5)', async () => {
    await expectRefused(load(official({ sub: 'stores/never1' })), [404]);
    expect(await stored(stage.app).rows(Retailer, { externalId: 'never1' })).toEqual([]);
  });

  it('accepts a token whose clock is half a minute ahead (L6)', async () => {
    expect(await statusOf(load(official({ iat: now() + 30, nbf: now() + 30 })))).toBe(302);
  });

  it('refuses validly signed tokens of shoppers and our own login tokens (L7, L8)', async () => {
    const shopper = stage.platform.sign.currentCustomer(
      store,
      { id: 11, email: 'c@example.com' },
      {},
      { algorithm: 'HS256' },
    );
    const login = stage.platform.sign.customerLogin(store, 11);
    for (const page of ['load', 'uninstall', 'remove-user']) {
      await expectRefused(stage.signed(page, shopper));
      await expectRefused(stage.signed(page, login));
    }
    expect(await statusOf(load(official()))).toBe(302);
  });

  it('accepts older tokens without a locale and a channel (L9)', async () => {
    const user = { id: store.owner.id, email: store.owner.email };
    expect(await statusOf(load(official({ user, channel_id: undefined })))).toBe(302);
  });

  it('makes a user who does not own the store a member (L10)', async () => {
    const { token, role } = await stage.session(await load(official(staff())));
    expect(role).toBe('member');
    expect((await stage.me(token)).status).toBe(200);
    const answer = await fetch(`${stage.app.url}/retailer/module-tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(403);
  });

  it.each([
    ['/orders/106/x?y=%23', '/dashboard/orders/106/x', '#'],
    ['/products?code=stolen', '/dashboard/products', null],
    ['//evil.example', '/dashboard', null],
    ['https://evil.example', '/dashboard', null],
    ['/\\evil', '/dashboard', null],
    ['/a\r\nSet-Cookie: x=1', '/dashboard', null],
    ['/../../../admin', '/dashboard/admin', null],
  ])('leads to our own host for the url %j in the token (L11)', async (url, path, y) => {
    const answer = await load(official({ url }));
    const location = new URL(answer.headers.get('location') ?? '');
    expect([location.origin, location.pathname]).toEqual([stage.app.url, path]);
    expect(location.searchParams.get('y')).toBe(y);
    expect((await fetch(location)).status).toBe(200);
    expect(await stage.session(answer)).toMatchObject({ status: 200 });
  });

  it('accepts the older form in both base64 alphabets, as the common library does, and no other form (L12)', async () => {
    const library = new BigCommerce({ secret: CLIENT_SECRET, responseType: 'json' });
    const plain = stage.platform.sign.signedPayload(store, { nonce: '??>>' });
    expect(library.verify(plain)).toMatchObject({ store_hash: store.hash });
    expect(await statusOf(stage.signed('load', plain, 'signed_payload'))).toBe(302);
    const another = stage.platform.sign.signedPayload(store, { nonce: '>>??' });
    const inUrls = another
      .split('.')
      .map((part) => Buffer.from(part, 'base64').toString('base64url'))
      .join('.');
    expect(await statusOf(stage.signed('load', inUrls, 'signed_payload'))).toBe(302);
    await expectRefused(stage.signed('load', inUrls, 'signed_payload'));
    const [json = '', mac = ''] = stage.platform.sign.signedPayload(store).split('.');
    const raw = createHmac('sha256', CLIENT_SECRET).update(Buffer.from(json, 'base64')).digest('base64');
    await expectRefused(stage.signed('load', `${json}.${raw}`, 'signed_payload'));
    await expectRefused(stage.signed('load', `${json}.${mac.slice(0, -6)}AAAA==`, 'signed_payload'));
    const old = stage.platform.sign.signedPayload(store, { timestamp: Date.now() / 1_000 - 25 * 3_600 });
    await expectRefused(stage.signed('load', old, 'signed_payload'));
  });

  it('uses only the JWT if there is one, and refuses a query without a payload (L13, L14)', async () => {
    const query = new URLSearchParams({
      signed_payload_jwt: official({}, {}, 'another-secret'),
      signed_payload: stage.platform.sign.signedPayload(store),
    });
    await expectRefused(stage.get(`/platform-b/load?${query.toString()}`));
    for (const page of ['load', 'uninstall', 'remove-user']) {
      await expectRefused(stage.get(`/platform-b/${page}`), [400]);
    }
    const twice = official();
    await expectRefused(stage.get(`/platform-b/load?signed_payload_jwt=${twice}&signed_payload_jwt=${twice}`));
  });

  it('accepts one of two concurrent uses', async () => {
    const token = official();
    const statuses = await Promise.all([statusOf(load(token)), statusOf(load(token)), statusOf(load(token))]);
    expect(statuses.sort()).toEqual([302, 401, 401]);
  });
});

const countOf = async (table: string): Promise<number> => {
  const rows = await stage.app.sql(`SELECT 1 FROM ${table} WHERE retailer_id = $1`, [idOf(store)]);
  return rows.length;
};
const receipt = async () => {
  const { body } = await stage.app.admin<{ items: { receipt: { outcome: string } | null }[] }>(
    'GET',
    `/admin/privacy-requests?retailerId=${idOf(store)}`,
  );
  return body.items[0]?.receipt;
};
const storeStatus = async (someStore = store): Promise<string> => {
  const [row] = await stored(stage.app).rows(Retailer, { id: idOf(someStore) }, 'status');
  return row?.status ?? '';
};
const signOn = async (someStore: SimulatedStore, id: number): Promise<string> => {
  const token = stage.platform.sign.currentCustomer(someStore, { id, email: `c${id}@example.com` });
  const answer = await fetch(`${stage.app.url}/platform-b/customer/sso`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
};

describe('GET /platform-b/uninstall', () => {
  it('ends every session, erases the token, and refuses payloads that were signed before (U1)', async () => {
    const before = official({ iat: now() });
    const { token } = await stage.session(await load(official()));
    const customer = await signOn(store, 11);
    expect([(await stage.me(token)).status, (await stage.me(customer, '/customer/me')).status]).toEqual([200, 200]);
    const waiting = await load(official());
    const answer = await stage.signed('uninstall', official());
    expect([answer.status, await answer.text()]).toEqual([200, '{}']);
    expect([(await stage.me(token)).status, (await stage.me(customer, '/customer/me')).status]).toEqual([401, 401]);
    expect((await stage.session(waiting)).status).toBe(401);
    expect(await statusOf(load(before))).toBeGreaterThanOrEqual(400);
    expect([
      await countOf('retailer_credentials'),
      await countOf('refresh_tokens'),
      await countOf('platform_b_order_reads'),
    ]).toEqual([0, 0, 0]);
    expect(await storeStatus()).toBe('uninstalled');
    await waitFor(async () => (await receipt())?.outcome === 'erased');
    expect(await receipt()).toMatchObject({ outcome: 'erased', rescan: { found: {} } });
    expect([await countOf('customers'), await countOf('orders'), await countOf('deliveries')]).toEqual([0, 0, 0]);
  });

  it('changes nothing when the same call is repeated, and affects no other store (U2, U8)', async () => {
    const other = await stage.installed();
    const token = official();
    expect(await statusOf(stage.signed('uninstall', token))).toBe(200);
    await stage.installed(store);
    expect(await statusOf(stage.signed('uninstall', token))).toBe(200);
    expect([await storeStatus(), await storeStatus(other)]).toEqual(['installed', 'installed']);
  });

  it('refuses a token that was used on load, and load refuses one that was used here (U3)', async () => {
    const token = official();
    expect(await statusOf(load(token))).toBe(302);
    await expectRefused(stage.signed('uninstall', token));
    await expectRefused(stage.signed('remove-user', token));
    expect(await storeStatus()).toBe('installed');
  });

  it('succeeds for an unknown store (U4), and refuses a call without a valid signature (U5)', async () => {
    expect(await statusOf(stage.signed('uninstall', official({ sub: 'stores/never2' })))).toBe(200);
    await expectRefused(stage.signed('uninstall', official({}, {}, 'another-secret')));
    expect(await storeStatus()).toBe('installed');
  });

  it('accepts the call of any user of the store (U6)', async () => {
    expect(await statusOf(stage.signed('uninstall', official(staff())))).toBe(200);
    expect(await storeStatus()).toBe('uninstalled');
  });

  it('lets the store install again with new hooks and data, and refuses old tokens (U7)', async () => {
    const kept = official();
    const session = await stage.session(await load(official()));
    await stage.platform.uninstall(store, `${stage.app.url}/platform-b/uninstall`);
    expect(await storeStatus()).toBe('uninstalled');
    await sleepPastTheSecond();
    await stage.installed(store);
    expect(store.hooks.list()).toHaveLength(7);
    expect((await stage.customer(store, '11'))?.ordersCount).toBe(1);
    expect((await receipt())?.outcome).toBe('erased');
    await expectRefused(load(kept));
    expect((await stage.me(session.token)).status).toBe(401);
    expect(await statusOf(load(official()))).toBe(302);
  });

  it('ignores a call that was signed before the present installation', async () => {
    const kept = official({ iat: now() - 600, nbf: now() - 605 });
    expect(await statusOf(stage.signed('uninstall', kept))).toBe(200);
    expect(await storeStatus()).toBe('installed');
  });
});

describe('GET /platform-b/remove-user', () => {
  it('ends the sessions of the removed user only, and refuses tokens that were signed before (U9)', async () => {
    const older = official(staff());
    const member = await stage.session(await load(official(staff())));
    const owner = await stage.session(await load(official()));
    expect(await stage.platform.removeUser(store, `${stage.app.url}/platform-b/remove-user`, store.staff)).toBe(200);
    expect([(await stage.me(member.token)).status, (await stage.me(owner.token)).status]).toEqual([401, 200]);
    await expectRefused(load(older));
    await sleepPastTheSecond();
    const again = await stage.session(await load(official(staff())));
    expect((await stage.me(again.token)).status).toBe(200);
  });

  it('accepts the removal of a user who never opened the app, and remembers it', async () => {
    const stranger = { user: { id: 424_242, email: 's@example.com' } };
    const older = official(stranger);
    expect(await statusOf(stage.signed('remove-user', official(stranger)))).toBe(200);
    await expectRefused(load(older));
  });
});

describe('the record of used tokens', () => {
  it('outlives the tokens themselves', async () => {
    await load(official());
    const rows = await stage.app.sql<{ seconds: number }>(
      `SELECT extract(epoch FROM min(expires_at) - now())::int AS seconds FROM platform_b_used_tokens WHERE retailer_id = $1`,
      [idOf(store)],
    );
    expect(rows[0]?.seconds).toBeGreaterThan(86_400);
  });
});
