import { get } from 'node:http';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SmtpSink } from '#libs/simulators';
import { signToken } from '../../src/auth/sign-token.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Order } from '../../src/commerce/model/order.entity.js';
import { ago, given } from '../factories/given.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { TestApp, waitFor } from '../setup/test-app.js';

/** Each row has more than 2 kB of text, so that the file does not fit into the buffers of its connection. */
const MANY = 12_000;
const ROWS_AT_ONCE = 1_000;
const MIB = 2 ** 20;
/** Bytes that may be read and not received yet. */
const MOST_AHEAD = 14 * MIB;

let app: TestApp;
let sink: SmtpSink;
let store: SequenceStore;
let other: SequenceStore;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url, DATABASE_POOL_SIZE: '20' });
  store = await SequenceStore.start(app, sink, 'exports.myshopify.com', { ann: { firstName: '=1+1' }, bob: {} });
  other = await SequenceStore.start(app, sink, 'others.myshopify.com', { dan: {} });
  const customerId = store.idOf('ann');
  await given(app).set(
    Customer,
    { totalSpent: '123.4500', ordersCount: 4, lastOrderAt: ago(9, 'day') },
    { id: customerId },
  );
  await given(app).set(Customer, { totalSpent: '0', ordersCount: 0 }, { id: other.idOf('dan') });
  await given(app).insert(Order, { ...ORDER, retailerId: store.retailerId, externalId: '7', customerId });
  await given(app).insert(Order, { ...ORDER, retailerId: store.retailerId, externalId: '8', customerId: null });
  await given(app).insert(Order, { ...ORDER, retailerId: other.retailerId, externalId: '9', customerId: null });
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});

const ORDER = {
  currency: 'USD',
  total: '20',
  refunded: '7.5',
  net: '12.5',
  counted: true,
  reason: 'paid',
  financialStatus: 'paid',
  test: false,
  productIds: ['p1', 'p2'],
  orderedAt: new Date('2026-10-01T00:00:00Z'),
  platformUpdatedAt: new Date('2026-10-02T00:00:00Z'),
} as const;

const addressOf = (path: string, { retailerId } = store): string =>
  `${app.url}/admin/retailers/${retailerId}/export/${path}`;
const fetched = (path: string, headers: Record<string, string> = {}, of = store): Promise<Response> =>
  fetch(addressOf(path, of), { headers: { authorization: `Bearer ${app.adminToken()}`, ...headers } });
const csv = async (path: string, of = store): Promise<Record<string, string>[]> =>
  parse(await (await fetched(path, {}, of)).text(), { columns: true });
const segmentOf = async ({ brandId }: SequenceStore): Promise<string> =>
  (await app.admin<{ items: { id: string }[] }>('GET', `/admin/segments?brandId=${brandId}`)).body.items[0]?.id ?? '';

describe('an export', () => {
  it('has the customers of one retailer with facts, scores and segments', async () => {
    const rows = await csv('customers');
    expect(rows.map(({ externalId }) => externalId).toSorted()).toEqual(['ann', 'bob']);
    expect(rows.find(({ externalId }) => externalId === 'ann')).toMatchObject({
      id: store.idOf('ann'),
      firstName: "'=1+1",
      ordersCount: '4',
      totalSpent: '123.45',
      averageOrder: '30.8625',
      currency: 'USD',
      recency: expect.stringMatching(/^[1-5]$/) as string,
      frequency: expect.stringMatching(/^[1-5]$/) as string,
      monetary: expect.stringMatching(/^[1-5]$/) as string,
      segments: '["Buyers"]',
    });
    expect(await csv('customers', other)).toMatchObject([{ externalId: 'dan', averageOrder: '' }]);
  });

  it('has orders with both ids of their customer, and those of guests without', async () => {
    expect(await csv('orders')).toMatchObject([
      {
        externalId: '7',
        customerId: store.idOf('ann'),
        customerExternalId: 'ann',
        net: '12.50',
        productIds: '["p1","p2"]',
        orderedAt: '2026-10-01T00:00:00.000Z',
      },
      { externalId: '8', customerId: '', customerExternalId: '' },
    ]);
  });

  it('has the members of a segment with their spend and last order', async () => {
    const rows = await csv(`members?segmentId=${await segmentOf(store)}`);
    expect(rows.find(({ externalId }) => externalId === 'ann')).toMatchObject({
      totalSpent: '123.45',
      lastOrderAt: expect.stringMatching(/Z$/),
      enteredAt: expect.stringMatching(/Z$/),
    });
    expect(rows).toHaveLength(2);
  });

  it('has executions with their counts, and the results of sequences', async () => {
    await store.put('win', { steps: [step('one')] });
    const { body } = await store.execute('win', {});
    await store.ended(body.executionId);
    expect(await csv('executions')).toMatchObject([
      { executionId: body.executionId, sequenceId: 'win', mode: 'live', audience: '2', sent: '2', skipped: '0' },
    ]);
    expect(await csv('results')).toMatchObject([{ sequenceId: 'win', status: 'off', attributedOrders: '0' }]);
  });

  it('comes in the format of the query, or of Accept', async () => {
    const lines = await fetched('orders', { accept: 'application/x-ndjson' });
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
    expect(lines.headers.get('content-disposition')).toBe('attachment; filename="orders.jsonl"');
    const [first = ''] = (await lines.text()).split('\n');
    expect(JSON.parse(first)).toMatchObject({ externalId: '7', net: '12.50', counted: true, productIds: ['p1', 'p2'] });
    const parquet = await fetched('orders?format=parquet', { accept: 'text/csv' });
    expect(parquet.headers.get('content-disposition')).toBe('attachment; filename="orders.parquet"');
    expect(await parquetReadObjects({ file: await parquet.arrayBuffer() })).toMatchObject([
      {
        externalId: '7',
        net: expect.closeTo(12.5, 9),
        counted: true,
        productIds: ['p1', 'p2'],
        orderedAt: ORDER.orderedAt,
      },
      { externalId: '8', customerId: null },
    ]);
  });

  it.each(['customers', 'orders', 'members', 'executions', 'results'])(
    'has the same rows and columns of %s in every format',
    async (kind) => {
      const query = kind === 'members' ? `&segmentId=${await segmentOf(store)}` : '';
      const inCsv = await csv(`${kind}?format=csv${query}`);
      const text = await (await fetched(`${kind}?format=jsonl${query}`)).text();
      const inLines = text.split('\n').filter(Boolean);
      const file = await (await fetched(`${kind}?format=parquet${query}`)).arrayBuffer();
      const inParquet = await parquetReadObjects({ file });
      const columns = Object.keys(inCsv[0] ?? {});
      expect(columns.length).toBeGreaterThan(4);
      expect([inLines.length, inParquet.length]).toEqual([inCsv.length, inCsv.length]);
      expect(Object.keys(JSON.parse(inLines[0] ?? '{}') as object)).toEqual(columns);
      expect(Object.keys(inParquet[0] ?? {})).toEqual(columns);
    },
  );

  it('is refused for an unknown kind, format, retailer or segment', async () => {
    const statusOf = async (path: string) => (await fetched(path)).status;
    expect(await statusOf('invoices')).toBe(404);
    expect(await statusOf('orders?format=xlsx')).toBe(400);
    expect(await statusOf('members')).toBe(400);
    expect(await statusOf(`orders?segmentId=${await segmentOf(store)}`)).toBe(400);
    expect(await statusOf(`members?segmentId=${await segmentOf(other)}`)).toBe(404);
    const unknown = { retailerId: store.idOf('nobody') } as SequenceStore;
    expect((await fetched('orders', {}, unknown)).status).toBe(404);
  });

  it('is for owners, who get the data of their own store', async () => {
    const as = (role: 'owner' | 'member') => {
      const claims = { sub: role, role, retailerId: other.retailerId } as const;
      const token = signToken('retailer', claims, app.service.runtime.config.tokenSecrets.retailer, 600);
      return fetch(`${app.url}/retailer/export/orders`, { headers: { authorization: `Bearer ${token}` } });
    };
    expect((await as('member')).status).toBe(403);
    expect(parse(await (await as('owner')).text(), { columns: true })).toMatchObject([{ externalId: '9' }]);
  });
});

