import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { LOCKS } from '../../src/database/locks.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { given } from '../factories/given.js';
import { anOrder, json } from '../factories/wire.js';
import { AdminClient, ISO_UTC, keysOf, type Page, type Segment as SegmentAnswer } from '../setup/admin-client.js';
import { type Answer, TestApp } from '../setup/test-app.js';
import { deliver, installStore } from '../setup/webhooks.js';

const ONE = { minOrders: 1 };

let app: TestApp;
let admin: AdminClient;
let brandId: string;
let retailerId: string;

beforeAll(async () => {
  app = await TestApp.start();
  admin = new AdminClient(app);
  ({ brandId, retailerId } = await installStore(app));
});
afterAll(() => app.stop());

/** Sends one order with the given total for each customer, by the customer's id. Waits until all have their effect. */
async function buy(totals: Readonly<Record<number, string>>): Promise<void> {
  for (const [customerId, total] of Object.entries(totals)) {
    await deliver(app.url, { topic: 'orders/create', body: json(anOrder({ customerId: Number(customerId), total })) });
  }
  await app.settled();
}

const segmentsOf = (brand: string, query = ''): Promise<Answer<Page<SegmentAnswer>>> =>
  admin.get(`/admin/segments?brandId=${brand}${query}`);

describe('segments', () => {
  it('are created, kept, changed, and answered in the shape of the contract', async () => {
    const created = await admin.upsert({
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
      status: 'evaluating',
      memberCount: null,
      entered: 0,
      left: 0,
    });

    const same = await admin.upsert({
      brandId,
      segments: [{ name: 'Spenders', criteria: { minOrders: 1, minPurchaseAmount: '50.00' } }],
    });
    expect(same.body.segments[0]?.outcome).toBe('unchanged');
    const changed = await admin.upsert({
      brandId,
      segments: [{ name: 'Spenders', criteria: { minPurchaseAmount: '60' } }],
    });
    expect(changed.body.segments[0]).toMatchObject({ outcome: 'updated', status: 'evaluating' });
    await app.settled();

    const { id = '' } = created.body.segments[0] ?? {};
    const read = await admin.get<SegmentAnswer & { evaluatedAt: string }>(`/admin/segments/${id}`);
    expect(keysOf(read.body)).toEqual([
      'brandId',
      'criteria',
      'evaluatedAt',
      'formerNames',
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

  it('are all left unchanged if one in the request is invalid', async () => {
    const before = (await segmentsOf(brandId)).body.items.length;
    const answer = await admin.upsert({
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
    const answer = await admin.upsert({ brandId, dryRun: true, segments: [{ name: 'Only a thought', criteria: ONE }] });
    expect(answer.body).toMatchObject({ dryRun: true, segments: [{ outcome: 'created', entered: 2, left: 0 }] });
    expect((await segmentsOf(brandId)).body.items.map(({ name }) => name)).not.toContain('Only a thought');
  });

  it('are listed page by page in the order of their names, none twice and none missing', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `Page ${index}`);
    await admin.upsert({ brandId, segments: names.map((name) => ({ name, criteria: ONE })) });
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
    const { body } = await admin.upsert({ brandId, segments: [{ name: 'Buyers', criteria: ONE }] });
    const { id = '' } = body.segments[0] ?? {};
    await buy({ 811: '10.00', 812: '10.00', 813: '10.00' });
    const first = await admin.get<Page<Record<string, string>>>(`/admin/segments/${id}/members?limit=2`);
    expect(keysOf(first.body.items[0])).toEqual(['customerId', 'email', 'enteredAt', 'externalId']);
    expect(first.body.items[0]?.['enteredAt']).toMatch(ISO_UTC);
    const rest = await admin.get<Page<Record<string, string>>>(
      `/admin/segments/${id}/members?limit=200&cursor=${first.body.nextCursor}`,
    );
    const ids = [...first.body.items, ...rest.body.items].map(({ externalId }) => externalId);
    expect(ids.toSorted()).toEqual(['801', '802', '811', '812', '813']);
    expect(rest.body.nextCursor).toBeNull();
  });

  it('are gone after a delete, and a second delete answers 404', async () => {
    const { body } = await admin.upsert({ brandId, segments: [{ name: 'Short', criteria: ONE }] });
    const path = `/admin/segments/${body.segments[0]?.id}`;
    expect(await app.admin('DELETE', path)).toMatchObject({ status: 204, body: undefined });
    expect((await app.admin('DELETE', path)).status).toBe(404);
    expect((await admin.get(path)).status).toBe(404);
  });
});

describe('the routes of segments', () => {
  it('answer after the evaluation with Prefer: wait, with a member count that includes the customers who entered', async () => {
    await buy({ 701: '7000.00', 702: '7000.00', 703: '7000.00' });
    const wanted = { brandId, segments: [{ name: 'Whales', criteria: { minPurchaseAmount: 6_000 } }] };
    const wait = { prefer: 'wait=20' };
    const created = await admin.upsert(wanted, wait);
    expect(created).toMatchObject({
      status: 200,
      body: { segments: [{ outcome: 'created', status: 'ready', memberCount: 3, entered: 3 }] },
    });
    const dry = await admin.upsert({ ...wanted, dryRun: true }, wait);
    expect(dry.body.segments[0]).toMatchObject({ outcome: 'unchanged', status: 'ready', memberCount: 3 });
    const changed = await admin.upsert({
      brandId,
      segments: [{ name: 'Whales', criteria: { minPurchaseAmount: 6_000, minOrders: 2 } }],
    });
    expect(changed.body.segments[0]).toMatchObject({ status: 'evaluating', memberCount: null, left: 3 });
    const again = await admin.upsert(
      { brandId, segments: [{ name: 'Whales', criteria: { minPurchaseAmount: 6_000, minOrders: 2 } }] },
      wait,
    );
    expect(again.body.segments[0]).toMatchObject({ outcome: 'unchanged', status: 'ready', memberCount: 0, entered: 0 });
  });

  it('show no member count during an evaluation, and answer when the time to wait is over', async () => {
    const segments = [{ name: 'Slow', criteria: { minOrders: 1 } }];
    const [{ id } = { id: '' }] = (await admin.upsert({ brandId, segments }, { prefer: 'wait=20' })).body.segments;
    const evaluation = new pg.Client(app.service.runtime.databaseUrl);
    await evaluation.connect();
    await evaluation.query('BEGIN');
    await evaluation.query('SELECT pg_advisory_xact_lock($1::int, hashtext($2))', [LOCKS.segmentation, retailerId]);
    await given(app).set(Segment, { status: 'evaluating' }, { id });
    const answer = await admin.upsert({ brandId, segments }, { prefer: 'wait=1' });
    const shown = await admin.get<SegmentAnswer>(`/admin/segments/${id}`);
    const listed = (await segmentsOf(brandId)).body.items.find((segment) => segment.id === id);
    await evaluation.end();
    for (const segment of [answer.body.segments[0], shown.body, listed]) {
      expect(segment).toMatchObject({ status: 'evaluating', memberCount: null });
    }
    await app.settled();
  });

  it('refuse a number with the rounding error of a float, and name the text to send instead', async () => {
    const answer = await admin.upsert({
      brandId,
      segments: [{ name: 'Float', criteria: { minPurchaseAmount: 0.1 + 0.2 } }],
    });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            pointer: '/segments/0/criteria/minPurchaseAmount',
            detail:
              'is 0.30000000000000004, the binary float of 0.30, with more than 4 decimals; send "0.30" as a string',
          },
        ],
      },
    });
  });

  it('explain a membership by exactly one of: external id, email address, our id of the customer', async () => {
    await buy({ 721: '15.00' });
    const { body } = await admin.upsert({ brandId, segments: [{ name: 'Why', criteria: ONE }] }, { prefer: 'wait=20' });
    const path = `/admin/segments/${body.segments[0]?.id}/explain`;
    const byId = await admin.get<{ customerId: string }>(`${path}?externalId=721`);
    expect(byId).toMatchObject({ status: 200, body: { member: true } });
    const { customerId } = byId.body;
    for (const name of ['email=C721%40example.com', `customerId=${customerId.toUpperCase()}`]) {
      expect((await admin.get(`${path}?${name}`)).body).toMatchObject({ customerId, member: true });
    }
    for (const query of ['', '?externalId=721&email=c721%40example.com', `?customerId=${customerId}&externalId=721`]) {
      expect(await admin.get(`${path}${query}`)).toMatchObject({
        status: 400,
        body: { code: 'malformed_query', errors: [{ pointer: '/customerId' }] },
      });
    }
    for (const query of ['externalId=nobody', 'email=nobody%40example.com', 'email=c721']) {
      expect((await admin.get(`${path}?${query}`)).status).toBe(404);
    }
    await buy({ 722: '15.00' });
    await given(app).set(Customer, { email: 'c721@example.com' }, { externalId: '722' });
    expect(await admin.get(`${path}?email=c721%40example.com`)).toMatchObject({
      status: 409,
      body: { code: 'several_customers' },
    });
  });
});
