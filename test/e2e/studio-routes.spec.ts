import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SmtpSink } from '#libs/simulators';
import { RetailerUserEntity } from '../../src/auth/retailer-user.entity.js';
import { signToken } from '../../src/auth/sign-token.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Suppression } from '../../src/email/consent/suppression.entity.js';
import { PrivacyRequest } from '../../src/privacy/privacy-request.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { CRITERION_KEYS } from '../../src/segmentation/criteria/registry.js';
import { ago, given, stored } from '../factories/given.js';
import { documentedRoutes } from '../setup/routes.js';
import { type Execution, SequenceStore, step } from '../setup/sequence-store.js';
import { type Answer, TestApp, waitFor } from '../setup/test-app.js';

let app: TestApp;
let sink: SmtpSink;
let store: SequenceStore;
let other: SequenceStore;

const PEOPLE = {
  ann: { firstName: 'Ann' },
  bob: { firstName: 'Bob', marketing: 'unsubscribed' },
  cleo: { firstName: '100%' },
} as const;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url });
  store = await SequenceStore.start(app, sink, 'studio.myshopify.com', PEOPLE);
  other = await SequenceStore.start(app, sink, 'other.myshopify.com', { dan: {} });
  for (const each of [store, other]) await each.put(`of-${each.domain}`, { steps: [step('one')] });
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});

const mayHaveBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE';

/** `second` is another owner. */
type Role = 'owner' | 'second' | 'member';

