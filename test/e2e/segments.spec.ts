import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CRITERIA, CRITERION_KEYS } from '../../src/segmentation/criteria/registry.js';
import { Membership } from '../../src/segmentation/membership/membership.entity.js';
import { given } from '../factories/given.js';
import { anOrder, json, newId } from '../factories/wire.js';
import { step } from '../setup/sequence-store.js';
import { mistakeOf } from '../setup/studio-words.js';
import { TestApp } from '../setup/test-app.js';
import { deliver, installStore } from '../setup/webhooks.js';

const DAY = 86_400_000;

interface Upserted {
  readonly segments: readonly {
    readonly id: string;
    readonly name: string;
    readonly outcome: string;
    readonly sample?: { entered: unknown[] };
  }[];
}
interface Node {
  readonly key: string;
  readonly holds: boolean;
  readonly fact?: unknown;
  readonly value?: unknown;
  readonly orders?: readonly string[];
  readonly children?: readonly Node[];
}

let app: TestApp;
let brandId: string;
let retailerId: string;
beforeAll(async () => {
  app = await TestApp.start();
  ({ brandId, retailerId } = await installStore(app));
  await buy(1, '50.00', NOW - 100 * DAY);
  await buy(1, '70.00', NOW - 3 * DAY);
  await buy(2, '20.00', NOW - 45 * DAY);
  await app.settled();
});
afterAll(() => app.stop());

const NOW = Date.now();

async function buy(customerId: number, total: string, at: number, extra: Record<string, unknown> = {}): Promise<void> {
  const time = new Date(at).toISOString();
  const body = anOrder({ id: newId(), customerId, total, processedAt: time, updatedAt: time, extra });
  const sent = { topic: 'orders/create', body: json(body), webhookId: randomUUID() };
  expect((await deliver(app.url, sent)).status).toBe(200);
}

const upsert = (segment: object, dryRun = false) =>
  app.admin<Upserted>('POST', '/admin/segments/upsert', { brandId, dryRun, segments: [segment] });

async function create(name: string, criteria: object): Promise<string> {
  const { status, body } = await upsert({ name, criteria });
  expect(status).toBe(200);
  await app.settled();
  return body.segments[0]?.id ?? '';
}

const customerOf = async (externalId: number): Promise<string> => {
  const path = `/admin/retailers/${retailerId}/customers?externalId=${externalId}`;
  const { body } = await app.admin<{ items: { id: string }[] }>('GET', path);
  return body.items[0]?.id ?? '';
};

describe('an upsert', () => {
  it('accepts criteria with every key', async () => {
    const criteria = Object.fromEntries(CRITERION_KEYS.map((key) => [key, CRITERIA[key].schema.example]));
    const { status, body } = await upsert({ name: 'Everything', criteria: { any: [criteria], not: criteria } }, true);
    expect({ status, body }).toMatchObject({ status: 200, body: { segments: [{ outcome: 'created' }] } });
  });

  it('shows in a dry run the customers who would enter', async () => {
    const { body } = await upsert({ name: 'Sample', criteria: { maxPurchaseAmount: 20 } }, true);
    expect(body.segments[0]?.sample).toEqual({
      entered: [{ customerId: await customerOf(2), externalId: '2', email: 'c2@example.com' }],
      left: [],
    });
  });

  it('accepts ids in capitals, too', async () => {
    const name = 'Capitals';
    const { body } = await upsert({ name, criteria: { minOrders: 1 } });
    await app.settled();
    const again = await app.admin('POST', '/admin/segments/upsert', {
      brandId: brandId.toUpperCase(),
      segments: [{ name, criteria: { minOrders: 1 } }],
    });
    const id = body.segments[0]?.id ?? '';
    expect(again.body).toMatchObject({ brandId, segments: [{ id, outcome: 'unchanged' }] });
    const { body: shown } = await app.admin<{ memberCount: number }>('GET', `/admin/segments/${id.toUpperCase()}`);
    expect(shown).toMatchObject({ id });
    expect(shown.memberCount).toBeGreaterThan(0);
  });

  it('is refused if somebody else has changed the segment since', async () => {
    const name = 'Versioned';
    const at = (version: number, minOrders: number) => upsert({ name, version, criteria: { minOrders } });
    expect((await at(1, 1)).status).toBe(409);
    expect((await at(0, 1)).status).toBe(200);
    expect((await at(1, 2)).status).toBe(200);
    const late = await at(1, 3);
    expect(late).toMatchObject({ status: 409, body: { code: 'segment_version_conflict' } });
    const list = await app.admin<{ items: { name: string; version: number; criteria: object }[] }>(
      'GET',
      `/admin/segments?brandId=${brandId}`,
    );
    expect(list.body.items.find((segment) => segment.name === name)).toMatchObject({
      version: 2,
      criteria: { minOrders: 2 },
    });
  });
});

