import { randomUUID } from 'node:crypto';
import { SmtpSink, WebhookSender } from '#libs/simulators';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { AppConfig } from '../../src/config/app-config.js';
import { Runtime } from '../../src/config/runtime.js';
import { RateLimitsService } from '../../src/rate-limits/rate-limits.service.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { BusyStore, SEGMENTS } from '../factories/busy-store.js';
import { given } from '../factories/given.js';
import { ModuleClient } from '../setup/module-client.js';
import { quietPort } from '../setup/quiet-port.js';
import { findRedisBinary, RedisCluster, RedisSentinels } from '../setup/redis-nodes.js';
import { step } from '../setup/sequence-store.js';
import { ServiceProcess } from '../setup/service-process.js';
import { defineSegments, expectConsistency, storedState } from '../setup/store-state.js';
import { CLIENT_SECRET, TestApp, waitFor } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

const binary = await findRedisBinary();
const AWAY = 'This machine has no redis-server or valkey-server, and none could be downloaded.';

/** About 500 deliveries. */
const CUSTOMERS = 120;

let sink: SmtpSink;
let api: TestApp;
let worker: ServiceProcess;
let sender: WebhookSender;
let store: BusyStore;
let brandId: string;
let retailerId: string;
/** For each answered delivery, how often it was sent. */
let answered: number[];

/** An api in this process and a worker beside it, which meet only in Postgres and in this Redis. */
async function startOn(redisUrl: string): Promise<void> {
  sink = await SmtpSink.start();
  sink.behave('*', { delayMs: 10 });
  const overrides = { REDIS_URL: redisUrl, SMTP_URL: sink.url, SIGN_ONS_PER_MINUTE: '3' };
  api = await TestApp.start({ ...overrides, ROLE: 'api' });
  const installed = await installStore(api);
  ({ brandId, retailerId } = installed);
  await defineSegments(api, installed, SEGMENTS);
  worker = await ServiceProcess.start({ ...api.environment, ROLE: 'worker', PORT: String(await quietPort()) });
  sender = new WebhookSender({ clientSecret: CLIENT_SECRET, concurrency: 8, retries: 0 });
  store = new BusyStore({ seed: 'nodes', customers: CUSTOMERS });
  answered = [];
}

/** Ends what was started. The Redis processes end in any case, because nothing else would end them. */
async function end(redis: { stop(): Promise<void> }): Promise<void> {
  try {
    await sender?.close();
    if (worker && !worker.exit) await worker.end('SIGKILL');
    await api?.stop();
    await sink?.stop();
  } finally {
    await redis.stop();
  }
}

const play = (): Promise<void> =>
  sender.sendAll(store.deliveries(api.url), ({ result, attempts }) => {
    if (result === 'delivered') answered.push(attempts);
  });

/** Every delivery was answered at its first attempt, and counted once. */
async function expectAllCounted(): Promise<void> {
  expect(answered).toHaveLength(store.deliveries('').length);
  await api.settled(60_000);
  expect(await storedState(api)).toEqual(store.expected);
  await expectConsistency(api);
}

/** Sends one email to each buyer, and calls `meanwhile` after the first ones. */
async function emailBuyers(meanwhile: () => Promise<void>): Promise<void> {
  await given(api).set(Customer, { marketing: 'subscribed' }, {});
  const definition = { brandId, name: 'Back', segment: 'buyers', steps: [step('one')] };
  expect((await api.admin('PUT', '/admin/sequences/back', definition)).status).toBe(201);
  const { body } = await api.admin<{ executionId: string }>('POST', '/admin/sequences/back/execute');
  await waitFor(() => sink.emails.length >= 10, 30_000);
  await meanwhile();
  await waitFor(async () => (await execution(body.executionId)).status !== 'running', 60_000);
  const { counts } = await execution(body.executionId);
  const buyers = store.expected.segments['buyers'] ?? [];
  expect(counts.sent + Object.values(counts.skipped).reduce((sum, each) => sum + each, 0)).toBe(buyers.length);
  expect(new Set(sink.emails.map(({ to }) => to)).size).toBe(sink.emails.length);
  expect(sink.emails).toHaveLength(counts.sent);
}

