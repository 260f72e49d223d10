import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SmtpSink } from '#libs/simulators';
import { earlier } from '../setup/earlier.js';
import { targetsOf, partOf } from '../setup/email-parts.js';
import { placeOrder } from '../setup/place-order.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { type Answer, TestApp, waitFor } from '../setup/test-app.js';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly customer: { readonly id: string; readonly externalId: string | null } | null;
  readonly data: Readonly<Record<string, unknown>>;
}
interface Listed {
  readonly items: readonly Event[];
  readonly nextCursor: string;
  readonly code?: string;
}
interface Endpoint {
  readonly secret?: string;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly failingSince: string | null;
}
interface Attempt {
  readonly eventId: string;
  readonly status: number | null;
  readonly problem: string | null;
}
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: Event;
}

const PERSON = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0' };
const SHOP = 'events.myshopify.com';

let app: TestApp;
let sink: SmtpSink;
let store: SequenceStore;
let other: SequenceStore;
let receiver: Server;
let hook: string;
let received: Received[] = [];
const NOTHING = { body: '', headers: {} as IncomingHttpHeaders };
/** The status that the receiver answers for an event at a path. */
let statusOf: (event: Event, path: string) => number | Promise<number> = () => 204;

beforeAll(async () => {
  receiver = createServer((request, answer) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const event = JSON.parse(body) as Event;
      received.push({ headers: request.headers, body, event });
      const status = Promise.resolve(statusOf(event, request.url ?? ''));
      void status.then((code) => answer.writeHead(code).end());
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  hook = `http://${address}/hook`;
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url, EVENT_ENDPOINT_ALLOW: address });
  store = await SequenceStore.start(app, sink, SHOP, { '1': {}, '2': {} });
  other = await SequenceStore.start(app, sink, 'without-events.myshopify.com');
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
  receiver?.close();
});

const pathOf = (path: string, { retailerId } = store): string => `/admin/retailers/${retailerId}/${path}`;
const list = (query = '', of = store, headers: Record<string, string> = {}): Promise<Answer<Listed>> =>
  app.admin<Listed>('GET', pathOf(`events?${query}`, of), undefined, headers);
const typesOf = ({ items }: Pick<Listed, 'items'>): string[] => items.map(({ type }) => type);

/** Enters or leaves `Buyers`. */
async function setOrders(customer: string, count: number): Promise<void> {
  await store.setOrders(customer, count);
  await app.settled();
}
const cursor = async (): Promise<string> => (await list('limit=200')).body.nextCursor;
const since = async (from: string, count: number): Promise<readonly Event[]> => {
  await waitFor(async () => (await list(`cursor=${from}`)).body.items.length >= count);
  return (await list(`cursor=${from}`)).body.items;
};

describe('the events of a retailer', () => {
  it('report who entered and left a segment, was emailed, clicked, and ordered after it', async () => {
    await waitFor(async () => (await list()).body.items.length === 2);
    const entered = (await list()).body.items;
    expect(
      entered.map(({ type, customer, data }) => [type, customer?.externalId, data['segment'], data['cause']]),
    ).toEqual(
      expect.arrayContaining([
        ['segment.entered', '1', 'Buyers', 'definition'],
        ['segment.entered', '2', 'Buyers', 'definition'],
      ]),
    );
    const from = await cursor();
    await store.put('events-win', { steps: [step('one')] });
    const { executionId } = (await store.execute('events-win')).body;
    await store.ended(executionId);
    expect(await since(from, 2)).toMatchObject(
      Array.from({ length: 2 }, () => ({
        type: 'email.sent',
        data: { executionId, sequenceId: 'events-win', step: 'one' },
      })),
    );
    await app.sql(`UPDATE messages SET ${earlier('settled_at', "interval '1 minute'")} WHERE execution_id = $1`, [
      executionId,
    ]);
    const source = sink.emails.find(({ source: text }) => text.includes(store.addressOf('1')))?.source ?? '';
    const link = targetsOf(partOf(source, 'html')).find((url) => url.includes('/c/')) ?? '';
    for (const _ of [1, 2]) await fetch(link, { redirect: 'manual', headers: PERSON });
    const orderId = await placeOrder(store, SHOP, '1');
    const [, , clicked, ordered, ...rest] = await since(from, 4);
    expect(clicked).toMatchObject({
      type: 'email.clicked',
      customer: { externalId: '1' },
      data: { step: 'one', executionId },
    });
    expect(ordered).toMatchObject({
      type: 'order.attributed',
      customer: { id: store.idOf('1') },
      data: { orderId: String(orderId), executionId, sequenceId: 'events-win', by: 'click' },
    });
    await placeOrder(store, SHOP, '1', { id: orderId });
    expect(typesOf({ items: rest })).toEqual([]);
    expect(typesOf({ items: (await list(`cursor=${from}`)).body.items })).toHaveLength(4);
  });

  it('are read on from a cursor, in pages, by type, and are those of one retailer', async () => {
    const all = (await list('limit=200')).body;
    const paged: Event[] = [];
    for (let at = ''; paged.length < all.items.length;) {
      const page = (await list(`limit=1&cursor=${at}`.replace(/&cursor=$/, ''))).body;
      expect(page.items).toHaveLength(1);
      paged.push(...page.items);
      at = page.nextCursor;
    }
    expect(paged).toEqual(all.items);
    expect((await list(`cursor=${all.nextCursor}`)).body).toEqual({ items: [], nextCursor: all.nextCursor });
    expect(new Set(typesOf((await list('types=email.sent,email.clicked')).body))).toEqual(
      new Set(['email.sent', 'email.clicked']),
    );
    expect((await list('', other)).body.items).toEqual([]);
    expect((await list('types=nonsense')).status).toBe(400);
    expect((await list('cursor=nonsense')).status).toBe(400);
  });

  it('can be waited for', async () => {
    const from = await cursor();
    const waiting = list(`cursor=${from}`, store, { prefer: 'wait=20' });
    await setOrders('2', 0);
    expect((await waiting).body.items).toMatchObject([{ type: 'segment.left', customer: { externalId: '2' } }]);
  });

  it('say so where a reader has missed some that are deleted', async () => {
    const from = await cursor();
    await app.sql('UPDATE event_heads SET forgotten = position + 1, position = position + 1 WHERE retailer_id = $1', [
      store.retailerId,
    ]);
    expect(await list(`cursor=${from}`)).toMatchObject({ status: 410, body: { code: 'cursor_expired' } });
    expect((await list()).status).toBe(200);
  });
});