/** Calls a route of the store as one of its users. */
async function as<T = unknown>(role: Role, method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const claims = {
    sub: role,
    role: role === 'member' ? ('member' as const) : ('owner' as const),
    retailerId: store.retailerId,
  };
  const token = signToken('retailer', claims, app.service.runtime.config.tokenSecrets.retailer, 600);
  const answer = await fetch(`${app.url}/retailer/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      prefer: 'wait=20',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  return { status: answer.status, headers: answer.headers, body: (isJson ? JSON.parse(text) : text) as T };
}

const own = () => `of-${store.domain}`;
const definition = (more: object = {}): object => ({
  brandId: store.brandId,
  name: 'Win back',
  segment: 'Buyers',
  steps: [step('one')],
  ...more,
});

const STATUS_OF_HOME = ['backfill', 'brandId', 'decisions', 'reading', 'troubles', 'wonBack'];

describe('the resources of another retailer', () => {
  it('do not exist for the users of a store, at any route with an id', async () => {
    const [segment] = (await app.admin<{ items: { id: string }[] }>('GET', `/admin/segments?brandId=${other.brandId}`))
      .body.items;
    const dryRun = (await other.execute(`of-${other.domain}`, { mode: 'dryRun' })).body.executionId;
    await app.sql(
      `INSERT INTO deliveries (retailer_id, id, topic, delivery_id, body, status)
       VALUES ($1, $2, 'orders/create', 'd', '{}', 'failed')`,
      [other.retailerId, randomUUID()],
    );
    const [delivery] = await app.sql<{ id: string }>('SELECT id FROM deliveries WHERE retailer_id = $1', [
      other.retailerId,
    ]);
    const ids: Readonly<Record<string, string | undefined>> = {
      brands: other.brandId,
      segments: segment?.id,
      sequences: `of-${other.domain}`,
      executions: dryRun,
      deliveries: delivery?.id,
      customers: other.idOf('dan'),
      images: randomUUID(),
    };
    const before = await app.sql('SELECT id, version, paused_at FROM sequences ORDER BY id');
    const routes = (await documentedRoutes()).filter(({ path }) => /^\/retailer\/\w+\/\{id\}/.test(path));
    expect(routes.length).toBeGreaterThan(25);
    for (const { method, path } of routes) {
      const resource = path.split('/')[2] ?? '';
      const address = path.replace('{id}', ids[resource] ?? '').replace(/\{step\}/, 'one');
      const bodies: Readonly<Record<string, object>> = {
        approval: { approval: 'approved' },
        approve: { planHash: 'a'.repeat(64) },
        'privacy-requests': { kind: 'data_request' },
      };
      const body = method === 'PUT' ? definition() : (bodies[path.split('/').at(-1) ?? ''] ?? {});
      const { status } = await as(
        'owner',
        method,
        address.replace('/retailer/', ''),
        mayHaveBody(method) ? body : undefined,
      );
      // An id that a user chooses may be taken, and the user has to learn that.
      expect({ method, path, status }).toEqual({ method, path, status: method === 'PUT' ? 409 : 404 });
    }
    expect(await app.sql('SELECT id, version, paused_at FROM sequences ORDER BY id')).toEqual(before);
  });

  it('are not reached through a brand of the query or the body either', async () => {
    const { brandId } = other;
    const segments = [{ name: 'Mine', criteria: { minOrders: 1 } }];
    const calls: [string, string, object?][] = [
      ['GET', `segments?brandId=${brandId}`],
      ['GET', `sequences?brandId=${brandId}`],
      ['GET', `images?brandId=${brandId}`],
      ['GET', `home?brandId=${brandId}`],
      ['POST', 'segments/upsert', { brandId, segments }],
      ['POST', 'segments/preview', { brandId, criteria: { minOrders: 1 } }],
      ['POST', 'segments/estimate', { brandId, criteria: { minOrders: 1 } }],
      ['PUT', 'sequences/new-one', { ...definition(), brandId }],
      ['POST', 'sequences/preview', { ...definition(), brandId, step: 'one' }],
      ['POST', 'sequences/preview', { ...definition(), step: 'one', customerId: other.idOf('dan') }],
      ['POST', 'email-templates/win-back/use', { brandId, segment: 'Buyers', language: 'en' }],
      ['POST', 'image/generate', { brandId, prompt: 'a lane' }],
    ];
    for (const [method, path, body] of calls) {
      expect({ path, status: (await as('owner', method, path, body)).status }).toEqual({ path, status: 404 });
    }
  });

  it('are in no list', async () => {
    const { body } = await as<{ items: { id: string }[] }>('owner', 'GET', 'sequences');
    expect(body.items.map(({ id }) => id)).toEqual([own()]);
    const brands = await as<{ items: { id: string }[] }>('owner', 'GET', 'brands');
    expect(brands.body.items.map(({ id }) => id)).toEqual([store.brandId]);
    const deliveries = await as<{ items: unknown[] }>('owner', 'GET', 'deliveries');
    expect(deliveries.body.items).toEqual([]);
  });
});

describe('a member', () => {
  it('prepares: segments, sequences, plans and dry runs', async () => {
    const { brandId } = store;
    const segments = [{ name: 'Prepared', criteria: { minOrders: 1 } }];
    const saved = await as<{ segments: { id: string }[] }>('member', 'POST', 'segments/upsert', { brandId, segments });
    expect(saved.status).toBe(200);
    const renamed = await as('member', 'PATCH', `segments/${saved.body.segments[0]?.id}`, { name: 'Renamed' });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Renamed', formerNames: ['Prepared'] } });
    expect(
      (await as('member', 'PUT', 'sequences/prepared', definition({ steps: [step('one'), step('two')] }))).status,
    ).toBe(201);
    expect(await as('member', 'POST', 'sequences/prepared/plan', {})).toMatchObject({
      status: 200,
      body: {
        audience: 3,
        counts: { queued: 4, skipped: { unsubscribed: 2 } },
        people: { emailed: 2, leftOut: { unsubscribed: 1 } },
        cost: { emails: 4, codes: 0 },
      },
    });
    expect((await as('member', 'POST', 'sequences/preview', { ...definition(), step: 'one' })).status).toBe(200);
    expect((await as('member', 'POST', 'sequences/prepared/execute', { mode: 'dryRun' })).status).toBe(200);
    expect((await as('member', 'POST', 'sequences/prepared/pause')).status).toBe(200);
  });

  it('does not send, approve, delete, or decide who gets emails', async () => {
    await as('owner', 'PUT', 'sequences/theirs', definition());
    const { body } = await as<{ planHash: string }>('owner', 'POST', 'sequences/theirs/plan', {});
    const calls: [string, string, object?][] = [
      ['POST', 'sequences/theirs/execute', { planHash: body.planHash }],
      ['POST', 'sequences/theirs/execute', {}],
      ['PUT', 'sequences/theirs', definition({ trigger: 'segment_entered' })],
      ['POST', 'sequences/theirs/resume'],
      ['DELETE', 'sequences/theirs'],
      ['PATCH', `brands/${store.brandId}`, { sender: { name: 'Me' } }],
      ['PATCH', `brands/${store.brandId}`, { settings: { mailUnknownConsent: true } }],
      ['PATCH', 'store', { settings: { countUnpaidOrders: true } }],
      ['DELETE', 'suppressions?email=a@example.com'],
    ];
    for (const [method, path, change] of calls) {
      const answer = await as('member', method, path, change);
      expect({ path, ...answer }).toMatchObject({ path, status: 403, body: { code: 'owner_required' } });
    }
    expect((await as('member', 'PATCH', `brands/${store.brandId}`, { cornerRadius: 4 })).status).toBe(200);
  });

  it('changes no sequence that sends by itself', async () => {
    expect((await as('owner', 'PUT', 'sequences/by-itself', definition({ trigger: 'segment_entered' }))).status).toBe(
      201,
    );
    expect((await as('member', 'PUT', 'sequences/by-itself', definition())).status).toBe(403);
    expect((await as('owner', 'DELETE', 'sequences/by-itself')).status).toBeLessThan(500);
  });

  it('tests to the own address alone', async () => {
    await given(app).insert(RetailerUserEntity, {
      retailerId: store.retailerId,
      subject: 'member',
      role: 'member',
      roleSince: ago(1, 'hour'),
      email: 'mia@studio.example',
    });
    const test = (...recipients: string[]) =>
      as('member', 'POST', `sequences/${own()}/execute`, { mode: 'test', recipients });
    expect((await test('Mia@studio.example')).status).toBe(200);
    expect((await test('ann@studio.example')).status).toBe(403);
    expect((await test('mia@studio.example', 'ann@studio.example')).status).toBe(403);
    expect(sink.emails.map(({ to }) => to.toLowerCase())).toEqual(['mia@studio.example']);
    expect(await as('member', 'GET', 'store/team')).toMatchObject({
      body: { users: [{ id: 'member', role: 'member', email: 'mia@studio.example' }] },
    });
  });
});

describe('a live run of an owner', () => {
  it('needs the plan that was looked at, and sends it', async () => {
    const run = (body: object) => as<Execution & { code: string }>('owner', 'POST', `sequences/${own()}/execute`, body);
    expect(await run({})).toMatchObject({ status: 422, body: { errors: [{ pointer: '/planHash' }] } });
    expect(await run({ planHash: 'a'.repeat(64) })).toMatchObject({ status: 422 });
    const plan = async () =>
      (await as<{ planHash: string; expiresAt: string }>('member', 'POST', `sequences/${own()}/plan`, {})).body;
    const first = await plan();
    expect((await plan()).planHash).toBe(first.planHash);
    await given(app).set(Customer, { marketing: 'unsubscribed' }, { id: store.idOf('cleo') });
    expect(await run({ planHash: first.planHash })).toMatchObject({
      status: 409,
      body: { code: 'plan_changed', changed: ['consent'] },
    });
    const second = await plan();
    expect(await run({ planHash: second.planHash, mode: 'dryRun' })).toMatchObject({ status: 422 });
    expect(await run({ planHash: second.planHash })).toMatchObject({ status: 200, body: { counts: { sent: 1 } } });
    expect(store.received()['ann']).toEqual(['one']);
  });

  it('is still open to admins without a plan', async () => {
    await other.put('admins', { steps: [step('two')] });
    expect((await other.execute('admins', {})).status).toBe(202);
  });
});

describe('the counts of an execution', () => {
  it('come as they change, until it ends', async () => {
    await as('owner', 'PUT', 'sequences/watched', definition());
    const started = await as<Execution>('owner', 'POST', 'sequences/watched/execute', { mode: 'dryRun' });
    const claims = { sub: 'owner', role: 'owner', retailerId: store.retailerId } as const;
    const token = signToken('retailer', claims, app.service.runtime.config.tokenSecrets.retailer, 600);
    const answer = await fetch(`${app.url}/retailer/executions/${started.body.executionId}/stream`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [execution = '', end = ''] = (await answer.text()).split('\n\n');
    expect(JSON.parse(execution.replace('event: execution\ndata: ', ''))).toMatchObject({ status: 'completed' });
    const path = `executions/${started.body.executionId}/messages`;
    const some = (query: string) =>
      as<{ items: { state: string; reason: string | null }[] }>('member', 'GET', `${path}?${query}`);
    expect((await some('state=skipped')).body.items.map(({ reason }) => reason)).toContain('unsubscribed');
    expect((await some('reason=unsubscribed&state=queued')).body.items).toEqual([]);
    expect((await some('clicked=true')).body.items).toEqual([]);
    expect((await some('reason=unsubscribed')).body.items.every(({ state }) => state === 'skipped')).toBe(true);
    expect(end).toBe('event: end\ndata: {}');
  });
});

describe('the products of a store', () => {
  it('are found by a part of the title, whatever characters it has', async () => {
    await app.sql(
      `INSERT INTO products (retailer_id, external_id, title, status, platform_updated_at)
       SELECT r, id, title, 'active', now() FROM (VALUES
         ($1::uuid, 'p1', 'Pebble Mug'), ($1, 'p2', '100% linen'), ($2::uuid, 'p3', 'Mug of others')) AS v (r, id, title)`,
      [store.retailerId, other.retailerId],
    );
    const find = async (q: string): Promise<string[]> => {
      const path = `store/products?q=${encodeURIComponent(q)}`;
      const { body } = await as<{ items: { externalId: string }[] }>('member', 'GET', path);
      return body.items.map(({ externalId }) => externalId);
    };
    expect([await find('mUG'), await find('0%'), await find('_')]).toEqual([['p1'], ['p2'], []]);
  });
});

describe('the customers of a store', () => {
  it('are found by a part of the name or of the address, whatever characters it has', async () => {
    const find = async (q: string) => {
      const path = `customers?q=${encodeURIComponent(q)}`;
      const { body } = await as<{ items: { externalId: string }[] }>('member', 'GET', path);
      return body.items.map(({ externalId }) => externalId);
    };
    expect(await find('ANN')).toEqual(['ann']);
    expect((await find('studio.example')).toSorted()).toEqual(['ann', 'bob', 'cleo']);
    expect(await find('0%')).toEqual(['cleo']);
    expect(await find('dan')).toEqual([]);
    const first = await as<{ items: object[]; nextCursor: string }>('member', 'GET', 'customers?q=studio&limit=2');
    const path = `customers?q=studio&limit=2&cursor=${first.body.nextCursor}`;
    const rest = await as<{ items: object[]; nextCursor: null }>('member', 'GET', path);
    expect([first.body.items.length, rest.body.items.length, rest.body.nextCursor]).toEqual([2, 1, null]);
    await app.sql(
      `INSERT INTO customers (retailer_id, id, external_id, first_name, last_name)
       SELECT $1, gen_random_uuid(), 'named-' || n, first, last
         FROM (VALUES (1, 'Zo', 'Quill'), (2, 'Zo', NULL), (3, NULL, 'Quill'), (4, NULL, NULL)) AS v (n, first, last)`,
      [store.retailerId],
    );
    expect((await find('zo')).toSorted()).toEqual(['named-1', 'named-2']);
    expect((await find('QUILL')).toSorted()).toEqual(['named-1', 'named-3']);
    expect(await find('zo qui')).toEqual(['named-1']);
    await app.sql(`DELETE FROM customers WHERE external_id LIKE 'named-%'`);
  });

  it('show their emails, their orders and their consent with its cause', async () => {
    const [id, email] = [store.idOf('ann'), store.addressOf('ann')];
    await app.sql('UPDATE customers SET marketing_updated_at = now() WHERE id = $1', [id]);
    await as('member', 'POST', 'suppressions', { email, reason: 'complaint' });
    const { status, body } = await as('member', 'GET', `customers/${id}`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        segments: expect.arrayContaining(['Buyers']),
        consent: { marketing: 'subscribed', decidedAt: expect.any(String), suppressed: { reason: 'complaint' } },
      },
    });
    expect(await as('member', 'GET', `customers/${id}/emails`)).toMatchObject({
      body: { items: [{ step: 'one', state: 'sent', email }], nextCursor: null },
    });
    expect(await as('member', 'GET', `customers/${id}/orders`)).toMatchObject({ body: { items: [] } });
    await given(app).delete(Suppression, { email });
  });
});

describe('the home of a store', () => {
  const lapse = (name: string, spent: string, orders = 2) =>
    given(app).set(
      Customer,
      { lastOrderAt: ago(120, 'day'), totalSpent: spent, ordersCount: orders },
      {
        id: store.idOf(name),
      },
    );

  it('counts lapsed customers, those who may be emailed, and those to write to first', async () => {
    await lapse('ann', '900.00');
    await lapse('bob', '300.50');
    await lapse('cleo', '10.00', 1);
    const { status, body } = await as<Record<string, object>>('member', 'GET', 'home');
    expect(status).toBe(200);
    const early = await as<Record<string, object>>('member', 'GET', 'home/status');
    expect(Object.keys(early.body).toSorted()).toEqual(STATUS_OF_HOME);
    expect(body).toMatchObject(early.body);
    expect(body['lapsed']).toMatchObject({
      days: 90,
      customers: 3,
      spent: { amount: '1210.50', currency: 'USD' },
      mailable: { customers: 1, spent: { amount: '900.00' } },
      first: { customers: 1 },
    });
    const people = async (group: string) =>
      (await as<{ items: object[] }>('member', 'GET', `home/customers?group=${group}`)).body.items;
    expect(await people('mailable')).toMatchObject([
      { customerId: store.idOf('ann'), spent: { amount: '900.00', currency: 'USD' }, orders: 2 },
    ]);
    expect(await people('first')).toHaveLength(1);
    const page = await as<{ items: object[]; nextCursor: string }>(
      'member',
      'GET',
      'home/customers?group=lapsed&limit=2',
    );
    const rest = await as<{ items: object[] }>(
      'member',
      'GET',
      `home/customers?group=lapsed&cursor=${page.body.nextCursor}`,
    );
    expect([...page.body.items, ...rest.body.items]).toMatchObject(
      ['ann', 'bob', 'cleo'].map((name) => ({ customerId: store.idOf(name) })),
    );
    const email = store.addressOf('ann');
    await as('member', 'POST', 'suppressions', { email, reason: 'complaint' });
    expect(await people('mailable')).toEqual([]);
    await given(app).delete(Suppression, { email });
    const cells = body['rfm'] as { customers: number; spent: string }[];
    expect(cells.reduce((sum, cell) => sum + cell.customers, 0)).toBe(3);
    const preview = { brandId: store.brandId, criteria: { lastOrderOlderThanDays: 90 } };
    expect(await as('member', 'POST', 'segments/preview', preview)).toMatchObject({
      body: { count: 3, spent: '1210.50', currency: 'USD' },
    });
    const estimate = await as('member', 'POST', 'segments/estimate', preview);
    expect(estimate.body).toEqual({ about: 3, low: 3, high: 3 });
  });

  it('names what does not work and what waits for a decision', async () => {
    await as('member', 'POST', 'sequences/theirs/plan', {});
    await given(app).set(
      Retailer,
      { status: 'needs_reauth', missingScopes: ['read_orders'] },
      { id: store.retailerId },
    );
    const { body } = await as<{ troubles: object[]; decisions: object[] }>('member', 'GET', 'home');
    const grantUrl = `${app.url}/platform-a/auth?shop=studio.myshopify.com`;
    expect(body.troubles).toMatchObject([
      { code: 'needs_reauth', grantUrl },
      { code: 'missing_scopes', grantUrl },
    ]);
    expect(body.decisions).toMatchObject([{ kind: 'plan', ids: expect.arrayContaining(['theirs']) }]);
    await given(app).set(Retailer, { status: 'installed', missingScopes: [] }, { id: store.retailerId });
  });
});

describe('the criteria', () => {
  it('are those of the registry, each with what a builder needs', async () => {
    const { body } = await as<{ keys: { key: string; type: string; unit: string | null; text: string }[] }>(
      'member',
      'GET',
      'criteria',
    );
    expect(body.keys.map(({ key }) => key)).toEqual(CRITERION_KEYS);
    expect(body.keys.filter(({ text, type }) => !text || type === 'text')).toEqual([]);
    const entry = (wanted: string) => body.keys.find(({ key }) => key === wanted);
    expect(entry('minPurchaseAmount')).toMatchObject({ type: 'money', unit: 'currency', atMost: 'maxPurchaseAmount' });
    expect(entry('lastOrderOlderThanDays')).toMatchObject({ type: 'integer', unit: 'days', dependsOnTime: true });
    expect(entry('marketing')).toMatchObject({ type: 'choice', options: ['subscribed', 'unsubscribed', 'unknown'] });
  });
});

describe('an operator who acts for a store', () => {
  it('is named by the log of actions, and a user of the store is not', async () => {
    await as('owner', 'PATCH', `brands/${store.brandId}`, { cornerRadius: 6 });
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-rekindle-csrf': '1' };
    const send = (method: string, path: string, body: object, cookie = '') =>
      fetch(`${app.url}${path}`, { method, headers: { ...headers, cookie }, body: JSON.stringify(body) });
    const cookieOf = (answer: Response): string =>
      answer.headers
        .getSetCookie()
        .find((line) => line.startsWith('rekindle=ey'))
        ?.split(';')[0] ?? '';
    const signedIn = cookieOf(await send('POST', '/dashboard/session', { adminToken: app.adminToken() }));
    const chosen = cookieOf(
      await send('POST', '/dashboard/session/retailer', { retailerId: store.retailerId }, signedIn),
    );
    expect((await send('PATCH', `/retailer/brands/${store.brandId}`, { cornerRadius: 8 }, chosen)).status).toBe(200);
    const log = await app.admin<{ items: object[] }>('GET', `/admin/actions?action=${encodeURIComponent(ACTION)}`);
    expect(log.body.items).toMatchObject([{ subject: 'tester', retailerId: store.retailerId, outcome: 'ok' }]);
  });
  const ACTION = 'PATCH /retailer/brands/{id}';
});

describe('a brand that wants two people to approve', () => {
  const settings = (approvalByTwo: boolean) =>
    as('owner', 'PATCH', `brands/${store.brandId}`, { settings: { approvalByTwo } });
  const send = (role: Role, planHash: string) => as(role, 'POST', 'sequences/by-two/execute', { planHash });
  const approve = (role: Role, planHash: string) => as(role, 'POST', 'sequences/by-two/approve', { planHash });
  const plan = async () =>
    (
      await as<{ planHash: string; approvals: object[]; approvalsNeeded: number }>(
        'owner',
        'POST',
        'sequences/by-two/plan',
        {},
      )
    ).body;

  it('sends a plan only after two different people have approved exactly this plan', async () => {
    await as('owner', 'PUT', 'sequences/by-two', definition());
    const { planHash: before } = await plan();
    expect(await approve('second', before)).toMatchObject({ status: 200, body: { approvalsNeeded: 1 } });
    expect((await settings(true)).status).toBe(200);
    const { planHash, approvals, approvalsNeeded } = await plan();
    // The approval of the plan before does not count: the rules of the brand are a part of the plan.
    expect({ approvals, approvalsNeeded }).toEqual({ approvals: [], approvalsNeeded: 2 });
    const missing = { status: 409, body: { code: 'approval_missing' } };
    expect(await send('owner', planHash)).toMatchObject(missing);
    expect((await approve('member', planHash)).status).toBe(403);
    expect((await approve('owner', 'b'.repeat(64))).status).toBe(422);
    for (const again of [1, 2]) {
      expect((await approve('owner', planHash)).body, String(again)).toMatchObject({
        approvals: [{ kind: 'user', subject: 'owner' }],
        approvalsNeeded: 2,
      });
    }
    expect(await send('owner', planHash)).toMatchObject(missing);
    expect((await plan()).approvals).toMatchObject([{ subject: 'owner' }]);
    expect((await send('second', planHash)).status).toBeLessThan(300);
  });

  it('counts operators too, who need a plan then', async () => {
    const admin = (path: string, body: object) => app.admin('POST', `/admin/sequences/by-two/${path}`, body);
    expect(await admin('execute', {})).toMatchObject({ status: 422, body: { errors: [{ pointer: '/planHash' }] } });
    await as('owner', 'PUT', 'sequences/by-two', definition({ name: 'By two, again' }));
    const { planHash } = await plan();
    expect(await admin('execute', { planHash })).toMatchObject({ status: 409, body: { code: 'approval_missing' } });
    expect((await admin('approve', { planHash })).body).toMatchObject({ approvals: [{ kind: 'admin' }] });
    expect((await as('owner', 'POST', 'sequences/by-two/execute', { mode: 'dryRun' })).status).toBeLessThan(300);
    expect((await send('owner', planHash)).status).toBeLessThan(300);
    await settings(false);
  });
});

describe('two people who edit one sequence', () => {
  it('do not overwrite each other where they name the version', async () => {
    const put = (version?: number, name = 'Edited') =>
      as<{ version: number; code: string }>('owner', 'PUT', 'sequences/edited', definition({ name, version }));
    expect(await put(1)).toMatchObject({ status: 409, body: { code: 'sequence_version_conflict' } });
    expect(await put(0)).toMatchObject({ status: 201, body: { version: 1 } });
    expect(await put(1, 'By one')).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await put(1, 'By the other')).toMatchObject({ status: 409, body: { code: 'sequence_version_conflict' } });
    expect(await as('member', 'GET', 'sequences/edited')).toMatchObject({ body: { name: 'By one', version: 2 } });
    expect(await put(undefined, 'Whoever comes')).toMatchObject({ status: 200, body: { version: 3 } });
  });
});

describe('a request about personal data', () => {
  interface Request {
    readonly id: string;
    readonly status: string;
  }
  const ask = (role: Role, name: 'ann' | 'bob', body: object) =>
    as<Request>(role, 'POST', `customers/${store.idOf(name)}/privacy-requests`, body);
  const done = async ({ body: { id } }: Answer<Request>) => {
    const read = async () => (await as<Request>('owner', 'GET', `privacy-requests/${id}`)).body;
    await waitFor(async () => (await read()).status === 'done');
    return read();
  };

  it('gives an owner all that is stored about a customer', async () => {
    expect((await ask('member', 'ann', { kind: 'data_request' })).status).toBe(403);
    const asked = await ask('owner', 'ann', { kind: 'data_request' });
    expect(asked).toMatchObject({ status: 201, body: { kind: 'data_request', deliveryId: null } });
    expect(await done(asked)).toMatchObject({ status: 'done', receipt: { outcome: 'exported' } });
    expect(await as('owner', 'GET', `privacy-requests/${asked.body.id}/export`)).toMatchObject({
      body: { person: { emails: [store.addressOf('ann')] } },
    });
    expect((await as('member', 'GET', `privacy-requests/${asked.body.id}/export`)).status).toBe(403);
    const [request] = await stored(app).rows(PrivacyRequest, { id: asked.body.id });
    await given(app).delete(PrivacyRequest, { id: asked.body.id });
    await given(app).insert(PrivacyRequest, { ...request, retailerId: other.retailerId });
    for (const path of ['', '/export']) {
      expect((await as('owner', 'GET', `privacy-requests/${asked.body.id}${path}`)).status).toBe(404);
    }
  });

  it('erases a customer whose address the owner has typed', async () => {
    const wrong = { status: 422, body: { errors: [{ pointer: '/confirm' }] } };
    expect(await ask('owner', 'bob', { kind: 'customer_redact' })).toMatchObject(wrong);
    expect(await ask('owner', 'bob', { kind: 'customer_redact', confirm: 'ann' })).toMatchObject(wrong);
    expect(await ask('owner', 'bob', { kind: 'retailer_redact', confirm: store.addressOf('bob') })).toMatchObject({
      status: 422,
    });
    const asked = await ask('owner', 'bob', { kind: 'customer_redact', confirm: store.addressOf('bob').toUpperCase() });
    expect(await done(asked)).toMatchObject({ status: 'done', receipt: { outcome: 'erased' } });
    expect((await as('owner', 'GET', `customers/${store.idOf('bob')}`)).status).toBe(404);
  });
});
