import { entityId, retailerIdOf } from '#libs/kernel';
import { PlatformASimulator, type SimulatedShop, SmtpSink } from '#libs/simulators';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OfferCode } from '../../src/offers/offer-code.entity.js';
import { Brand } from '../../src/retailers/brand.entity.js';
import { Browser } from '../e2e/install-flow.js';
import { given, stored } from '../factories/given.js';
import { quietPort } from '../setup/quiet-port.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { ServiceProcess, type Step } from '../setup/service-process.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp, waitFor } from '../setup/test-app.js';

/** Platforms mint 250 codes at once: two whole batches and a small one. */
const RECIPIENTS = 510;
const DOMAIN = 'offers-crash.myshopify.com';
/** These two leave the segment of the last test. */
const STAFF = { yves: { email: 'yves@shop.example' }, zoe: { email: 'zoe@shop.example' } };
const OFFER = { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' };
const BODY = 'Use code:{{ offer.code }}. [Go]({{ offer.url }})';

/**
 * The api stays up. A separate worker process mints and sends, and is killed where the store may know more than we do.
 * offers-end.spec.ts interrupts the minting at every step, within one process.
 */
let platform: PlatformASimulator;
let shop: SimulatedShop;
let api: TestApp;
let sink: SmtpSink;
let worker: ServiceProcess;
let store: SequenceStore;

beforeAll(async () => {
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
  worker = await startWorker();
  store = await openedStore();
});
afterEach(async () => {
  // After a failed test.
  if (worker.exit) worker = await startWorker();
});
afterAll(async () => {
  if (worker && !worker.exit) await worker.end('SIGKILL');
  await api?.stop();
  await sink?.stop();
  await platform?.stop();
});

const startWorker = async (): Promise<ServiceProcess> =>
  ServiceProcess.start({ ...api.environment, ROLE: 'worker', PORT: String(await quietPort()) });

async function openedStore(): Promise<SequenceStore> {
  await new Browser(api.url).install(DOMAIN);
  const retailerId = retailerIdOf('platform-a', DOMAIN);
  const brandId = entityId(retailerId, 'brand', 'default');
  const sender = { email: 'hello@example.com', postalAddress: '12 Winter Lane, 05401 Burlington' };
  await given(api).set(Brand, { storeSender: sender }, { retailerId, id: brandId });
  await api.sql(`UPDATE retailers SET currency = 'USD', storefront_url = 'https://${DOMAIN}' WHERE id = $1`, [
    retailerId,
  ]);
  const others = RECIPIENTS - Object.keys(STAFF).length;
  const people = Object.fromEntries(Array.from({ length: others }, (_, index) => [`p${index}`, {}]));
  const opened = await SequenceStore.of(api, sink, { retailerId, brandId, domain: DOMAIN }, { ...people, ...STAFF });
  await api.admin('POST', '/admin/segments/upsert', {
    brandId,
    segments: [{ name: 'Staff', criteria: { emailDomains: ['shop.example'] } }],
  });
  await api.settled();
  return opened;
}

/** Kills the worker at the nth step of this kind that `cause` leads to, and starts another one. */
async function killAt(kind: Step, nth: number, cause: () => Promise<unknown>): Promise<void> {
  await worker.killAt(kind, nth);
  await cause();
  expect(await worker.ended).toEqual({ code: null, signal: 'SIGKILL' });
  worker = await startWorker();
}

/** The discounts of our offers. */
const ours = () => shop.discounts.all().filter(({ title }) => title.includes('RK-'));

describe('kill -9 of the worker while it mints 510 codes', () => {
  it.each<[when: string, kind: Step, nth: number]>([
    ['before the discount is created', 'minting creating', 1],
    ['after the discount is created', 'minting created', 1],
    ['after the second batch is minted', 'minting minted', 3],
    ['after the codes of a batch are stored', 'minting stored', 2],
  ])(
    '%s: each recipient gets one code, none twice and none is lost',
    async (when, kind, nth) => {
      const id = when.replaceAll(' ', '-');
      await store.put(id, { offer: OFFER, steps: [step('one', 'PT0S', { body: BODY })] });
      const earlier = { discounts: new Set(ours().map(({ title }) => title)), emails: sink.emails.length };
      let executionId = '';
      await killAt(kind, nth, async () => ({ executionId } = (await store.execute(id)).body));
      const { counts } = await store.ended(executionId, 120_000);
      expect(counts.sent + counts.unknown).toBe(RECIPIENTS);
      expect(counts.skipped).toEqual({});
      const codes = await stored(api).rows(OfferCode, { executionId }, 'code', 'customerId');
      expect(new Set(codes.map(({ customerId }) => customerId)).size).toBe(RECIPIENTS);
      const created = ours().filter(({ title }) => !earlier.discounts.has(title));
      expect(created.map((discount) => discount.codes.size)).toEqual([RECIPIENTS]);
      expect([...(created[0]?.codes.keys() ?? [])].sort()).toEqual(codes.map(({ code }) => code).sort());
      const emails = sink.emails.slice(earlier.emails);
      const mailed = emails.map(({ source }) => /code:([0-9A-Z]{10})/.exec(source)?.[1]);
      expect(new Set(mailed).size).toBe(emails.length);
    },
    240_000,
  );

  it.each<[when: string, kind: Step, nth: number]>([
    ['after the discount of the second variant is created', 'minting created', 2],
    ['after the codes of the third batch are stored', 'minting stored', 3],
  ])(
    'of two variants, %s: each recipient gets one code of their variant, and no other exists',
    async (when, kind, nth) => {
      const id = when.replaceAll(' ', '-');
      const variants = [
        { id: 'ten', share: 50, offer: OFFER },
        { id: 'fifteen', share: 50, offer: { ...OFFER, value: 15 } },
      ];
      await store.put(id, { steps: [step('one', 'PT0S', { body: BODY, variants })] });
      const earlier = new Set(ours().map(({ title }) => title));
      let executionId = '';
      await killAt(kind, nth, async () => ({ executionId } = (await store.execute(id)).body));
      const { counts } = await store.ended(executionId, 120_000);
      expect([counts.sent + counts.unknown, counts.skipped]).toEqual([RECIPIENTS, {}]);
      const variantOf = new Map((await store.messages(executionId)).map((m) => [m.customerId, m.variant]));
      const codes = await stored(api).rows(OfferCode, { executionId }, 'code', 'customerId');
      expect(new Set(codes.map(({ customerId }) => customerId)).size).toBe(RECIPIENTS);
      const created = ours().filter(({ title }) => !earlier.has(title));
      expect(created).toHaveLength(2);
      for (const { title, codes: minted } of created) {
        const variant = title.includes('15% off') ? 'fifteen' : 'ten';
        const own = codes.filter(({ customerId }) => variantOf.get(customerId) === variant);
        expect([...minted.keys()].sort()).toEqual(own.map(({ code }) => code).sort());
      }
    },
    240_000,
  );

  it('after the store has removed unsent codes: the others are removed, and those in mailboxes stay', async () => {
    const unless = { inSegment: 'Staff' };
    await store.put('removal', {
      offer: OFFER,
      steps: [step('one', 'PT0S', { body: BODY, unless }), step('two', 'P1D')],
    });
    const earlier = new Set(ours().map(({ title }) => title));
    const { executionId } = (await store.execute('removal')).body;
    await waitFor(async () => (await store.execution(executionId)).counts.sent === RECIPIENTS - 2, 120_000);
    await killAt('minting removed', 1, () => api.admin('POST', `/admin/executions/${executionId}/cancel`));
    await waitFor(async () => {
      const { body } = await api.admin<{ deactivated: number }>('GET', '/admin/sequences/removal/offers');
      return body.deactivated === 2;
    }, 60_000);
    const discount = ours().find(({ title }) => !earlier.has(title));
    expect(discount?.codes.size).toBe(RECIPIENTS - 2);
  }, 240_000);
});
