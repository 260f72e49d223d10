import { TOPICS } from '#libs/platform-a-client';
import {
  expectedFacts,
  generateStoreHistory,
  PlatformASimulator,
  type RecordEvent,
  type StoreHistory,
} from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { given } from '../factories/given.js';
import { InstalledStore } from '../setup/installed-store.js';
import { metricsOf } from '../setup/metrics.js';
import { expectConsistency, storedState } from '../setup/store-state.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp, waitFor } from '../setup/test-app.js';

const DAY = 86_400_000;

interface RetailerView {
  readonly status: string;
  readonly webhooks: {
    readonly registered: readonly string[];
    readonly lastCheckedAt: string | null;
    readonly drift: { readonly restoredTopics: number; readonly lateRecords: number } | null;
  };
}

/** The scope of a merge is not asked for at the install. */
const WANTED = TOPICS.filter((topic) => topic !== 'customers/merge');

let platform: PlatformASimulator;
beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
});
afterAll(() => platform?.stop());

/** A month of a store that ends an hour ago. */
function aMonth(seed: string): StoreHistory {
  const to = new Date(Date.now() - DAY / 24);
  return generateStoreHistory({ seed, customers: 60, products: 8, from: new Date(to.getTime() - 30 * DAY), to });
}

async function withService(
  overrides: Readonly<Record<string, string>>,
  work: (service: TestApp) => Promise<void>,
): Promise<void> {
  const service = await TestApp.start({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate, ...overrides });
  try {
    await work(service);
  } finally {
    await service.stop();
  }
}

/** Installs the app with an install time of 60 days ago, which is before all events of the test. */
async function installedLongAgo(service: TestApp, domain: string): Promise<InstalledStore> {
  const store = await InstalledStore.install(service, platform, domain);
  await given(service).backdate(Retailer, 'installedAt', '60 days', { id: store.retailerId });
  return store;
}

const view = async (service: TestApp, { retailerId }: InstalledStore): Promise<RetailerView> =>
  (await service.admin<RetailerView>('GET', `/admin/retailers/${retailerId}`)).body;

async function metric(service: TestApp, line: string): Promise<number> {
  const text = await metricsOf(service);
  return Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.split(' ')[1] ?? 0,
  );
}

describe('a store whose subscriptions the platform has deleted', () => {
  it('is repaired by an admin, and then has the facts that it would have had', () =>
    withService({}, async (service) => {
      const store = await installedLongAgo(service, 'lost-shop.myshopify.com');
      const history = aMonth('lost');
      const [told, untold] = halves(history.events);
      for (const product of history.catalogue) store.shop.upsertProduct(product);
      await platform.play(store.shop, told);
      store.shop.subscriptions.clear();
      await platform.play(store.shop, untold);
      await service.settled();
      const facts = Object.fromEntries(expectedFacts(history));
      expect((await storedState(service)).facts).not.toEqual(facts);

      const path = `/admin/retailers/${store.retailerId}/reconcile`;
      const { status, body } = await service.admin<RetailerView>('POST', path, undefined, { prefer: 'wait=30' });
      expect(status).toBe(200);
      expect(
        store.shop.subscriptions
          .list()
          .map(({ topic }) => topic)
          .sort(),
      ).toEqual([...WANTED].sort());
      await service.settled();
      expect((await storedState(service)).facts).toEqual(facts);
      await expectConsistency(service);

      expect(body.webhooks.drift).toMatchObject({ restoredTopics: WANTED.length });
      expect(body.webhooks.drift?.lateRecords).toBeGreaterThan(untold.length / 10);
      await waitFor(
        async () => (await metric(service, 'rekindle_webhook_drift_total{action="restored"}')) === WANTED.length,
      );
      await waitFor(async () => (await metric(service, 'rekindle_late_records_total{resource="orders"}')) > 0);
      const metrics = await metricsOf(service);
      expect(metrics).not.toContain('lost-shop');
      expect(metrics).not.toContain(store.retailerId);

      const again = await service.admin<RetailerView>('POST', path, undefined, { prefer: 'wait=30' });
      expect(again.body.webhooks.drift).toEqual(body.webhooks.drift);
    }));

  it('is repaired without a request, also by several processes at once', () =>
    withService({ WATCH_SECONDS: '1' }, async (service) => {
      const second = await service.startAnother();
      try {
        const store = await installedLongAgo(service, 'forgotten-shop.myshopify.com');
        store.shop.subscriptions.clear();
        const history = aMonth('forgotten');
        await platform.play(store.shop, history.events);
        await waitFor(() => store.shop.subscriptions.list().length === WANTED.length);
        const facts = Object.fromEntries(expectedFacts(history));
        await waitFor(async () => {
          await service.settled();
          return JSON.stringify(sorted((await storedState(service)).facts)) === JSON.stringify(sorted(facts));
        }, 30_000);
        expect((await view(service, store)).webhooks.drift?.lateRecords).toBeGreaterThan(0);
      } finally {
        await second.service.stop();
      }
    }));
});

describe('a store whose calls are slow, limited or refused', () => {
  it('does not delay other stores', () =>
    withService({ WATCH_SECONDS: '1' }, async (service) => {
      const well = await installedLongAgo(service, 'well-shop.myshopify.com');
      const slow = await installedLongAgo(service, 'slow-shop.myshopify.com');
      const limited = await installedLongAgo(service, 'limited-shop.myshopify.com');
      const refused = await installedLongAgo(service, 'refused-shop.myshopify.com');
      slow.shop.faults.next('slow', 1_000, { delayMs: 60_000 });
      limited.shop.faults.next('rateLimited', 1_000, { retryAfterSeconds: 600 });
      refused.shop.tokens.revokeAll();
      const lookedAt = async () => (await view(service, well)).webhooks.lastCheckedAt;
      for (let looks = 0; looks < 4; looks += 1) {
        const last = await lookedAt();
        await waitFor(async () => (await lookedAt()) !== last);
      }
      await waitFor(async () => (await view(service, refused)).status === 'needs_reauth');
      const asked = platform.graphqlRequests.filter(({ shop }) => shop === limited.domain).length;
      await waitFor(async () => (await metric(service, 'rekindle_store_watches_total{result="failed"}')) > 0);
      const last = await lookedAt();
      await waitFor(async () => (await lookedAt()) !== last);
      expect(platform.graphqlRequests.filter(({ shop }) => shop === limited.domain)).toHaveLength(asked);
      slow.shop.faults.clear();
    }));
});

describe('POST /admin/retailers/{id}/reconcile', () => {
  it('answers at once without Prefer: wait, and refuses a store that is not installed', () =>
    withService({}, async (service) => {
      const store = await installedLongAgo(service, 'asked-shop.myshopify.com');
      const path = `/admin/retailers/${store.retailerId}/reconcile`;
      const { status, body } = await service.admin<{ id: string }>('POST', path);
      expect({ status, id: body.id }).toEqual({ status: 202, id: store.retailerId });
      const unknown = await service.admin('POST', '/admin/retailers/6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11/reconcile');
      expect(unknown.status).toBe(404);
      await platform.uninstall(store.shop);
      await service.settled();
      const refused = await service.admin<{ code: string }>('POST', path);
      expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: 'not_installed' });
    }));
});

function halves(events: readonly RecordEvent[]): [RecordEvent[], RecordEvent[]] {
  const middle = Math.floor(events.length / 2);
  return [events.slice(0, middle), events.slice(middle)];
}

const sorted = (facts: object): unknown[] => Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1));
