import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { aCustomer, anOrder, json, newId } from '../factories/wire.js';
import { type Answer, TestApp, waitFor } from '../setup/test-app.js';
import { deliver, installStore, SHOP } from '../setup/webhooks.js';

interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors?: { pointer: string; detail: string }[];
}
interface Page<T> {
  items: T[];
  nextCursor: string | null;
}
interface Segment {
  id: string;
  name: string;
  status: string;
  outcome: string;
  memberCount: number;
  version: number;
  entered: number;
  left: number;
}
interface Upserted {
  brandId: string;
  dryRun: boolean;
  segments: Segment[];
}
interface Delivery {
  id: string;
  deliveryId: string;
  status: string;
  attempts: number;
  receivedAt: string;
  problem: string | null;
}

const NOBODY = '11111111-1111-4111-8111-111111111111';
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ONE = { minOrders: 1 };

let app: TestApp;
let retailerId: string;
let brandId: string;

beforeAll(async () => {
  app = await TestApp.start();
  ({ retailerId, brandId } = await installStore(app));
});
afterAll(() => app.stop());

const upsert = (body: unknown, headers: Record<string, string> = {}): Promise<Answer<Upserted & Problem>> =>
  app.admin('POST', '/admin/segments/upsert', body, headers);
const get = <T>(path: string): Promise<Answer<T>> => app.admin<T>('GET', path);
const segmentsOf = (brand: string, query = ''): Promise<Answer<Page<Segment>>> =>
  get(`/admin/segments?brandId=${brand}${query}`);
const pointersOf = ({ body }: Answer<Problem>): string[] => (body.errors ?? []).map(({ pointer }) => pointer);
const keysOf = (value: object | undefined): string[] => Object.keys(value ?? {}).toSorted();

/** Requests that no client library would send. */
async function raw(method: string, path: string, init: RequestInit = {}): Promise<Answer<Problem>> {
  const headers = { authorization: `Bearer ${app.adminToken()}`, ...(init.headers as Record<string, string>) };
  const answer = await fetch(`${app.url}${path}`, { ...init, method, headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : undefined) as Problem };
}
const withJson = (body: string): RequestInit => ({ body, headers: { 'content-type': 'application/json' } });

/** Sends orders of as many customers as are asked for and waits until they have had their effect. */
async function buy(totals: Readonly<Record<number, string>>): Promise<void> {
  for (const [customerId, total] of Object.entries(totals)) {
    await deliver(app.url, { topic: 'orders/create', body: json(anOrder({ customerId: Number(customerId), total })) });
  }
  await app.settled();
}

describe('the door of the admin routes', () => {
  const routes = [
    ['POST', '/admin/segments/upsert'],
    ['POST', '/admin/segments/preview'],
    ['GET', '/admin/segments'],
    ['GET', `/admin/segments/${NOBODY}`],
    ['DELETE', `/admin/segments/${NOBODY}`],
    ['GET', `/admin/segments/${NOBODY}/members`],
    ['GET', `/admin/segments/${NOBODY}/members.csv`],
    ['GET', `/admin/segments/${NOBODY}/explain?customerId=${NOBODY}`],
    ['GET', '/admin/retailers'],
    ['GET', `/admin/retailers/${NOBODY}`],
    ['GET', `/admin/retailers/${NOBODY}/customers`],
    ['GET', `/admin/retailers/${NOBODY}/orders/1`],
    ['GET', `/admin/retailers/${NOBODY}/products`],
    ['GET', '/admin/deliveries'],
    ['GET', `/admin/deliveries/${NOBODY}`],
    ['POST', `/admin/deliveries/${NOBODY}/replay`],
    ['GET', '/admin/queues'],
    ['GET', '/admin/privacy-requests'],
    ['GET', `/admin/privacy-requests/${NOBODY}`],
    ['GET', `/admin/privacy-requests/${NOBODY}/export`],
  ] as const;

  it.each(routes)('is shut for %s %s without a token', async (method, path) => {
    const answer = await app.admin<Problem>(method, path, undefined, { authorization: '' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ status: 401, code: 'token_required' });
  });

  it.each(routes)('is shut for %s %s without full access', async (method, path) => {
    const answer = await app.admin<Problem>(method, path, undefined, { authorization: `Bearer ${app.adminToken({})}` });
    expect(answer).toMatchObject({ status: 403, body: { code: 'full_access_required' } });
  });

  it('is shut for a token of module R', async () => {
    const { tokenSecrets } = app.service.runtime.config;
    const token = signToken('module', { sub: retailerId }, tokenSecrets.module, 60);
    const answer = await app.admin<Problem>('GET', '/admin/queues', undefined, { authorization: `Bearer ${token}` });
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
  });
});