describe('an endpoint', () => {
  let path: string;
  let names = 0;
  const put = (body: object = {}): Promise<Answer<Endpoint>> =>
    app.admin<Endpoint>('PUT', path, { url: hook, types: ['segment.entered', 'segment.left'], ...body });
  const get = async (): Promise<Endpoint> => (await app.admin<Endpoint>('GET', path)).body;
  const post = async <T>(action: string, body?: object): Promise<T> =>
    (await app.admin<T>('POST', `${path}/${action}`, body)).body;
  const events = (): Event[] => received.map(({ event }) => event);
  const leases = () => app.sql('SELECT leased_until IS NOT NULL AS leased FROM event_endpoints WHERE enabled');
  const retryNow = () => app.sql('UPDATE event_endpoints SET due_at = NULL WHERE enabled');

  beforeEach(async () => {
    await app.sql('DELETE FROM event_endpoints');
    received = [];
    statusOf = () => 204;
    path = pathOf(`event-endpoints/crm-${(names += 1)}`);
  });

  it('gets each event of its types, signed with a secret that is shown once', async () => {
    const made = await put({ types: ['segment.entered'] });
    expect(made.status).toBe(201);
    const secret = made.body.secret ?? '';
    expect(secret).toMatch(/^whsec_/);
    expect(JSON.stringify(await get())).not.toContain('whsec_');
    expect(await app.sql('SELECT FROM event_endpoints WHERE secret = $1', [secret])).toEqual([]);
    const from = await cursor();
    await setOrders('2', 1);
    await setOrders('2', 0);
    await waitFor(() => received.length > 0);
    const [entered, left] = await since(from, 2);
    expect([entered?.type, left?.type]).toEqual(['segment.entered', 'segment.left']);
    expect(events()).toEqual([entered]);
    const { body, headers } = received[0] ?? NOTHING;
    expect(headers['webhook-id']).toBe(entered?.id);
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(entered);
  });

  it('gets an event again with the same id until it acknowledges it, and those of a customer in order', async () => {
    await put();
    statusOf = ({ customer }) => (customer?.externalId === '2' ? 500 : 204);
    await setOrders('2', 1);
    await waitFor(() => received.length > 0);
    await setOrders('2', 0);
    await setOrders('1', 0);
    await waitFor(async () => (await get()).failingSince !== null);
    await retryNow();
    await waitFor(() => events().some(({ customer }) => customer?.externalId === '1'));
    expect(events().filter(({ type, customer }) => type === 'segment.left' && customer?.externalId === '2')).toEqual(
      [],
    );
    statusOf = () => 204;
    await waitFor(async () => {
      await retryNow();
      return events().findLast(({ customer }) => customer?.externalId === '2')?.type === 'segment.left';
    });
    const ofTwo = events().filter(({ customer }) => customer?.externalId === '2');
    expect(new Set(ofTwo.map(({ id }) => id)).size).toBe(2);
    expect(ofTwo.slice(0, -1).every(({ id }) => id === ofTwo[0]?.id)).toBe(true);
    expect(events().filter(({ customer }) => customer?.externalId === '1')).toHaveLength(1);
    await waitFor(async () => (await get()).failingSince === null);
    const { items } = (await app.admin<{ items: Attempt[] }>('GET', `${path}/attempts`)).body;
    expect(items).toHaveLength(received.length);
    expect(items.at(-1)).toMatchObject({ status: 500, problem: 'The endpoint answered 500.' });
  });

  it('gets signatures of both secrets after a rotation', async () => {
    const { secret: first = '' } = (await put()).body;
    const { secret: second = '' } = await post<Endpoint>('rotate-secret');
    expect(second).not.toBe(first);
    expect(await post<Attempt>('test')).toMatchObject({ status: 204, problem: null });
    const { body, headers } = received[0] ?? NOTHING;
    for (const secret of [first, second]) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'test' });
    }
    await app.sql(`UPDATE event_endpoints SET former_secret_until = now() - interval '1 second'`);
    await post('test');
    const last = received.at(-1);
    expect(() => new Webhook(first).verify(last?.body ?? '', last?.headers as Record<string, string>)).toThrow(
      /matching/,
    );
  });

  it('is disabled with a reason when it is gone, and gets what it missed when it is enabled again', async () => {
    await put();
    statusOf = () => 410;
    await setOrders('1', 1);
    await waitFor(async () => !(await get()).enabled);
    expect(await get()).toMatchObject({ disabledReason: 'The endpoint answered 410: it wants no further events.' });
    statusOf = () => 204;
    await setOrders('1', 0);
    expect(received).toHaveLength(1);
    const again = await put();
    expect([again.status, again.body.secret, again.body.disabledReason]).toEqual([200, undefined, null]);
    await waitFor(() => received.length === 3);
    expect(typesOf({ items: events() })).toEqual(['segment.entered', 'segment.entered', 'segment.left']);
  });

  it('that a user changes while an event is sent to the former address is not disabled by its answer', async () => {
    await put();
    const moved = `${hook}/moved`;
    statusOf = async (_, at) => {
      if (at.endsWith('/moved')) return 204;
      await put({ url: moved });
      return 410;
    };
    await setOrders('1', 1);
    await waitFor(() => received.length === 2);
    expect(events()[1]).toEqual(events()[0]);
    await waitFor(async () => (await leases()).every((row) => row['leased'] === false));
    expect(await get()).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
  });

  it('gets nothing more from a worker that has lost its lease', async () => {
    await put();
    const from = await cursor();
    statusOf = async () => {
      if (received.length > 1) return 204;
      await app.sql(`UPDATE event_endpoints SET leased_by = $1, leased_until = now() + interval '1 hour'`, [
        randomUUID(),
      ]);
      await store.setOrders('1', 1);
      await since(from, 2);
      return 204;
    };
    await setOrders('1', 0);
    await since(from, 2);
    await app.sql('UPDATE event_endpoints SET leased_until = now()');
    await waitFor(() => received.length >= 3);
    expect(typesOf({ items: events() })).toEqual(['segment.left', 'segment.left', 'segment.entered']);
  });

  it('waits only shortly where few events fail, because others may be good', async () => {
    await put();
    statusOf = () => 400;
    await setOrders('1', 0);
    await waitFor(async () => (await get()).failingSince !== null);
    await app.sql('UPDATE event_endpoints SET attempts = 20, due_at = NULL WHERE enabled');
    const state = () =>
      app.sql(`SELECT attempts, due_at < now() + interval '5 minutes' AS soon FROM event_endpoints WHERE enabled`);
    await waitFor(async () => (await state())[0]?.['attempts'] === 21);
    expect(await state()).toEqual([{ attempts: 21, soon: true }]);
  });

  it('is disabled after three days of failures', async () => {
    await put();
    statusOf = () => 503;
    await setOrders('1', 1);
    await waitFor(async () => (await get()).failingSince !== null);
    await app.sql(
      `UPDATE event_endpoints SET failing_since = now() - interval '72 hours', due_at = NULL WHERE enabled`,
    );
    await waitFor(async () => !(await get()).enabled);
    expect((await get()).disabledReason).toBe('Events could not be delivered for three days.');
  });

  it('gets a chosen event again', async () => {
    await put();
    await setOrders('1', 0);
    await waitFor(() => received.length === 1);
    expect(await post<Attempt>('redeliver', { eventId: events()[0]?.id })).toMatchObject({ status: 204 });
    expect(events()[1]).toEqual(events()[0]);
    const unknown = await app.admin('POST', `${path}/redeliver`, { eventId: store.retailerId });
    expect(unknown.status).toBe(404);
  });

  it('must be a public address with TLS', async () => {
    for (const url of ['http://example.com/', 'ftp://example.com/', 'https://user:pass@example.com/', 'nonsense']) {
      expect(await put({ url })).toMatchObject({ status: 422, body: { errors: [{ pointer: '/url' }] } });
    }
    expect((await put({ url: 'https://127.0.0.1:9/' })).status).toBe(201);
    const attempt = await post<Attempt>('test');
    expect(attempt).toMatchObject({ status: null, problem: expect.stringMatching(/is not a public address$/) });
    expect(received).toEqual([]);
  });

  it('can be deleted', async () => {
    await put();
    expect((await app.admin('DELETE', path)).status).toBe(204);
    expect((await app.admin('GET', path)).status).toBe(404);
  });
});
