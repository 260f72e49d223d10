import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiVersion, LogSeverity, shopifyApi } from '@shopify/shopify-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lineItemRecord, orderRecord, type RecordEvent } from '../records/index.js';
import { PlatformASimulator, type SimulatedShop, type WebhookDelivery, WebhookSender } from './index.js';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver that answers with the planned statuses first, then with 200. The status 0 means no answer. */
class Receiver {
  readonly received: Received[] = [];
  readonly statuses: number[] = [];
  readonly sockets = new Set<Socket>();
  underWay = 0;
  mostAtOnce = 0;
  private readonly server: Server;

  constructor(private readonly pauseMs = 0) {
    this.server = createServer((request, response) => {
      this.sockets.add(request.socket);
      this.mostAtOnce = Math.max(this.mostAtOnce, (this.underWay += 1));
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        const status = this.statuses.shift() ?? 200;
        void delay(this.pauseMs).then(() => {
          this.underWay -= 1;
          if (status !== 0) response.writeHead(status, { location: '/elsewhere' }).end();
        });
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const FAST = { clientSecret: 'hush', timeScale: 1e-6 };

const delivery = (url: string, webhookId = 'w1'): WebhookDelivery => ({
  url,
  topic: 'orders/create',
  shopDomain: 'shop1.myshopify.com',
  webhookId,
  eventId: 'e1',
  triggeredAt: Date.UTC(2026, 10, 3, 18, 28, 37, 234),
  body: '{"a":"\\u0026 \\/ 😀"}\n',
});

const orderEvent = (id: string, topic: 'orders/create' | 'orders/updated' = 'orders/create'): RecordEvent => {
  const lineItems = [lineItemRecord({ id: `${id}1`, title: 'Mug', priceCents: 1250 })];
  const order = orderRecord({ id, number: 1001, createdAt: Date.UTC(2026, 0, 1), lineItems });
  return { topic, order, at: order.createdAt, webhookId: `w-${id}-${topic}`, eventId: `e-${id}` };
};

// The library needs its adapter for Node before it can do anything.
await import('@shopify/shopify-api/adapters/node');
const official = shopifyApi({
  apiKey: 'client-id',
  apiSecretKey: 'hush',
  hostName: 'localhost',
  apiVersion: ApiVersion.January26,
  isEmbeddedApp: false,
  logger: { level: LogSeverity.Error },
});

const officialVerdict = async ({ headers, body }: Received) =>
  official.webhooks.validate({ rawBody: body, rawRequest: { method: 'POST', url: '/hook', headers } });

let receiver: Receiver;
let url: string;

beforeEach(async () => {
  receiver = new Receiver();
  url = await receiver.listen();
});

afterEach(async () => receiver.close());

describe('a delivery of the webhook sender', () => {
  it('carries the documented headers and a signature that the official library accepts', async () => {
    const sender = new WebhookSender(FAST);
    const outcome = await sender.send(delivery(url));
    expect(outcome).toMatchObject({ result: 'delivered', status: 200, attempts: 1 });
    const [received] = receiver.received;
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Shopify-Captain-Hook',
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': 'shop1.myshopify.com',
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': 'w1',
      'x-shopify-event-id': 'e1',
      'x-shopify-triggered-at': expect.stringMatching(/^2026-11-03T18:28:37\.234\d{6}Z$/),
      connection: 'keep-alive',
    });
    expect(received?.body).toBe('{"a":"\\u0026 \\/ 😀"}\n');
    expect(await officialVerdict(received as Received)).toMatchObject({ valid: true, webhookId: 'w1' });
    await sender.close();
  });

  it.each([301, 404, 413, 500])('is sent again, unchanged, after a %i', async (status) => {
    const sender = new WebhookSender(FAST);
    receiver.statuses.push(status, status);
    expect(await sender.send(delivery(url))).toMatchObject({ result: 'delivered', attempts: 3 });
    const [first, ...again] = receiver.received;
    expect(again).toEqual([first, first]);
    expect(sender.stats).toMatchObject({ sent: 3, retried: 2, delivered: 1, failed: 0 });
    expect(sender.stats.byStatus).toEqual({ [status]: 2, 200: 1 });
    await sender.close();
  });

  it('is given up after eight retries', async () => {
    const sender = new WebhookSender(FAST);
    receiver.statuses.push(...Array.from({ length: 20 }, () => 503));
    expect(await sender.send(delivery(url))).toMatchObject({ result: 'failed', status: 503, attempts: 9 });
    expect(receiver.received).toHaveLength(9);
    await sender.close();
  });

  it('fails when no answer comes in time', async () => {
    const sender = new WebhookSender({ ...FAST, timeoutMs: 1_000 });
    receiver.statuses.push(0);
    expect(await sender.send(delivery(url))).toMatchObject({ result: 'delivered', attempts: 2 });
    expect(sender.stats.byError).toEqual({ timeout: 1 });
    await sender.close();
  });

  it('fails when no server listens', async () => {
    await receiver.close();
    const sender = new WebhookSender({ ...FAST, retries: 1 });
    expect(await sender.send(delivery(url))).toMatchObject({ result: 'failed', status: null, attempts: 2 });
    expect(sender.stats.byError).toEqual({ ECONNREFUSED: 2 });
    await sender.close();
  });

  it('is dropped when the sender is closed while the delivery waits for a retry', async () => {
    const sender = new WebhookSender({ clientSecret: 'hush' });
    receiver.statuses.push(500);
    const outcome = sender.send(delivery(url));
    while (receiver.received.length === 0) await delay(5);
    await sender.close();
    expect(await outcome).toMatchObject({ result: 'dropped', attempts: 1 });
  });

  it('can leave out or replace headers', async () => {
    const sender = new WebhookSender(FAST);
    await sender.send({
      ...delivery(url),
      headers: { 'x-shopify-event-id': undefined, 'x-shopify-topic': 'odd/topic' },
    });
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-shopify-event-id');
    expect(receiver.received[0]?.headers['x-shopify-topic']).toBe('odd/topic');
    await sender.close();
  });
});

describe('many deliveries of the webhook sender', () => {
  it('keep to the limit of concurrency, reuse connections, and are read from the iterator one by one', async () => {
    await receiver.close();
    receiver = new Receiver(2);
    url = await receiver.listen();
    const sender = new WebhookSender({ ...FAST, concurrency: 4 });
    let taken = 0;
    let furthestAhead = 0;
    function* deliveries(): Generator<WebhookDelivery> {
      for (let i = 0; i < 100; i += 1) {
        taken += 1;
        furthestAhead = Math.max(furthestAhead, taken - receiver.received.length);
        yield delivery(url, `w${i}`);
      }
    }
    const outcomes: string[] = [];
    await sender.sendAll(deliveries(), ({ result }) => outcomes.push(result));
    expect(outcomes).toEqual(Array.from({ length: 100 }, () => 'delivered'));
    expect(new Set(receiver.received.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(100);
    expect(receiver.mostAtOnce).toBeLessThanOrEqual(4);
    expect(receiver.sockets.size).toBeLessThanOrEqual(4);
    expect(furthestAhead).toBeLessThanOrEqual(6);
    await sender.close();
  });
});

describe("a store's subscriptions", () => {
  let sim: PlatformASimulator;
  let shop: SimulatedShop;

  beforeEach(async () => {
    sim = await PlatformASimulator.start({ clientId: 'client-id', clientSecret: 'hush', webhooks: FAST });
    shop = sim.addShop({ domain: 'shop1.myshopify.com', name: 'Shop One' });
  });

  afterEach(async () => sim.stop());

  it('get the deliveries of their topics and no others', async () => {
    shop.subscriptions.create('orders/create', { uri: url });
    expect(await sim.emit(shop, orderEvent('5000000000001'))).toHaveLength(1);
    expect(await sim.emit(shop, orderEvent('5000000000001', 'orders/updated'))).toEqual([]);
    expect(receiver.received.map(({ headers }) => headers['x-shopify-topic'])).toEqual(['orders/create']);
    expect(shop.orders.get('5000000000001')?.totalCents).toBe(1250);
  });

  it('each get a webhook id of their own and the same event id', async () => {
    shop.subscriptions.create('orders/create', { uri: url });
    shop.subscriptions.create('orders/create', { uri: `${url}/2` });
    await sim.emit(shop, orderEvent('5000000000001'));
    const ids = receiver.received.map(({ headers }) => headers['x-shopify-webhook-id']);
    expect(new Set(ids).size).toBe(2);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-shopify-event-id'])).size).toBe(1);
  });

  it('are deleted when a delivery is given up, and later deliveries are not sent', async () => {
    shop.subscriptions.create('orders/create', { uri: url });
    receiver.statuses.push(...Array.from({ length: 9 }, () => 500));
    const events = [orderEvent('5000000000001')];
    await sim.play(shop, events);
    expect(shop.subscriptions.list()).toEqual([]);
    expect(await sim.emit(shop, orderEvent('5000000000002'))).toEqual([]);
    expect(receiver.received).toHaveLength(9);
  });

  it('get app/uninstalled last, and are deleted with the tokens', async () => {
    shop.subscriptions.create('app/uninstalled', { uri: url });
    const [outcome] = await sim.uninstall(shop);
    expect(outcome?.result).toBe('delivered');
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ domain: null, myshopify_domain: null });
    expect(shop.subscriptions.list()).toEqual([]);
  });
});