describe('a refused request', () => {
  it('says what, where and under which id, and nothing else', async () => {
    const answer = await upsert(
      { brandId, segments: [{ name: 'Bad', criteria: { minOrders: -1 } }] },
      { 'x-request-id': 'mine-1' },
    );
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toEqual({
      type: `${app.url}/problems/invalid-input`,
      title: 'Invalid input',
      status: 422,
      detail: '/segments/0/criteria/minOrders: must not be negative',
      code: 'invalid_input',
      requestId: 'mine-1',
      errors: [{ pointer: '/segments/0/criteria/minOrders', detail: 'must not be negative' }],
    });
  });

  it.each([
    ['no keys', {}, ['/brandId', '/segments']],
    ['an unknown key', { brandId: NOBODY, segments: [{ name: 'A', criteria: ONE }], extra: 1 }, ['/extra']],
    [
      'an unknown key in a segment',
      { brandId: NOBODY, segments: [{ name: 'A', criteria: ONE, color: 1 }] },
      ['/segments/0/color'],
    ],
    ['a brand that is no UUID', { brandId: 'x', segments: [{ name: 'A', criteria: ONE }] }, ['/brandId']],
    ['no segment', { brandId: NOBODY, segments: [] }, ['/segments']],
    [
      'too many segments',
      { brandId: NOBODY, segments: Array.from({ length: 101 }, (_, i) => ({ name: `S${i}`, criteria: ONE })) },
      ['/segments'],
    ],
    ['segments that are none', { brandId: NOBODY, segments: 'all' }, ['/segments']],
    ['a name of blanks', { brandId: NOBODY, segments: [{ name: '   ', criteria: ONE }] }, ['/segments/0/name']],
    [
      'a name of 121 letters',
      { brandId: NOBODY, segments: [{ name: 'a'.repeat(121), criteria: ONE }] },
      ['/segments/0/name'],
    ],
    ['a zero byte in a name', { brandId: NOBODY, segments: [{ name: 'a\0b', criteria: ONE }] }, ['/segments/0/name']],
    [
      'half of a character in a value that is deep inside',
      { brandId: NOBODY, segments: [{ name: 'A', criteria: { any: [{ emailDomains: ['\uD83D.org'] }] } }] },
      ['/segments/0/criteria/any/0/emailDomains/0'],
    ],
    ['a name that is a number', { brandId: NOBODY, segments: [{ name: 7, criteria: ONE }] }, ['/segments/0/name']],
    ['no criteria', { brandId: NOBODY, segments: [{ name: 'A' }] }, ['/segments/0/criteria']],
    [
      'criteria that are a list',
      { brandId: NOBODY, segments: [{ name: 'A', criteria: [] }] },
      ['/segments/0/criteria'],
    ],
    ['empty criteria', { brandId: NOBODY, segments: [{ name: 'A', criteria: {} }] }, ['/segments/0/criteria']],
    [
      'a criterion of another world',
      { brandId: NOBODY, segments: [{ name: 'A', criteria: { 'a/b~c': 1 } }] },
      ['/segments/0/criteria/a~1b~0c'],
    ],
    [
      'a dryRun that is text',
      { brandId: NOBODY, segments: [{ name: 'A', criteria: ONE }], dryRun: 'true' },
      ['/dryRun'],
    ],
    ['a dryRun that is null', { brandId: NOBODY, segments: [{ name: 'A', criteria: ONE }], dryRun: null }, ['/dryRun']],
    [
      'the same name twice',
      {
        brandId: NOBODY,
        segments: [
          { name: 'A', criteria: ONE },
          { name: ' A ', criteria: ONE },
        ],
      },
      ['/segments/1/name'],
    ],
  ])('names the place of %s', async (_name, body, pointers) => {
    const answer = await upsert(body);
    expect(answer.status).toBe(422);
    expect([...new Set(pointersOf(answer))].toSorted()).toEqual(pointers);
  });

  it.each([
    ['[]'],
    ['null'],
    ['"text"'],
    ['7'],
    [`{"brandId":"${NOBODY}","segments":[null]}`],
    [`{"brandId":"${NOBODY}","segments":[[]]}`],
  ])('is 422 for the body %s', async (body) => {
    expect(await raw('POST', '/admin/segments/upsert', withJson(body))).toMatchObject({
      status: 422,
      body: { code: 'invalid_input' },
    });
  });

  it('is 422 for brackets without end, and the service lives on', async () => {
    const deep = `{"brandId":"${NOBODY}","segments":[{"name":"A","criteria":{"minOrders":${'['.repeat(60_000)}${']'.repeat(60_000)}}}]}`;
    expect((await raw('POST', '/admin/segments/upsert', withJson(deep))).status).toBe(422);
    expect((await get('/admin/queues')).status).toBe(200);
  });

  it('lists a hundred mistakes at most', async () => {
    const answer = await raw(
      'POST',
      '/admin/segments/upsert',
      withJson(json({ brandId, segments: Array.from({ length: 5_000 }, () => ({})) })),
    );
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveLength(100);
  });

  it.each([['{'], ['{"brandId":'], ['{"__proto__":{"admin":true}}'], ['not json']])('is 400 for %s', async (body) => {
    expect(await raw('POST', '/admin/segments/upsert', withJson(body))).toMatchObject({
      status: 400,
      body: { code: 'malformed_request' },
    });
  });

  it('is 413 above 256 kB', async () => {
    expect(await raw('POST', '/admin/segments/upsert', withJson(`"${'a'.repeat(300_000)}"`))).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    });
  });

  it.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/xml']])(
    'is 415 for %s',
    async (type) => {
      const answer = await raw('POST', '/admin/segments/upsert', { body: 'a=b', headers: { 'content-type': type } });
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    },
  );

  it('is 405 with the methods that the address takes', async () => {
    const answer = await raw('PUT', '/admin/segments/upsert');
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toContain('POST');
  });

  it.each([
    ['/admin/nothing'],
    [`/admin/segments/${NOBODY}`],
    ['/admin/segments/not-a-uuid'],
    [`/admin/segments/${NOBODY}/members`],
    [`/admin/segments/${NOBODY}/members.csv`],
    [`/admin/segments/${NOBODY}/explain?customerId=${NOBODY}`],
    [`/admin/segments?brandId=${NOBODY}`],
    [`/admin/retailers/${NOBODY}`],
    ['/admin/retailers/not-a-uuid'],
    [`/admin/retailers/${NOBODY}/customers`],
    [`/admin/retailers/${NOBODY}/products`],
    [`/admin/deliveries/${NOBODY}`],
    ['/admin/deliveries/%00'],
  ])('is 404 for %s', async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each([
    ['/admin/segments', ['/brandId']],
    ['/admin/segments?brandId=x', ['/brandId']],
    ['/admin/retailers?limit=0', ['/limit']],
    ['/admin/retailers?limit=201', ['/limit']],
    ['/admin/retailers?limit=ten', ['/limit']],
    ['/admin/retailers?limit=0x10', ['/limit']],
    ['/admin/retailers?limit=', ['/limit']],
    ['/admin/retailers?limit=1&limit=2', ['/limit']],
    ['/admin/retailers?cursor=abc', ['/cursor']],
    ['/admin/retailers?cursor=', ['/cursor']],
    [`/admin/retailers?cursor=${Buffer.from('["x"]').toString('base64url')}`, ['/cursor']],
    ['/admin/retailers?platform=platform-z', ['/platform']],
    ['/admin/retailers?externalId=%00', ['/externalId']],
    ['/admin/retailers?sort=name', ['/sort']],
    ['/admin/deliveries?status=lost', ['/status']],
    ['/admin/deliveries?retailerId=x', ['/retailerId']],
    [`/admin/deliveries?cursor=${Buffer.from(`["yesterday","${NOBODY}"]`).toString('base64url')}`, ['/cursor']],
  ])('is 400 for %s', async (path, pointers) => {
    const answer = await get<Problem>(path);
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_query' } });
    expect([...new Set(pointersOf(answer))]).toEqual(pointers);
  });
});