interface Execution {
  readonly status: string;
  readonly counts: { readonly sent: number; readonly skipped: Readonly<Record<string, number>> };
}

const execution = async (id: string): Promise<Execution> =>
  (await api.admin<Execution>('GET', `/admin/executions/${id}`)).body;

const anImage = () => {
  const hero = { brandId, prompt: 'A boat', style: 'minimal', dimensions: { width: 300, height: 150 } };
  return new ModuleClient(api, retailerId).make('hero-generation', hero);
};

const signOns = async (count: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const url = `${api.url}/platform-a/auth?shop=limited.myshopify.com`;
    statuses.push((await fetch(url, { redirect: 'manual' })).status);
  }
  return statuses;
};

/** Uses a limit of one right after the start of its service. */
async function firstUses(redisUrl: string): Promise<string[]> {
  const limits = new RateLimitsService(new Runtime({ queuePrefix: randomUUID() } as AppConfig, '', redisUrl, ''));
  await limits.onModuleInit();
  const use = (): Promise<string> =>
    limits.spend({ name: 'once', points: 1, seconds: 60 }, 'somebody').then(
      () => 'passed',
      (error: Error) => error.message,
    );
  const uses = [await use(), await use()];
  limits.onApplicationShutdown();
  return uses;
}

it('the first use after a start counts for its limit', async () => {
  expect(await firstUses(inject('redisUrl'))).toEqual(['passed', expect.stringMatching(/^Too many requests/)]);
});

describe.skipIf(!binary)(`a Redis Cluster of three masters${binary ? '' : ` (skipped: ${AWAY})`}`, () => {
  let cluster: RedisCluster;
  beforeEach(async () => {
    if (!binary) return;
    cluster = await RedisCluster.start(binary);
    await startOn(cluster.url);
  });
  afterEach(() => end(cluster));

  it('has queues on every master, and loses nothing while a slot moves and masters are killed', async () => {
    const intake = `{${api.environment['QUEUE_PREFIX']}:intake.process}`;
    expect(await firstUses(cluster.url)).toEqual(['passed', expect.stringMatching(/^Too many requests/)]);
    const playing = play();
    await waitFor(() => answered.length >= 100, 30_000);
    await cluster.moveToFirst(intake);
    for (const node of cluster.masters) expect(Number(await node.call('DBSIZE'))).toBeGreaterThan(0);
    expect(await signOns(4)).toEqual([302, 302, 302, 429]);
    await waitFor(() => answered.length >= 200, 30_000);
    await cluster.at(0).kill();
    await playing;
    await expectAllCounted();
    await cluster.promoted(cluster.replica);
    await cluster.at(0).start();
    await cluster.copying(cluster.at(0));
    await emailBuyers(async () => {
      await cluster.replica.kill();
      await cluster.promoted(cluster.at(0));
    });
    expect((await anImage()).body).toMatchObject({ status: 'ready' });
    expect(await api.admin('GET', '/admin/queues')).toMatchObject({ status: 200 });
    expect(await worker.end('SIGTERM'), worker.output).toEqual({ code: 0, signal: null });
  }, 150_000);
});

describe.skipIf(!binary)(`a master with sentinels${binary ? '' : ` (skipped: ${AWAY})`}`, () => {
  let redis: RedisSentinels;
  beforeEach(async () => {
    if (!binary) return;
    redis = await RedisSentinels.start(binary);
    await startOn(redis.url);
  });
  afterEach(() => end(redis));

  it('loses nothing while the sentinels replace it', async () => {
    const playing = play();
    await waitFor(() => answered.length >= 150, 30_000);
    await redis.master.kill();
    await playing;
    await expectAllCounted();
    expect(await redis.replica.call('ROLE')).toMatch(/^master/);
    await emailBuyers(() => Promise.resolve());
    expect(await signOns(4)).toEqual([302, 302, 302, 429]);
    expect(worker.exit, worker.output).toBeUndefined();
  }, 120_000);
});