describe('a large export', () => {
  beforeAll(async () => {
    await app.sql(
      `INSERT INTO customers (retailer_id, id, external_id, email, first_name, orders_count, total_spent)
       SELECT $1, gen_random_uuid(), 'many' || n, 'many' || n || '@example.com',
              repeat(md5(n::text), 64), 1, n
         FROM generate_series(1, $2::int) n`,
      [other.retailerId, MANY],
    );
  });

  it('is read from Postgres while it is sent', async () => {
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    const fetches = (): number =>
      queries.mock.calls.filter(([text]) => typeof text === 'string' && text.startsWith('FETCH')).length;
    const answer = await fetched('customers', {}, other);
    let bytes = 0;
    let mostAhead = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += (chunk as Uint8Array).length;
      mostAhead = Math.max(mostAhead, fetches() * ROWS_AT_ONCE * 2_048 - bytes);
    }
    expect(fetches()).toBe(MANY / ROWS_AT_ONCE + 1);
    queries.mockRestore();
    expect(bytes).toBeGreaterThan(MANY * 2_048);
    expect(mostAhead).toBeLessThan(MOST_AHEAD);
  });

  it('shows one instant, whatever is written meanwhile', async () => {
    const answer = await fetched('customers', {}, other);
    await app.sql(`DELETE FROM customers WHERE retailer_id = $1 AND external_id = 'many7'`, [other.retailerId]);
    const tag = answer.headers.get('etag') ?? '';
    expect((await answer.text()).split('\r\n')).toHaveLength(MANY + 3);
    const after = await fetched('customers', { 'if-none-match': tag }, other);
    expect([after.status, after.headers.get('etag') === tag]).toEqual([200, false]);
    await after.body?.cancel();
  });

  it('gives its connection back where the reader has the file already', async () => {
    const open = async (): Promise<number> =>
      (
        await app.sql(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
        )
      ).length;
    await waitFor(async () => {
      const { headers } = await fetched('orders', {}, other);
      const again = await fetched('orders', { 'if-none-match': `W/${headers.get('etag') ?? ''}` }, other);
      return again.status === 304;
    });
    await vi.waitFor(async () => expect(await open()).toBe(0), 20_000);
  });

  it('ends with the connection of its reader, and few run at once', async () => {
    const cursors = async (): Promise<number> =>
      (await app.sql(`SELECT FROM pg_stat_activity WHERE query ~ '^FETCH' AND state <> 'idle'`)).length;
    const open = () =>
      new Promise<{ status: number; stop: () => void }>((resolve, reject) => {
        const headers = { authorization: `Bearer ${app.adminToken()}` };
        const request = get(addressOf('customers', other), { headers }, (answer) =>
          resolve({ status: answer.statusCode ?? 0, stop: () => request.destroy() }),
        );
        request.on('error', reject);
      });
    const running: Awaited<ReturnType<typeof open>>[] = [];
    // The export of the test before may be ending.
    await waitFor(async () => {
      const opened = await open();
      if (opened.status === 200) running.push(opened);
      return running.length === 2;
    });
    expect((await open()).status).toBe(429);
    for (const { stop } of running) stop();
    await waitFor(async () => (await cursors()) === 0);
    await waitFor(async () => (await fetched('orders', {}, other)).status === 200);
  });
});