describe('segments', () => {
  it('are created, kept, changed, and answered in the shape of the contract', async () => {
    const created = await upsert({
      brandId,
      segments: [{ name: ' Spenders ', criteria: { minPurchaseAmount: 50, minOrders: 1 } }],
    });
    expect(created.status).toBe(200);
    expect(keysOf(created.body)).toEqual(['brandId', 'dryRun', 'segments']);
    expect(created.body).toMatchObject({ brandId, dryRun: false });
    expect(created.body.segments).toHaveLength(1);
    expect(keysOf(created.body.segments[0])).toEqual([
      'criteria',
      'entered',
      'id',
      'left',
      'memberCount',
      'name',
      'outcome',
      'status',
    ]);
    expect(created.body.segments[0]).toMatchObject({
      name: 'Spenders',
      outcome: 'created',
      memberCount: 0,
      entered: 0,
      left: 0,
    });

    const same = await upsert({
      brandId,
      segments: [{ name: 'Spenders', criteria: { minOrders: 1, minPurchaseAmount: '50.00' } }],
    });
    expect(same.body.segments[0]?.outcome).toBe('unchanged');
    const changed = await upsert({ brandId, segments: [{ name: 'Spenders', criteria: { minPurchaseAmount: '60' } }] });
    expect(changed.body.segments[0]).toMatchObject({ outcome: 'updated', status: 'evaluating' });
    await app.settled();

    const { id = '' } = created.body.segments[0] ?? {};
    const read = await get<Segment & { evaluatedAt: string }>(`/admin/segments/${id}`);
    expect(keysOf(read.body)).toEqual([
      'brandId',
      'criteria',
      'evaluatedAt',
      'id',
      'memberCount',
      'name',
      'progress',
      'status',
      'version',
    ]);
    expect(read.body).toMatchObject({
      id,
      brandId,
      name: 'Spenders',
      version: 2,
      status: 'ready',
      criteria: { minPurchaseAmount: '60' },
    });
    expect(read.body.evaluatedAt).toMatch(ISO_UTC);
  });

  it('are all left alone where one of them is wrong', async () => {
    const before = (await segmentsOf(brandId)).body.items.length;
    const answer = await upsert({
      brandId,
      segments: [
        { name: 'Fine', criteria: ONE },
        { name: 'Wrong', criteria: { minOrders: '1' } },
      ],
    });
    expect(answer.status).toBe(422);
    expect((await segmentsOf(brandId)).body.items).toHaveLength(before);
  });

  it('are counted and not saved by a dry run', async () => {
    await buy({ 801: '70.00', 802: '20.00' });
    const answer = await upsert({ brandId, dryRun: true, segments: [{ name: 'Only a thought', criteria: ONE }] });
    expect(answer.body).toMatchObject({ dryRun: true, segments: [{ outcome: 'created', entered: 2, left: 0 }] });
    expect((await segmentsOf(brandId)).body.items.map(({ name }) => name)).not.toContain('Only a thought');
  });

  it('come page by page, by name, none twice and none missing', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `Page ${index}`);
    await upsert({ brandId, segments: names.map((name) => ({ name, criteria: ONE })) });
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await segmentsOf(brandId, `&limit=2${cursor}`);
      expect(body.items.length).toBeLessThanOrEqual(2);
      seen.push(...body.items.map(({ name }) => name));
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : '';
    } while (cursor);
    expect(seen.filter((name) => name.startsWith('Page'))).toEqual(names);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('list their members page by page', async () => {
    const { body } = await upsert({ brandId, segments: [{ name: 'Buyers', criteria: ONE }] });
    const { id = '' } = body.segments[0] ?? {};
    await buy({ 811: '10.00', 812: '10.00', 813: '10.00' });
    const first = await get<Page<Record<string, string>>>(`/admin/segments/${id}/members?limit=2`);
    expect(keysOf(first.body.items[0])).toEqual(['customerId', 'email', 'enteredAt', 'externalId']);
    expect(first.body.items[0]?.['enteredAt']).toMatch(ISO_UTC);
    const rest = await get<Page<Record<string, string>>>(
      `/admin/segments/${id}/members?limit=200&cursor=${first.body.nextCursor}`,
    );
    const ids = [...first.body.items, ...rest.body.items].map(({ externalId }) => externalId);
    expect(ids.toSorted()).toEqual(['801', '802', '811', '812', '813']);
    expect(rest.body.nextCursor).toBeNull();
  });

  it('are gone after a delete, which a second delete says', async () => {
    const { body } = await upsert({ brandId, segments: [{ name: 'Short', criteria: ONE }] });
    const path = `/admin/segments/${body.segments[0]?.id}`;
    expect(await app.admin('DELETE', path)).toMatchObject({ status: 204, body: undefined });
    expect((await app.admin('DELETE', path)).status).toBe(404);
    expect((await get(path)).status).toBe(404);
  });
});

