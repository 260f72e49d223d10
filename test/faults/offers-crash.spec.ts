import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { entityId, retailerIdOf } from '#libs/kernel';
import { PlatformASimulator, type SimulatedShop, SmtpSink } from '#libs/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OfferCode } from '../../src/offers/offer-code.entity.js';
import { Brand } from '../../src/retailers/brand.entity.js';
import { Browser } from '../e2e/install-flow.js';
import { given, stored } from '../factories/given.js';
import { quietPort } from '../setup/quiet-port.js';
import { type Person, SequenceStore, step } from '../setup/sequence-store.js';
import { ServiceProcess } from '../setup/service-process.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp, waitFor } from '../setup/test-app.js';

const RECIPIENTS = 600;
const DOMAIN = 'offers-crash.myshopify.com';
const KILL_AT = join(import.meta.dirname, '../setup/kill-minting-at.mjs');
const OFFER = { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' };
const BODY = 'Use code:{{ offer.code }}. [Go]({{ offer.url }})';

/** The api stays up. A separate worker process mints and sends, and is killed. */
let platform: PlatformASimulator;
let shop: SimulatedShop;
let api: TestApp;
let sink: SmtpSink;
let worker: ServiceProcess | undefined;

beforeEach(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  shop = platform.addShop({ domain: DOMAIN, name: 'Corner Shop', plan: 'enterprise' });
  sink = await SmtpSink.start();
  api = await TestApp.start({
    ROLE: 'api',
    SMTP_URL: sink.url,
    EMAIL_LEASE_SECONDS: '2',
    PLATFORM_A_SCOPES: 'read_orders,read_customers,read_products,write_discounts',
    PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate,
  });
});
afterEach(async () => {
  if (worker && !worker.exit) await worker.end('SIGKILL');
  await api.stop();
  await sink.stop();
  await platform.stop();
  await rm(api.environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

async function startWorker(killAt?: string): Promise<ServiceProcess> {
  const environment = { ...api.environment, ROLE: 'worker', PORT: String(await quietPort()) };
  return killAt === undefined
    ? ServiceProcess.start(environment)
    : ServiceProcess.start({ ...environment, KILL_MINTING_AT: killAt }, ['--import', KILL_AT]);
}

async function openedStore(more: Readonly<Record<string, Person>> = {}): Promise<SequenceStore> {
  await new Browser(api.url).install(DOMAIN);
  const retailerId = retailerIdOf('platform-a', DOMAIN);
  const brandId = entityId(retailerId, 'brand', 'default');
  const sender = { email: 'hello@example.com', postalAddress: '12 Winter Lane, 05401 Burlington' };
  await given(api).set(Brand, { storeSender: sender }, { retailerId, id: brandId });
  await api.sql(`UPDATE retailers SET currency = 'USD', storefront_url = 'https://${DOMAIN}' WHERE id = $1`, [
    retailerId,
  ]);
  const people = Object.fromEntries(Array.from({ length: RECIPIENTS }, (_, index) => [`p${index}`, {}]));
  return SequenceStore.of(api, sink, { retailerId, brandId, domain: DOMAIN }, { ...people, ...more });
}

describe('kill -9 of the worker while it mints 600 codes', () => {
  it.each([
    ['after the batches are stored', 'planned:1'],
    ['before the discount is created', 'creating:1'],
    ['after the discount is created', 'created:1'],
    ['before the second batch is minted', 'minting:2'],
    ['after the second batch is minted', 'minted:3'],
    ['after the codes of a batch are stored', 'stored:2'],
  ])(
    '%s: each recipient gets one code, none twice and none is lost',
    async (_when, killAt) => {
      worker = await startWorker();
      const store = await openedStore();
      await store.put('crash', { offer: OFFER, steps: [step('one', 'PT0S', { body: BODY })] });
      await worker.end('SIGTERM');
      worker = await startWorker(killAt);
      const { executionId } = (await store.execute('crash')).body;
      expect(await worker.ended).toEqual({ code: null, signal: 'SIGKILL' });
      worker = await startWorker();
      const { counts } = await store.ended(executionId, 120_000);
      expect(counts.sent + counts.unknown).toBe(RECIPIENTS);
      expect(counts.skipped).toEqual({});
      const codes = await stored(api).rows(OfferCode, { retailerId: store.retailerId }, 'code', 'customerId');
      expect(new Set(codes.map(({ customerId }) => customerId)).size).toBe(RECIPIENTS);
      const ours = shop.discounts.all().filter(({ title }) => title.includes('RK-'));
      expect(ours.map((discount) => discount.codes.size)).toEqual([RECIPIENTS]);
      expect([...(ours[0]?.codes.keys() ?? [])].sort()).toEqual(codes.map(({ code }) => code).sort());
      const mailed = sink.emails.map(({ source }) => /code:([0-9A-Z]{10})/.exec(source)?.[1]);
      expect(new Set(mailed).size).toBe(sink.emails.length);
    },
    240_000,
  );

  it('after the store has removed unsent codes: the others are removed, and those in mailboxes stay', async () => {
    worker = await startWorker();
    const store = await openedStore({ yves: { email: 'yves@shop.example' }, zoe: { email: 'zoe@shop.example' } });
    await api.admin('POST', '/admin/segments/upsert', {
      brandId: store.brandId,
      segments: [{ name: 'Staff', criteria: { emailDomains: ['shop.example'] } }],
    });
    await api.settled();
    const unless = { inSegment: 'Staff' };
    await store.put('crash', {
      offer: OFFER,
      steps: [step('one', 'PT0S', { body: BODY, unless }), step('two', 'P1D')],
    });
    const { executionId } = (await store.execute('crash')).body;
    await waitFor(async () => (await store.execution(executionId)).counts.sent === RECIPIENTS, 120_000);
    await worker.end('SIGTERM');
    worker = await startWorker('removed:1');
    await api.admin('POST', `/admin/executions/${executionId}/cancel`);
    expect(await worker.ended).toEqual({ code: null, signal: 'SIGKILL' });
    worker = await startWorker();
    await waitFor(async () => {
      const { body } = await api.admin<{ deactivated: number }>('GET', '/admin/sequences/crash/offers');
      return body.deactivated === 2;
    }, 60_000);
    const discount = shop.discounts.all().find(({ title }) => title.includes('RK-'));
    expect(discount?.codes.size).toBe(RECIPIENTS);
  }, 240_000);
});