describe('a rename', () => {
  const CRITERIA_OF_ONE = { minOrders: 1 };
  const rename = (id: string, name: string) =>
    app.admin<{ name: string; formerNames: string[]; version: number; errors?: { pointer: string; detail: string }[] }>(
      'PATCH',
      `/admin/segments/${id}`,
      { name },
    );

  it('leaves the former name as a way to the segment, in upserts and in sequences', async () => {
    const id = await create('Old', CRITERIA_OF_ONE);
    expect(await rename(id, ' New ')).toMatchObject({
      status: 200,
      body: { id, name: 'New', formerNames: ['Old'], version: 1, memberCount: 2 },
    });
    const renewed = await upsert({ name: 'Old', criteria: CRITERIA_OF_ONE });
    expect(renewed.body.segments).toMatchObject([{ id, name: 'New', outcome: 'unchanged' }]);
    const changed = await upsert({ name: 'Old', version: 1, criteria: { minOrders: 2 } });
    expect(changed.body.segments).toMatchObject([{ id, name: 'New', outcome: 'updated' }]);
    await app.settled();
    const sequence = { brandId, name: 'To old', segment: 'Old', steps: [step('one')] };
    expect(await app.admin('PUT', '/admin/sequences/to-old', sequence)).toMatchObject({ status: 201 });
    for (const segment of [undefined, 'Old', 'New']) {
      const run = await app.admin('POST', '/admin/sequences/to-old/execute', { mode: 'dryRun', segment });
      expect(run).toMatchObject({ status: 202, body: { audience: 1 } });
    }
    const customer = await app.admin<{ items: { segments: string[] }[] }>(
      'GET',
      `/admin/retailers/${retailerId}/customers?externalId=1`,
    );
    expect(customer.body.items[0]?.segments).toContain('New');
    expect(customer.body.items[0]?.segments).not.toContain('Old');
  });

  it('may return to a former name, and keeps a name that it has', async () => {
    const id = await create('First', CRITERIA_OF_ONE);
    await rename(id, 'Second');
    await rename(id, 'Third');
    expect((await rename(id, 'First')).body).toMatchObject({ name: 'First', formerNames: ['Second', 'Third'] });
    expect((await rename(id, 'First')).body).toMatchObject({ name: 'First', formerNames: ['Second', 'Third'] });
  });

  it('takes no name that another segment of the brand has or had, until that segment is deleted', async () => {
    const [taken, other] = [await create('Taken before', CRITERIA_OF_ONE), await create('Other', CRITERIA_OF_ONE)];
    await rename(taken, 'Taken');
    expect(await rename(other, 'Taken')).toMatchObject({
      status: 409,
      body: {
        code: 'segment_name_taken',
        errors: [{ pointer: '/name', detail: 'is the name of another segment' }],
      },
    });
    const detail = 'is a former name of the segment "Taken"';
    const former = await rename(other, 'Taken before');
    expect(former).toMatchObject({ status: 409, body: { errors: [{ pointer: '/name', detail }] } });
    for (const { detail: said } of former.body.errors ?? []) expect(mistakeOf(said)?.code).toBe('former_name');
    await app.admin('DELETE', `/admin/segments/${taken}`);
    expect(await rename(other, 'Taken before')).toMatchObject({ status: 200, body: { name: 'Taken before' } });
    expect(await create('Taken', CRITERIA_OF_ONE)).not.toBe(taken);
  });

  it('gives a name to one of two segments that ask for it at once', async () => {
    const ids = [await create('Left', CRITERIA_OF_ONE), await create('Right', CRITERIA_OF_ONE)];
    const answers = await Promise.all(ids.map((id) => rename(id, 'Middle')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('does not meet the names of another store', async () => {
    const store = await installStore(app, `names-${randomUUID()}.myshopify.com`);
    const segments = [{ name: 'Elsewhere', criteria: CRITERIA_OF_ONE }];
    const made = await app.admin<Upserted>('POST', '/admin/segments/upsert', { brandId: store.brandId, segments });
    const there = made.body.segments[0]?.id ?? '';
    await rename(there, 'Elsewhere now');
    const here = await create('Here', CRITERIA_OF_ONE);
    expect((await rename(here, 'Elsewhere')).status).toBe(200);
    expect((await rename(here, 'Elsewhere now')).status).toBe(200);
    const again = await app.admin<Upserted>('POST', '/admin/segments/upsert', { brandId: store.brandId, segments });
    expect(again.body.segments[0]).toMatchObject({ id: there, outcome: 'unchanged' });
  });

  it('is refused for an upsert that names the segment twice, and for a bad or one too many names', async () => {
    const id = await create('Twice', CRITERIA_OF_ONE);
    await rename(id, 'Twice now');
    const segments = ['Twice', 'Twice now'].map((name) => ({ name, criteria: CRITERIA_OF_ONE }));
    expect(await app.admin('POST', '/admin/segments/upsert', { brandId, segments })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/segments/1/name', detail: 'is in the request twice' }] },
    });
    for (const name of ['', ' ', 'a'.repeat(121)]) expect((await rename(id, name)).status).toBe(422);
    const names = Array.from({ length: 50 }, (_, index) => `Name ${index}`);
    await app.sql('UPDATE segments SET former_names = $2 WHERE id = $1', [id, names]);
    expect(await rename(id, 'One more')).toMatchObject({ status: 409, body: { code: 'too_many_names' } });
    expect(await rename(id, 'Name 7')).toMatchObject({ status: 200, body: { name: 'Name 7' } });
  });
});

describe('a preview', () => {
  const preview = (criteria: object, asOf?: string) =>
    app.admin<{ count: number; sample: { externalId: string }[]; asOf: string }>('POST', '/admin/segments/preview', {
      brandId,
      criteria,
      ...(asOf ? { asOf } : {}),
    });

  it('counts the customers who would be members, now or at a past instant', async () => {
    expect((await preview({ minPurchaseAmount: 100 })).body).toMatchObject({ count: 1, sample: [{ externalId: '1' }] });
    const then = new Date(NOW - 4 * DAY).toISOString();
    expect((await preview({ minPurchaseAmount: 100 }, then)).body).toEqual({
      count: 0,
      spent: '0.00',
      currency: 'USD',
      sample: [],
      asOf: then,
    });
    expect((await preview({ lastOrderOlderThanDays: 90 }, then)).body).toMatchObject({ count: 1 });
  });

  it.each([
    [{ minOrder: 1 }, undefined, 422, '/criteria/minOrder'],
    [{ minOrders: 1 }, '2026-01-01', 422, '/asOf'],
    [{ minOrders: 1 }, '2026-13-01T00:00:00Z', 422, '/asOf'],
    [{ minOrders: 1 }, '1066-10-14T09:00:00Z', 422, '/asOf'],
  ])('refuses %j at %s', async (criteria, asOf, status, pointer) => {
    const answer = await preview(criteria, asOf);
    expect(answer).toMatchObject({ status, body: { errors: [{ pointer }] } });
  });
});

describe('an explanation', () => {
  it('contains the facts, the orders and the next change', async () => {
    const id = await create('Explained', { minOrders: 2, not: { lastOrderOlderThanDays: 30 } });
    const customerId = await customerOf(1);
    const { status, body } = await app.admin<{ member: boolean; nextChangeAt: string; tree: Node }>(
      'GET',
      `/admin/segments/${id}/explain?customerId=${customerId}`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      member: true,
      nextChangeAt: new Date(NOW + 27 * DAY).toISOString(),
      tree: {
        key: 'all',
        holds: true,
      },
    });
    const children = body.tree.children ?? [];
    const orders = children.find(({ key }) => key === 'minOrders');
    expect(orders).toMatchObject({ operator: '>=', value: 2, fact: 2, holds: true });
    expect(orders?.orders).toHaveLength(2);
    expect(children.find(({ key }) => key === 'not')).toMatchObject({
      holds: true,
      children: [{ children: [{ key: 'lastOrderOlderThanDays', holds: false }] }],
    });
  });

  it('is 404 for an unknown customer and 400 without a customer', async () => {
    const id = await create('Unexplained', { minOrders: 1 });
    expect((await app.admin('GET', `/admin/segments/${id}/explain?customerId=${randomUUID()}`)).status).toBe(404);
    expect((await app.admin('GET', `/admin/segments/${id}/explain`)).status).toBe(400);
  });
});

describe('members', () => {
  it('of a past day are the customers who were members then', async () => {
    const id = await create('Then', { minOrders: 1 });
    const entered = new Date(Date.now() - 10 * DAY);
    const left = new Date(Date.now() - 5 * DAY);
    await given(app).set(
      Membership,
      { enteredAt: entered, leftAt: left },
      { segmentId: id, customerId: await customerOf(2) },
    );
    const at = async (time: number): Promise<string[]> => {
      const path = `/admin/segments/${id}/members?at=${new Date(time).toISOString()}`;
      const { body } = await app.admin<{ items: { externalId: string }[] }>('GET', path);
      return body.items.map(({ externalId }) => externalId);
    };
    expect(await at(entered.getTime() - 1)).toEqual([]);
    expect(await at(entered.getTime())).toEqual(['2']);
    expect(await at(left.getTime() - 1)).toEqual(['2']);
    expect(await at(left.getTime())).toEqual([]);
    expect((await app.admin('GET', `/admin/segments/${id}/members?at=yesterday`)).status).toBe(400);
  });

  it('are exported as CSV, all of them, without formulas', async () => {
    const id = await create('Exported', { noOrders: true });
    await app.sql(
      `INSERT INTO customers (retailer_id, id, external_id, email)
       SELECT $1, gen_random_uuid(), 'x' || n, CASE n WHEN 7 THEN '=cmd|x!a1@example.com' ELSE n || '@example.com' END
         FROM generate_series(1, 2345) n`,
      [retailerId],
    );
    await app.sql(
      `INSERT INTO customer_changes (retailer_id, customer_id, cause)
       SELECT retailer_id, id, 'x' FROM customers WHERE external_id LIKE 'x%'`,
    );
    await app.settled();
    const answer = await fetch(`${app.url}/admin/segments/${id}/members.csv`, {
      headers: { authorization: `Bearer ${app.adminToken()}` },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="members.csv"');
    const lines = (await answer.text()).trimEnd().split('\r\n');
    expect(lines[0]).toBe('customerId,externalId,email,enteredAt');
    expect(lines).toHaveLength(2_346);
    expect(new Set(lines).size).toBe(2_346);
    expect(lines.find((line) => line.includes(',x7,'))).toContain(`,'=cmd|x!a1@example.com,`);
  });
});

describe('the API document', () => {
  it('describes criteria with every key, and criteria within criteria', async () => {
    const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as {
      components: { schemas: Record<string, { properties: Record<string, object>; additionalProperties?: boolean }> };
    };
    const schema = document.components.schemas['Criteria'];
    const self = { $ref: '#/components/schemas/Criteria' };
    expect(Object.keys(schema?.properties ?? {}).toSorted()).toEqual(
      [...CRITERION_KEYS, 'all', 'any', 'not'].toSorted(),
    );
    expect(schema?.properties['all']).toMatchObject({ type: 'array', items: self, minItems: 1 });
    expect(json(schema?.properties['not'])).toContain(self.$ref);
    expect(schema?.properties['minPurchaseAmount']).toMatchObject({ oneOf: [{ type: 'string' }, { type: 'number' }] });
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false, minProperties: 1 });
    const previews = ['SegmentPreviewAnswer', 'StepPreviewAnswer'].map((name) => document.components.schemas[name]);
    expect(previews.map((one) => Object.keys(one?.properties ?? {}).includes('asOf'))).toEqual([true, false]);
    const body = document.components.schemas['SegmentDefinitionBody'];
    expect(json(body?.properties['criteria'])).toContain(self.$ref);
  });
});