describe('retailers', () => {
  it('are answered in the shape of the contract', async () => {
    const { status, body } = await get<Record<string, unknown>>(`/admin/retailers/${retailerId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: retailerId,
      platform: 'platform-a',
      externalId: SHOP,
      name: SHOP,
      status: 'installed',
      missingScopes: [],
      currency: 'USD',
      brands: [{ id: brandId, name: SHOP }],
      installedAt: expect.stringMatching(ISO_UTC) as unknown,
      uninstalledAt: null,
      webhooks: { registered: [], problems: [], lastCheckedAt: null, drift: null },
    });
  });

  it('are found by platform and shop', async () => {
    const found = await get<Page<{ id: string }>>(
      `/admin/retailers?platform=platform-a&externalId=${SHOP.toUpperCase()}`,
    );
    expect(found.body).toMatchObject({ items: [{ id: retailerId }], nextCursor: null });
    expect((await get<Page<object>>('/admin/retailers?externalId=nobody.myshopify.com')).body.items).toEqual([]);
    expect((await get<Page<object>>('/admin/retailers?platform=platform-b')).body.items).toEqual([]);
  });
});

describe('what a store has', () => {
  it('shows a customer with facts, consent and the names of the segments', async () => {
    await upsert({
      brandId,
      segments: [
        { name: 'B big', criteria: { minPurchaseAmount: '100' } },
        { name: 'A all', criteria: ONE },
      ],
    });
    await buy({ 901: '120.50' });
    const { body } = await get<Page<{ segments: string[] }>>(`/admin/retailers/${retailerId}/customers?externalId=901`);
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).toMatchObject({
      externalId: '901',
      email: 'c901@example.com',
      firstName: 'Jane',
      lastName: 'Doe',
      ordersCount: 1,
      totalSpent: '120.50',
      currency: 'USD',
      firstOrderAt: '2026-05-01T14:00:00.000Z',
      lastOrderAt: '2026-05-01T14:00:00.000Z',
      marketing: 'unknown',
    });
    expect(keysOf(body.items[0])).toEqual([
      'currency',
      'email',
      'externalId',
      'firstName',
      'firstOrderAt',
      'id',
      'lastName',
      'lastOrderAt',
      'marketing',
      'ordersCount',
      'otherCurrencyOrders',
      'segments',
      'totalSpent',
    ]);
    expect(body.items[0]?.segments).toEqual(expect.arrayContaining(['A all', 'B big']));
    expect(body.items[0]?.segments).toEqual(body.items[0]?.segments.toSorted());
  });

  it('finds a customer by e-mail in any case, and nobody by a part of it', async () => {
    await deliver(app.url, { topic: 'customers/create', body: json(aCustomer({ id: 902, email: 'Eve@Example.com' })) });
    await app.settled();
    const path = `/admin/retailers/${retailerId}/customers?email=`;
    const found = await get<Page<{ externalId: string; totalSpent: string; segments: string[] }>>(
      `${path}EVE%40example.com`,
    );
    expect(found.body.items).toMatchObject([{ externalId: '902', totalSpent: '0.00', segments: [] }]);
    expect((await get<Page<object>>(`${path}eve%40`)).body.items).toEqual([]);
  });

  it('shows an order with its count', async () => {
    const id = '820982911946154508';
    await deliver(app.url, {
      topic: 'orders/create',
      body: json(anOrder({ id: 'ID', customerId: 903, total: '9.99' }))
        .replaceAll('"ID"', id)
        .replaceAll('/ID', `/${id}`),
    });
    await app.settled();
    const { status, body } = await get<Record<string, unknown>>(`/admin/retailers/${retailerId}/orders/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      externalId: id,
      customerId: expect.any(String) as unknown,
      total: '9.99',
      refunded: '0.00',
      net: '9.99',
      currency: 'USD',
      counted: true,
      reason: 'paid',
      orderedAt: '2026-05-01T14:00:00.000Z',
      platformUpdatedAt: '2026-05-01T14:00:00.000Z',
    });
    expect((await get(`/admin/retailers/${retailerId}/orders/1`)).status).toBe(404);
    expect((await get(`/admin/retailers/${retailerId}/orders/%00`)).status).toBe(404);
  });

  it('shows products', async () => {
    await deliver(app.url, {
      topic: 'products/update',
      body: json({
        id: 4711,
        title: 'Mug',
        handle: 'mug',
        status: 'active',
        updated_at: '2026-05-01T10:00:00Z',
        variants: [{ price: '19.5' }],
        image: null,
      }),
    });
    await app.settled();
    const { body } = await get<Page<object>>(`/admin/retailers/${retailerId}/products?externalId=4711`);
    expect(body.items).toEqual([
      {
        externalId: '4711',
        title: 'Mug',
        handle: 'mug',
        status: 'active',
        imageUrl: null,
        price: '19.50',
        currency: 'USD',
        platformUpdatedAt: '2026-05-01T10:00:00.000Z',
      },
    ]);
  });
});

