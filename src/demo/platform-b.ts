import { randomBytes } from 'node:crypto';
import { freePort } from '#libs/local-services';
import {
  expectedFacts,
  generateStoreHistory,
  PlatformBSimulator,
  type SegmentRule,
  segmentMembers,
  type StoreHistory,
  type SimulatedStore,
  storeEvents,
  withDisorder,
} from '#libs/simulators';
import { type AdminApi, type Segment, until } from './admin-api.js';
import { playCampaign } from './campaign.js';
import { campaignStoreB } from './campaign-store.js';
import type { DemoOptions } from './options.js';
import type { Scene } from './scene.js';

const CLIENT_ID = 'rekindle-demo-b';
/** On this platform the developer writes the scopes into the profile of the app. */
const SCOPES =
  'store_v2_orders_read_only store_v2_customers store_v2_information_read_only store_v2_products_read_only store_v2_marketing';
const MOST_CUSTOMERS = 300;
const YEAR_MS = 365 * 86_400_000;
/** The share of the year before the install. */
const BEFORE = 0.3;
const DISORDER = { duplicates: 0.03, shuffleWindow: 40 };
/** With the usual quota of a store the year would take an hour. */
const QUOTA = 1_000_000;
const HOOKS = 7;
const SEGMENTS: readonly { readonly name: string; readonly criteria: SegmentRule }[] = [
  { name: 'Has bought', criteria: { minOrders: 1 } },
  { name: 'Regulars', criteria: { minOrders: 4 } },
];

type Population = Pick<DemoOptions, 'seed' | 'customers'>;

/** Starts platform B on loopback, before the service starts. */
export class PlatformBStage {
  private readonly clientSecret = randomBytes(24).toString('hex');
  private simulator: PlatformBSimulator | undefined;
  private store: SimulatedStore | undefined;

  private constructor(private readonly port: number) {}

  static async prepare(): Promise<PlatformBStage> {
    return new PlatformBStage(await freePort());
  }

  get environment(): Readonly<Record<string, string>> {
    const baseUrl = `http://127.0.0.1:${this.port}`;
    return {
      PLATFORM_B_CLIENT_ID: CLIENT_ID,
      PLATFORM_B_CLIENT_SECRET: this.clientSecret,
      PLATFORM_B_LOGIN_BASE_URL: baseUrl,
      PLATFORM_B_API_BASE_URL: baseUrl,
    };
  }

  /** Installs a store, plays a year in it, and compares its segments with segments computed without the service. */
  async play(api: AdminApi, { seed, customers }: Population): Promise<Scene> {
    const simulator = (this.simulator = await PlatformBSimulator.start({
      clientId: CLIENT_ID,
      clientSecret: this.clientSecret,
      authCallbackUrl: `${api.url}/platform-b/auth`,
      port: this.port,
      scope: SCOPES,
      webhooks: { concurrency: 32, timeScale: 0.001 },
    }));
    // Each run has a store of its own, as on platform A.
    const hash = `demo${randomBytes(4).toString('hex')}`;
    this.store = simulator.addStore({ hash, name: 'Harbour Road', quota: QUOTA });
    return playStore(api, simulator, this.store, { seed, customers: Math.min(customers, MOST_CUSTOMERS) });
  }

  /** Runs a campaign with an offer on the store, after `play`. */
  async playCampaign(api: AdminApi, outbox: string): Promise<Scene> {
    if (!this.simulator || !this.store) throw new Error('the store of platform B is not installed');
    const retailer = await api.retailer(this.store.hash, 'platform-b');
    return playCampaign(api, retailer?.brands[0]?.id ?? '', campaignStoreB(this.simulator, this.store), outbox);
  }

  async stop(): Promise<void> {
    await this.simulator?.stop();
  }
}

async function playStore(
  api: AdminApi,
  simulator: PlatformBSimulator,
  store: SimulatedStore,
  { seed, customers }: Population,
): Promise<Scene> {
  const to = new Date();
  const history = generateStoreHistory({ seed, customers, from: new Date(to.getTime() - YEAR_MS), to });
  const split = Math.floor(history.events.length * BEFORE);
  for (const product of history.catalogue) store.products.upsert(product);
  // The platform sends apps no change of a product, and the next watch reads all products long after the demo.
  for (const event of history.events) if ('product' in event) store.apply(event);
  for (const event of history.events.slice(0, split)) store.apply(event);
  const retailer = await install(api, simulator, store);
  const brandId = retailer.brands[0]?.id ?? '';
  await api.upsertSegments(brandId, SEGMENTS);
  // The events of the past run through `storeEvents` too: an order's last status decides which changes are delivered.
  const past = new Set(history.events.slice(0, split));
  const told = [...storeEvents(history.events, store.statuses)].filter(({ cause }) => !past.has(cause));
  await simulator.play(store, withDisorder(told, seed, DISORDER));
  await until('platform B processed', () => isQuiet(api), 300_000);
  const { delivered } = simulator.webhooks.stats;
  const calls = simulator.apiCalls.filter(({ path }) => /^\/v2\/orders\/\d+$/.test(path)).length;
  const results = await compare(api, brandId, history);
  return {
    title: `Platform B: ${store.name}, a year of ${customers} customers`,
    lines: [
      ['webhooks answered', delivered.toLocaleString('en-US')],
      ['reads of single orders', `${calls.toLocaleString('en-US')} at least`],
      ...results.map(({ name, actual, expected, same }): [string, string] => [
        name,
        `${actual} members, ${expected} expected: ${same ? 'the same' : 'DIFFERENT'}`,
      ]),
    ],
    asExpected: results.every(({ same }) => same) && (await api.inbox()).failed === 0,
  };
}

async function install(api: AdminApi, simulator: PlatformBSimulator, store: SimulatedStore) {
  const answer = await fetch(simulator.installCallback(store), { redirect: 'manual' });
  if (answer.status !== 302) throw new Error(`the install on platform B answered ${answer.status}`);
  const find = () => api.retailer(store.hash, 'platform-b');
  await until('hooks created', async () => ((await find())?.webhooks.registered.length ?? 0) >= HOOKS);
  await until('past read', () => isQuiet(api), 300_000);
  const retailer = await find();
  if (!retailer) throw new Error('the store of platform B is not installed');
  console.log(`Installed on platform B: ${retailer.name}, ${retailer.webhooks.registered.length} hooks`);
  return retailer;
}

/** Whether no delivery, no job and no order to read waits. Checks twice, because work moves from one to the other. */
async function isQuiet(api: AdminApi): Promise<boolean> {
  for (let look = 0; look < 2; look += 1) {
    if (!(await api.isIdle())) return false;
    if ((await api.metric('rekindle_platform_b_order_reads', 'status="due"')) > 0) return false;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return true;
}

interface Compared {
  readonly name: string;
  readonly actual: number;
  readonly expected: number;
  readonly same: boolean;
}

/** Compares accounts only: guests have no id on the platform. */
async function compare(api: AdminApi, brandId: string, history: StoreHistory): Promise<Compared[]> {
  const facts = expectedFacts(history);
  const segments = new Map((await api.segments(brandId)).map((segment): [string, Segment] => [segment.name, segment]));
  const compared: Compared[] = [];
  for (const { name, criteria } of SEGMENTS) {
    const members = await api.members(segments.get(name)?.id ?? '');
    const actual = members.map(({ externalId }) => externalId).filter((id) => /^\d+$/.test(id));
    const expected = segmentMembers(facts, criteria);
    const same = actual.toSorted().join() === expected.toSorted().join();
    compared.push({ name, actual: actual.length, expected: expected.length, same });
  }
  return compared;
}
