import { gzipSync } from 'node:zlib';
import { entityId } from '#libs/kernel';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Order } from '../../src/commerce/model/order.entity.js';
import { ImportBatchesService } from '../../src/imports/import-batches.service.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { aCustomerRedact } from '../factories/compliance.js';
import { given, stored } from '../factories/given.js';
import { json } from '../factories/wire.js';
import { ImportClient } from '../setup/import-client.js';
import { expectMetric } from '../setup/metrics.js';
import { placeOrder } from '../setup/place-order.js';
import { type SequenceStore, step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';
import { waitFor } from '../setup/wait-for.js';
import { deliver, installStore } from '../setup/webhooks.js';

const stores = sequenceStores('imports', 1);

let store: SequenceStore;
let imports: ImportClient;

beforeEach(async () => {
  store = await stores.open({ '1': {}, '2': { marketing: 'unknown' } });
  imports = new ImportClient(stores.app, store.retailerId);
});

const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const YESTERDAY = daysAgo(1);
const HEADER = 'Order ID,Customer ID,Email,Total,Date,Status';

/** The customer 1 of the store, a person of the till alone, an unreadable line, and an order of nobody. */
const FILE = (): string =>
  [
    HEADER,
    `1001,77,${store.addressOf('1').toUpperCase()},30.00,2025-03-01,paid`,
    `1002,78,tilly@example.com,"1,010.50",${YESTERDAY},completed`,
    `1003,78,tilly@example.com,5,2024-01-01,cancelled`,
    `1004,78,tilly@example.com,-5,2024-01-01,paid`,
    `1005,,,7.00,2024-01-01,paid`,
  ].join('\n');

interface Person {
  readonly id: string;
  readonly externalId: string;
  readonly ordersCount: number;
  readonly totalSpent: string | { readonly amount: string };
  readonly marketing: string;
  readonly segments: readonly string[];
}
const people = async (email: string): Promise<readonly Person[]> => {
  const path = `/admin/retailers/${store.retailerId}/customers?email=${encodeURIComponent(email)}`;
  return (await stores.app.admin<{ items: Person[] }>('GET', path)).body.items;
};
const rowsOf = async () => ({
  customers: await stored(stores.app).rows(Customer, { retailerId: store.retailerId }),
  orders: await stored(stores.app).rows(Order, { retailerId: store.retailerId }),
});

describe('an import of orders', () => {
  it('shows its first rows and what would happen, then happens like that, once, and follows into segments', async () => {
    // The store was opened with facts of orders that do not exist.
    const none = { ordersCount: 0, totalSpent: '0' };
    await given(stores.app).set(Customer, none, { retailerId: store.retailerId, id: store.idOf('1') });
    const created = await imports.create();
    expect([created.status, created.body.state, created.body.preview]).toEqual([201, 'awaiting_file', null]);
    const { id } = created.body;
    const sent = await imports.send(id, FILE());
    expect([sent.status, sent.body.state]).toEqual([202, 'uploaded']);
    expect(sent.body.preview).toMatchObject({
      columns: HEADER.split(','),
      mapping: { orderId: 'Order ID', customerId: 'Customer ID', email: 'Email', total: 'Total', orderedAt: 'Date' },
    });
    expect(sent.body.preview?.rows).toHaveLength(5);
    expect(sent.body.preview?.refused.map(({ reasonParts }) => reasonParts?.code)).toEqual(['negative_amount']);
    const before = await rowsOf();
    const dry = await imports.start(id, { dryRun: true });
    const counts = { lines: 5, accepted: 4, refused: 1, created: 4, updated: 0, unchanged: 0 };
    expect([dry.status, dry.body.state, dry.body.dryRun]).toEqual([200, 'completed', true]);
    expect(dry.body.counts).toEqual(counts);
    expect(await rowsOf()).toEqual(before);
    const done = await imports.start(id);
    expect(done.body).toMatchObject({ state: 'completed', dryRun: false, undoable: true, counts, preview: null });
    await stores.app.settled();
    const [known, ...others] = await people(store.addressOf('1'));
    expect(others).toEqual([]);
    expect(known).toMatchObject({ externalId: '1', ordersCount: 1 });
    const [till] = await people('tilly@example.com');
    expect(till).toMatchObject({ externalId: 'till:78', ordersCount: 1, segments: ['Buyers'] });
    expect(JSON.stringify(till?.totalSpent)).toContain('1010.5');
    const order = await stores.app.admin('GET', `/admin/retailers/${store.retailerId}/orders/till:1003`);
    expect(order.body).toMatchObject({ counted: false, reason: 'voided' });
    const again = await imports.import(FILE());
    expect(again.counts).toEqual({ ...counts, created: 0, unchanged: 4 });
  });

  it('changes orders that it has brought before, and can be taken back one after the other', async () => {
    const empty = await rowsOf();
    const first = await imports.import(FILE());
    const between = await rowsOf();
    const second = await imports.import(`${HEADER}\n1002,79,else@example.com,50,2025-01-01,paid\n`);
    expect(second.counts).toMatchObject({ updated: 1, created: 0 });
    expect(await people('else@example.com')).toMatchObject([{ ordersCount: 1 }]);
    expect((await imports.undo(second.id)).body).toMatchObject({ state: 'undone', undoable: false });
    expect(await rowsOf()).toEqual(between);
    expect((await imports.undo(first.id)).body.state).toBe('undone');
    const facts = { ordersCount: 0, totalSpent: '0.0000', firstOrderAt: null, lastOrderAt: null, largestOrder: null };
    const customers = empty.customers.map((row) => (row.externalId === '1' ? { ...row, ...facts } : row));
    expect(await rowsOf()).toEqual({ orders: [], customers });
    await stores.app.settled();
    expect(await people('tilly@example.com')).toEqual([]);
  });

  it('that is taken back before a later one leaves what the later one says', async () => {
    const first = await imports.import(FILE());
    const second = await imports.import(`${HEADER}\n1002,78,tilly@example.com,50,2025-01-01,paid\n`);
    await imports.undo(first.id);
    expect(await people('tilly@example.com')).toMatchObject([{ ordersCount: 1 }]);
    await imports.undo(second.id);
    expect((await rowsOf()).orders).toEqual([]);
    expect(await people('tilly@example.com')).toEqual([]);
  });

  it('that is cancelled and undone while its worker still writes is undone once the worker has ended', async () => {
    const { id } = (await imports.create()).body;
    await imports.send(id, FILE());
    let end = (): void => undefined;
    const ending = new Promise<void>((resolve) => (end = resolve));
    type Write = (
      this: ImportBatchesService,
      ...batch: Parameters<ImportBatchesService['write']>
    ) => ReturnType<ImportBatchesService['write']>;
    const write: Write = Reflect.get(ImportBatchesService.prototype, 'write');
    const slow = vi.spyOn(ImportBatchesService.prototype, 'write').mockImplementation(async function (
      this: ImportBatchesService,
      ...batch
    ) {
      const counts = await write.apply(this, batch);
      await ending;
      return counts;
    });
    try {
      const begun = imports.call('POST', `/${id}/start`, {
        body: '{}',
        headers: { 'content-type': 'application/json' },
      });
      expect((await begun).status).toBe(202);
      await waitFor(async () => (await imports.see(id)).counts.lines === 5);
      await imports.call('POST', `/${id}/cancel`);
      const undoing = imports.undo(id);
      await expectMetric(stores.app, /rekindle_queue_jobs\{queue="imports.run",state="active"\} 2/);
      end();
      await undoing;
      await waitFor(async () => (await imports.see(id)).state === 'undone');
      expect((await rowsOf()).orders).toEqual([]);
    } finally {
      end();
      slow.mockRestore();
    }
  });

  it('starts no sequence, ends none, and counts in no result', async () => {
    const late = step('late', 'P3D');
    await store.put(stores.id, { trigger: 'segment_entered', steps: [step('one')], segment: 'Buyers' });
    await store.put(`${stores.id}-run`, { steps: [step('one'), late] });
    const { executionId } = (await store.execute(`${stores.id}-run`)).body;
    const queued = async () => (await store.messages(executionId)).filter(({ state }) => state === 'queued').length;
    await waitFor(async () => (await queued()) === 1);
    // The file has no counted order of the first customer, who leaves the segment by it.
    const [, , tilly] = FILE().split('\n');
    await imports.import(`${HEADER}\n1,1,${store.addressOf('1')},30,${daysAgo(0)},cancelled\n${tilly}\n`);
    await stores.app.settled();
    await waitFor(async () => (await people('tilly@example.com'))[0]?.segments.length === 1);
    await placeOrder(store, stores.domain, '9');
    const entered = async () =>
      stores.app.sql(`SELECT 1 FROM executions WHERE retailer_id = $1 AND trigger = 'segment_entered'`, [
        store.retailerId,
      ]);
    // The order of a platform starts the sequence. By then the earlier entries are dealt with.
    await waitFor(async () => (await entered()).length > 0);
    expect(await entered()).toHaveLength(1);
    expect(await queued()).toBe(1);
    expect(store.received()['till:78']).toBeUndefined();
  });

  it('refuses lines with their number, pointer and reason, as harmless CSV', async () => {
    const rows = ['=cmd(),1,a@x.com,x,2025-01-01,paid', '2,1,a@x.com,5,2025-01-01,paid', `3,${'9'.repeat(70_000)}`];
    const file = [HEADER, ...rows, '4,1,a@x.com,five,2025-01-01,paid', ''].join('\n');
    const { id, counts, refusals } = await imports.import(file);
    expect(counts).toMatchObject({ lines: 4, refused: 3, created: 1 });
    expect(refusals).toEqual([
      {
        pointer: '/total',
        reason: 'An amount is a number such as 12.34, without a currency.',
        reasonParts: { code: 'not_an_amount', values: {} },
        lines: 2,
        firstLine: 2,
      },
      {
        pointer: '',
        reason: 'The line has more than 65,536 characters.',
        reasonParts: { code: 'line_too_long', values: { most: '65,536' } },
        lines: 1,
        firstLine: 4,
      },
    ]);
    const { text } = await imports.call('GET', `/${id}/refused.csv`);
    const [header, first, second] = text.split('\r\n');
    expect(header).toBe('line,reason,text,pointer,code');
    expect(first).toContain(`2,"An amount is a number such as 12.34, without a currency.","'=cmd(),1,`);
    expect(first?.endsWith(',/total,not_an_amount')).toBe(true);
    expect(second).toContain('4,"The line has more than 65,536 characters."');
    expect(second?.endsWith(',,line_too_long')).toBe(true);
  });
});

describe('an import of customers and consents', () => {
  it('completes customers of the store, adds others, and never weakens a consent', async () => {
    const unsubscribed = await imports.import(
      `email,consent,date\n${store.addressOf('1')},no,2020-01-01\nnew@example.com,no,\n`,
      { kind: 'consents' },
    );
    expect(unsubscribed.counts).toMatchObject({ created: 1, updated: 1 });
    const marketing = async (email: string) => (await people(email)).map((person) => person.marketing);
    expect(await marketing(store.addressOf('1'))).toEqual(['unsubscribed']);
    const lines = [
      { id: 7, email: store.addressOf('1'), first_name: 'Eve', last_name: 'Byron', consent: true },
      { id: 8, email: 'new@example.com', consent: 'yes', country: 'de' },
      { id: 9, email: store.addressOf('2'), consent: 'yes' },
    ];
    const customers = await imports.import(lines.map((line) => JSON.stringify(line)).join('\n'), {
      kind: 'customers',
      format: 'jsonl',
    });
    expect(customers.counts).toMatchObject({ created: 0, updated: 3, refused: 0 });
    expect(await marketing(store.addressOf('1'))).toEqual(['unsubscribed']);
    expect(await marketing('new@example.com')).toEqual(['unsubscribed']);
    expect(await marketing(store.addressOf('2'))).toEqual(['subscribed']);
    const [row] = await stored(stores.app).rows(Customer, { retailerId: store.retailerId, externalId: '1' });
    expect(row).toMatchObject({ firstName: '1', lastName: 'Byron' });
    await imports.undo(customers.id);
    await imports.undo(unsubscribed.id);
    expect(await marketing(store.addressOf('1'))).toEqual(['subscribed']);
    expect(await marketing(store.addressOf('2'))).toEqual(['unknown']);
    expect(await people('new@example.com')).toEqual([]);
  });

  it('does not bring back a person who was erased, under no id and no address', async () => {
    await imports.import(FILE());
    const waiting = (await imports.create()).body.id;
    await imports.send(waiting, FILE());
    const body = aCustomerRedact({ shop: stores.domain, customerId: 1, email: store.addressOf('1') });
    await deliver(stores.app.url, { topic: 'customers/redact', shop: stores.domain, body: json(body) });
    await waitFor(async () => (await people(store.addressOf('1'))).length === 0);
    await waitFor(async () => (await imports.see(waiting)).state === 'cancelled');
    const again = await imports.import(`${FILE()}\n2001,999,${store.addressOf('1')},5,2025-01-01,paid\n`);
    expect(again.counts).toMatchObject({ lines: 6, refused: 3, created: 0 });
    const byId = await imports.import('customerId,consent\n77,yes\n', { kind: 'consents' });
    expect(byId.counts).toMatchObject({ lines: 1, refused: 1 });
    expect(await people(store.addressOf('1'))).toEqual([]);
    const { text } = await imports.call('GET', `/${again.id}/refused.csv`);
    expect(text.toLowerCase()).not.toContain(store.addressOf('1').toLowerCase());
  });
});

const KINDS = {
  orders: { id: '5001', email: 'all@example.com', total: '9.50', date: '2025-03-01' },
  customers: { id: '5002', email: 'all@example.com', country: 'DE' },
  consents: { email: 'all@example.com', consent: 'no' },
} as const;

describe.each(['csv', 'jsonl'] as const)('a file of %s', (format) => {
  it.each(['orders', 'customers', 'consents'] as const)('brings %s, plain and as gzip', async (kind) => {
    const { id, ...rest } = { id: undefined, ...KINDS[kind] };
    const record = { ...(id ? { [kind === 'orders' ? 'order id' : 'customer id']: id } : {}), ...rest };
    const csv = `${Object.keys(record).join(',')}\n${Object.values(record).join(',')}\n`;
    const file = format === 'csv' ? csv : `${JSON.stringify(record)}\n`;
    const plain = await imports.import(file, { kind, format });
    expect(plain).toMatchObject({ state: 'completed', counts: { lines: 1, created: 1, refused: 0 } });
    const packed = (await imports.create({ kind, format })).body.id;
    const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
    const headers = { 'content-type': type, 'content-encoding': 'gzip' };
    const sent = await imports.send(packed, new Uint8Array(gzipSync(file)), headers);
    expect([sent.status, sent.body.preview?.columns]).toEqual([202, Object.keys(record)]);
    const again = await imports.start(packed);
    expect(again.body).toMatchObject({ state: 'completed', counts: { lines: 1, unchanged: 1, refused: 0 } });
  });
});

describe('a mapping', () => {
  it('leaves out a column that was guessed, and finds a key that first occurs on line 101', async () => {
    const { id } = (await imports.create()).body;
    await imports.send(id, 'orderId,total,orderedAt,state,financial_status\n1,5,2025-03-01,CA,odd\n');
    const refused = await imports.start(id, { dryRun: true });
    expect(refused.body.counts).toMatchObject({ refused: 1 });
    const done = await imports.start(id, { mapping: { status: null } });
    expect(done.body).toMatchObject({ counts: { created: 1, refused: 0 }, state: 'completed' });
    expect((await imports.see(id)).mapping).toMatchObject({ status: null });
    const lines = Array.from({ length: 101 }, (_, n) => ({
      orderId: 820_982_911 + n,
      customerId: 7,
      total: 5,
      orderedAt: '2025-03-01',
      ...(n === 100 ? { refunded: 2 } : {}),
    }));
    await imports.import(lines.map((line) => JSON.stringify(line)).join('\n'), { format: 'jsonl', source: 'shop' });
    const [order] = await stored(stores.app).rows(Order, { externalId: 'shop:820983011' });
    expect(order).toMatchObject({ refunded: '2.0000', net: '3.0000' });
  });
});

describe('the routes of imports', () => {
  it('keep stores apart, and members from what owners do', async () => {
    const { id } = (await imports.create()).body;
    const other = await installStore(stores.app, `other-${stores.domain}`);
    expect((await new ImportClient(stores.app, other.retailerId).call('GET', `/${id}`)).status).toBe(404);
    expect((await new ImportClient(stores.app, other.retailerId).send(id, FILE())).status).toBe(404);
    const strangers = new ImportClient(stores.app, entityId(store.retailerId, 'retailer', 'none'));
    expect((await strangers.call('GET', `/${id}`)).status).toBe(404);
    expect((await imports.asUser('member').create()).status).toBe(403);
    expect((await imports.asUser('member').see(id)).state).toBe('awaiting_file');
    const own = await imports.asUser('owner').import(FILE());
    expect(own.state).toBe('completed');
  });

  it('refuse what does not fit the kind, the file or the state', async () => {
    expect((await imports.create({ kind: 'products' })).status).toBe(422);
    expect((await imports.create({ source: '../till' })).status).toBe(422);
    expect((await imports.create({ mapping: { price: 'x' } })).body.errors?.[0]?.pointer).toBe('/mapping/price');
    const { id } = (await imports.create()).body;
    expect((await imports.start(id)).text).toContain("can't be started. Send its file first.");
    expect((await imports.undo(id)).text).toContain("can't be undone. It has written nothing.");
    const other = await imports.send(id, FILE(), { 'content-type': 'application/x-ndjson' });
    expect([other.status, other.text]).toEqual([
      415,
      expect.stringContaining('the format csv, and this body is jsonl'),
    ]);
    expect((await imports.send(id, 'a,b\n1,2\n')).status).toBe(202);
    const refused = await imports.start(id, { mapping: { orderId: 'a', total: 'c' } });
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.map(({ pointer }) => pointer)).toEqual(['/mapping/total', '/mapping/orderedAt']);
    const cancelled = await imports.call('POST', `/${id}/cancel`);
    expect([cancelled.status, cancelled.body.state]).toEqual([202, 'cancelled']);
    expect((await imports.start(id)).text).toContain('Create another import.');
  });

  it.each([
    ['csv', HEADER, 'none below its header'],
    ['jsonl', '', 'The file has no lines'],
    ['jsonl', HEADER, 'None of the first lines is a JSON object'],
  ])('say of a file of %s what is wrong with it before anybody starts it', async (format, file, problem) => {
    const { id } = (await imports.create({ format })).body;
    const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
    const sent = await imports.send(id, file, { 'content-type': type });
    expect(sent.body).toMatchObject({ state: 'uploaded', preview: null });
    expect(sent.body.problem).toContain(problem);
    const started = await imports.start(id);
    expect(started.status).toBe(422);
    expect(started.body.errors?.[0]?.detail).toContain(problem);
  });

  it('take another file until the import is started, also after a dry run', async () => {
    const { id } = (await imports.create({ mapping: { total: 'Total' } })).body;
    await imports.send(id, 'Order ID,Total,Date\n9,wrong,2025-03-01\n');
    const tried = await imports.start(id, { dryRun: true });
    expect(tried.body).toMatchObject({
      state: 'completed',
      counts: { lines: 1, refused: 1 },
      refusals: [{ lines: 1 }],
    });
    const file = 'Order ID,Total,Date\n1,5.00,2025-03-01\n2,6.00,2025-03-01\n';
    const sent = await imports.send(id, file);
    expect([sent.status, sent.body]).toEqual([
      202,
      expect.objectContaining({
        state: 'uploaded',
        dryRun: false,
        refusals: [],
        counts: { lines: 0, accepted: 0, refused: 0, created: 0, updated: 0, unchanged: 0 },
        progress: expect.objectContaining({ bytes: file.length, bytesRead: 0 }) as unknown,
      }),
    ]);
    const { body } = await imports.start(id);
    expect(body).toMatchObject({ state: 'completed', dryRun: false, counts: { lines: 2, created: 2 }, refusals: [] });
    expect((await rowsOf()).orders.map(({ externalId }) => externalId)).toEqual(['till:1', 'till:2']);
    expect((await imports.send(id, file)).text).toContain('takes no file. Create another import.');
  });

  it('take no history of a store that has uninstalled the app', async () => {
    const { id } = (await imports.create()).body;
    await imports.send(id, FILE());
    await given(stores.app).set(Retailer, { status: 'uninstalled' }, { id: store.retailerId });
    const answers = [await imports.create(), await imports.send(id, FILE()), await imports.start(id)];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [409, 'not_installed']),
    );
    expect((await imports.see(id)).state).toBe('uploaded');
  });

  it('let go of a file after a dry run of it', async () => {
    const tried = await imports.import(FILE(), {}, { dryRun: true });
    const cancelled = await imports.call('POST', `/${tried.id}/cancel`);
    expect(cancelled.body).toMatchObject({ state: 'cancelled', undoable: false, preview: null });
    const { id } = await imports.import(FILE());
    expect((await imports.call('POST', `/${id}/cancel`)).text).toContain('An undo takes back what it has written.');
  });

  it('end a file that can not be read as failed, and a bomb before it fills the memory', async () => {
    const broken = (await imports.create()).body.id;
    const packed = gzipSync(FILE().repeat(100));
    await imports.send(broken, new Uint8Array(packed.subarray(0, packed.length - 9)), { 'content-encoding': 'gzip' });
    expect((await imports.start(broken)).body).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('gzip') as string,
    });
    const bomb = (await imports.create()).body.id;
    const lines = `${FILE()}\n`.repeat(40);
    const zeros = gzipSync(Buffer.concat([Buffer.from(lines), Buffer.alloc(32 * 2 ** 20, 'x')]));
    await imports.send(bomb, new Uint8Array(zeros), { 'content-encoding': 'gzip' });
    expect((await imports.start(bomb)).body).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('250') as string,
    });
  });
});