describe('deliveries', () => {
  const newest = async (query = ''): Promise<Delivery[]> =>
    (await get<Page<Delivery>>(`/admin/deliveries?retailerId=${retailerId}${query}`)).body.items;
  const send = async (topic: string, body: string): Promise<Delivery> => {
    const webhookId = randomUUID();
    await deliver(app.url, { topic, body, webhookId });
    await app.settled();
    const found = (await newest('&limit=200')).find(({ deliveryId }) => deliveryId === webhookId);
    if (!found) throw new Error('the delivery is not in the list');
    return found;
  };

  it('are listed in the shape of the contract', async () => {
    const delivery = await send('orders/create', json(anOrder({ customerId: 920 })));
    expect(delivery).toEqual({
      id: expect.any(String) as unknown,
      retailerId,
      platform: 'platform-a',
      topic: 'orders/create',
      deliveryId: delivery.deliveryId,
      status: 'processed',
      attempts: 1,
      receivedAt: expect.stringMatching(ISO_UTC) as unknown,
      processedAt: expect.stringMatching(ISO_UTC) as unknown,
      problem: null,
      emptiedAt: null,
    });
    expect((await get(`/admin/deliveries/${delivery.id}`)).body).toEqual(delivery);
  });

  it('come newest first, none twice and none missing, though many share an instant and more come in', async () => {
    const { retailerId: other } = await installStore(app, 'shop2.myshopify.com');
    await app.sql(
      `INSERT INTO deliveries (retailer_id, id, topic, delivery_id, body, received_at, status, processed_at)
       SELECT $1, gen_random_uuid(), 'orders/create', n::text, '\\x00', timestamptz '2026-01-01' + (n / 10) * interval '1 microsecond', 'processed', now()
         FROM generate_series(1, 100) n`,
      [other],
    );
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await get<Page<Delivery>>(`/admin/deliveries?retailerId=${other}&limit=7${cursor}`);
      seen.push(...body.items.map(({ deliveryId }) => deliveryId));
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : '';
      await deliver(app.url, { topic: 'orders/create', body: json(anOrder()), shop: 'shop2.myshopify.com' });
    } while (cursor);
    const places = seen.map((id) => Math.floor(Number(id) / 10));
    expect(places).toEqual(places.toSorted((a, b) => b - a));
    expect(new Set(seen).size).toBe(100);
    expect(seen).toHaveLength(100);
    const { body } = await get<Page<Delivery>>('/admin/deliveries?limit=200');
    const times = body.items.map(({ receivedAt }) => receivedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    await app.settled();
  });

  it('that failed are found and go through on a replay once their cause is gone', async () => {
    const broken = await send('orders/create', '{"id":"none"}');
    expect(broken.status).toBe('failed');
    expect((await newest('&status=failed')).map(({ id }) => id)).toEqual([broken.id]);
    const orderId = newId();
    await app.sql(`UPDATE deliveries SET body = $2 WHERE id = $1`, [
      broken.id,
      Buffer.from(json(anOrder({ id: orderId, customerId: 921 }))),
    ]);
    const replayed = await app.admin<Delivery>('POST', `/admin/deliveries/${broken.id}/replay`);
    expect(replayed.status).toBe(202);
    expect(replayed.body).toMatchObject({ id: broken.id, problem: null });
    await app.settled();
    expect((await get<Delivery>(`/admin/deliveries/${broken.id}`)).body).toMatchObject({
      status: 'processed',
      attempts: 1,
    });
    expect((await get(`/admin/retailers/${retailerId}/orders/${orderId}`)).status).toBe(200);
    expect(await newest('&status=failed')).toEqual([]);
  });

  it('that are replayed once more count once', async () => {
    const delivery = await send('orders/create', json(anOrder({ customerId: 922, total: '33.00' })));
    const replayed = await app.admin<Delivery>(
      'POST',
      `/admin/deliveries/${delivery.id}/replay`,
      {},
      { prefer: 'wait=20' },
    );
    expect(replayed).toMatchObject({ status: 200, body: { status: 'processed' } });
    const { body } = await get<Page<object>>(`/admin/retailers/${retailerId}/customers?externalId=922`);
    expect(body.items).toMatchObject([{ ordersCount: 1, totalSpent: '33.00' }]);
  });

  it('that wait already are not replayed', async () => {
    const delivery = await send('orders/create', json(anOrder({ customerId: 923 })));
    await app.sql(`UPDATE deliveries SET status = 'pending', due_at = now() + interval '1 hour' WHERE id = $1`, [
      delivery.id,
    ]);
    expect(await app.admin('POST', `/admin/deliveries/${delivery.id}/replay`)).toMatchObject({
      status: 409,
      body: { code: 'delivery_pending' },
    });
    await app.sql(`UPDATE deliveries SET status = 'processed' WHERE id = $1`, [delivery.id]);
  });

  it('show in a dry run what they would do, and do nothing', async () => {
    const delivery = await send('orders/create', json(anOrder({ customerId: 924, total: '10.00' })));
    await app.sql(`UPDATE deliveries SET body = $2 WHERE id = $1`, [
      delivery.id,
      Buffer.from(json(anOrder({ customerId: 924, total: '15.00' }))),
    ]);
    const state = (): Promise<object[]> =>
      app.sql(
        `SELECT (SELECT md5(string_agg(d::text, '' ORDER BY id)) FROM deliveries d) AS deliveries,
                (SELECT md5(string_agg(c::text, '' ORDER BY id)) FROM customers c) AS customers,
                (SELECT md5(string_agg(o::text, '' ORDER BY external_id)) FROM orders o) AS orders,
                (SELECT count(*) FROM customer_changes) AS changes`,
      );
    const before = await state();
    const trial = await app.admin('POST', `/admin/deliveries/${delivery.id}/replay`, { dryRun: true });
    expect(trial.status).toBe(200);
    expect(trial.body).toMatchObject({
      dryRun: true,
      outcome: { status: 'processed', problem: null },
      customers: [
        {
          externalId: '924',
          before: { ordersCount: 1, totalSpent: '10.00' },
          after: { ordersCount: 2, totalSpent: '25.00' },
        },
      ],
    });
    expect(await state()).toEqual(before);
  });

  it('that would bring a new customer, or nothing, say so in a dry run', async () => {
    const delivery = await send('orders/create', json(anOrder({ customerId: 925 })));
    const trial = (): Promise<Answer> => app.admin('POST', `/admin/deliveries/${delivery.id}/replay`, { dryRun: true });
    expect((await trial()).body).toMatchObject({ outcome: { status: 'processed' }, customers: [] });
    await app.sql(`UPDATE deliveries SET body = $2 WHERE id = $1`, [
      delivery.id,
      Buffer.from(json(anOrder({ customerId: 926 }))),
    ]);
    expect((await trial()).body).toMatchObject({
      customers: [{ externalId: '926', before: null, after: { ordersCount: 1 } }],
    });
    await app.sql(`UPDATE deliveries SET body = '[' WHERE id = $1`, [delivery.id]);
    expect((await trial()).body).toMatchObject({
      outcome: { status: 'failed', problem: expect.any(String) as unknown },
      customers: [],
    });
  });

  it('refuse a replay with a key that is not known', async () => {
    const answer = await app.admin<Problem>('POST', `/admin/deliveries/${NOBODY}/replay`, { dryrun: true });
    expect(answer.status).toBe(422);
    expect(pointersOf(answer)).toEqual(['/dryrun']);
  });
});

describe('queues', () => {
  it('are listed with what waits in them and in the inbox', async () => {
    await app.settled();
    const { body } = await get<{ queues: { name: string }[]; inbox: object }>('/admin/queues');
    expect(body.queues.map(({ name }) => name)).toContain('intake.process');
    expect(keysOf(body.queues[0])).toEqual(['active', 'delayed', 'failed', 'name', 'waiting']);
    expect(body.inbox).toEqual({ pending: 0, failed: 0, oldestPendingSeconds: 0 });
  });
});

describe('an Idempotency-Key', () => {
  const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });
  const named = (name: string, criteria: object = ONE): object => ({ brandId, segments: [{ name, criteria }] });
  const stored = (header: Record<string, string>): Promise<{ status: number | null }[]> =>
    app.sql(`SELECT status FROM idempotency_keys WHERE key = $1`, [header['idempotency-key']]);

  it('gets the same answer again, marked as such', async () => {
    const header = key();
    const first = await upsert(named('Keyed'), header);
    const second = await upsert(named('Keyed'), header);
    expect(first.body.segments[0]?.outcome).toBe('created');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('content-type')).toContain('application/json');
  });

  it('runs the request once, however many come at once', async () => {
    const header = key();
    const answers = await Promise.all(Array.from({ length: 20 }, () => upsert(named('At once'), header)));
    const done = answers.filter(({ status }) => status === 200);
    const waiting = answers.filter(({ status }) => status === 409);
    expect(done.length + waiting.length).toBe(20);
    expect(done.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(new Set(done.map(({ body }) => json(body))).size).toBe(1);
    for (const answer of waiting) {
      expect(answer.body.code).toBe('idempotency_key_in_use');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect((await upsert(named('At once'), header)).body.segments[0]?.outcome).toBe('created');
  });

  it('is refused with another body, and means another thing at another address', async () => {
    const header = key();
    await upsert(named('One body'), header);
    expect(await upsert(named('Another body'), header)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    const elsewhere = await app.admin('POST', `/admin/deliveries/${NOBODY}/replay`, named('Another body'), header);
    expect(elsewhere).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  });

  it('keeps a refusal too', async () => {
    const header = key();
    const first = await upsert(named('Refused', { minOrders: -1 }), header);
    const second = await upsert(named('Refused', { minOrders: -1 }), header);
    expect(second.status).toBe(422);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('content-type')).toContain('application/problem+json');
  });

  it('is free again after a fault of ours', async () => {
    const header = key();
    await app.sql('ALTER TABLE segments RENAME TO segments_away');
    const failed = await upsert(named('Second try'), header);
    await app.sql('ALTER TABLE segments_away RENAME TO segments');
    expect(failed).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    expect(json(failed.body)).not.toContain('segments_away');
    expect(await stored(header)).toEqual([]);
    expect((await upsert(named('Second try'), header)).body.segments[0]?.outcome).toBe('created');
  });

  it('is free again after a conflict that may pass', async () => {
    const [delivery] = await app.sql<{
      id: string;
    }>(`UPDATE deliveries SET status = 'pending', due_at = now() + interval '1 hour'
      WHERE (retailer_id, id) IN (SELECT retailer_id, id FROM deliveries WHERE status = 'processed' LIMIT 1) RETURNING id`);
    const header = key();
    const replay = (): Promise<Answer> => app.admin('POST', `/admin/deliveries/${delivery?.id}/replay`, {}, header);
    expect((await replay()).status).toBe(409);
    await app.sql(`UPDATE deliveries SET status = 'processed' WHERE id = $1`, [delivery?.id]);
    expect((await replay()).status).toBe(202);
    await app.settled();
  });

  it('of a request that died is taken over by the next one, after a minute', async () => {
    const header = key();
    await upsert(named('Crashed'), header);
    const dead = (age: string): Promise<unknown> =>
      app.sql(
        `UPDATE idempotency_keys SET status = NULL, answer = NULL, created_at = now() - $2::interval WHERE key = $1`,
        [header['idempotency-key'], age],
      );
    await dead('50 seconds');
    expect(await upsert(named('Crashed'), header)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_in_use' },
    });
    await dead('61 seconds');
    expect(await upsert(named('Other'), header)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect((await upsert(named('Crashed'), header)).body.segments[0]?.outcome).toBe('unchanged');
    expect(await stored(header)).toEqual([{ status: 200 }]);
  });

  it('is forgotten after a day', async () => {
    const header = key();
    await upsert(named('Yesterday'), header);
    await app.sql(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = $1`, [
      header['idempotency-key'],
    ]);
    expect((await upsert(named('Yesterday', { minOrders: 2 }), header)).body.segments[0]?.outcome).toBe('updated');
    await app.sql(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = $1`, [
      header['idempotency-key'],
    ]);
    await upsert(named('Today'), key());
    await waitFor(async () => (await stored(header)).length === 0);
  });

  it.each([
    [0, 400],
    [1, 200],
    [255, 200],
    [256, 400],
  ])('of %i characters is answered with %i', async (length, status) => {
    expect((await upsert(named('Length'), { 'idempotency-key': 'k'.repeat(length) })).status).toBe(status);
  });

  it('means nothing where nothing is created', async () => {
    const answer = await app.admin('GET', '/admin/queues', undefined, { 'idempotency-key': '' });
    expect(answer.status).toBe(200);
  });
});
