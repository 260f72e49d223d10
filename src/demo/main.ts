import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort, LockHeld, withLock } from '#libs/local-services';
import { PlatformASimulator, type SimulatedShop } from '#libs/simulators';
import { signToken } from '../auth/sign-token.js';
import { demoEnvironment } from '../config/environment.js';
import { isSystemError, makeFolder } from '../config/folder.js';
import { AdminApi, until } from './admin-api.js';
import { playCampaign } from './campaign.js';
import { campaignStoreA } from './campaign-store.js';
import { installThroughBrowser, throughBrowser } from './install.js';
import { latencyOf, membersWith, sendOneByOne } from './latency.js';
import { Interruption } from './interruption.js';
import { playLift } from './lift.js';
import { type DemoOptions, readOptions, Refusal, USAGE } from './options.js';
import { redeem, signOn, SUBSCRIPTION, subscriptions } from './people.js';
import { areImagesReady, imagesOf, ImageStage, printImages } from './images.js';
import { PlatformBStage } from './platform-b.js';
import { Progress } from './progress.js';
import type { Scene } from './scene.js';
import { runSequence } from './sequence.js';
import { ServiceProcess } from './service-process.js';
import { BUYERS, type Story, tellStory } from './story.js';
import {
  type Figures,
  isAsExpected,
  printScene,
  printSummary,
  printWhereToLook,
  type SegmentResult,
  studioLink,
} from './summary.js';

const CLIENT_ID = 'rekindle-demo';
const IDLE_ORDERS = 100;
const OPENINGS = 10;

interface Stage {
  readonly story: Story;
  readonly simulator: PlatformASimulator;
  readonly shop: SimulatedShop;
  readonly api: AdminApi;
}

const interruption = new Interruption();
try {
  const options = readOptions(process.argv.slice(2), demoEnvironment());
  if (options.help) console.log(USAGE);
  else process.exitCode = await alone(options, () => run(options));
} catch (error) {
  // Calls that are under way go on to a service that has stopped. The demo does not wait for them.
  if (error === interruption.reason) process.exit(130);
  console.error(error instanceof Refusal ? error.message : error);
  // A simulator that has started would keep the process from ending.
  process.exit(error instanceof Refusal ? 2 : 1);
}

/** Two demos on the same Postgres and Redis would take each other's jobs. */
async function alone<T>({ dataDir }: DemoOptions, task: () => Promise<T>): Promise<T> {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw isSystemError(error) ? new Refusal(`--data-dir: ${error.message}`) : error;
  }
  return withLock(join(dataDir, 'demo.lock'), task, 0).catch((error: unknown) => {
    if (!(error instanceof LockHeld)) throw error;
    throw new Refusal(`A demo already runs on ${dataDir} (process ${error.pid}). Stop it, or give another --data-dir.`);
  });
}

async function run(options: DemoOptions): Promise<number> {
  const servicePort = await portFor(options);
  const imagePort = await freePort();
  const story = await tellStory(options, `http://127.0.0.1:${imagePort}`);
  console.log(`Rekindle demo: ${story.title}`);
  const clientSecret = randomBytes(24).toString('hex');
  const adminSecret = randomBytes(32).toString('hex');
  // The platform would spread its retries over four hours. Here they come within seconds.
  const webhooks = { concurrency: 48, timeScale: 0.001 };
  const simulator = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret, webhooks });
  const platformB = await PlatformBStage.prepare();
  const images = await ImageStage.open(randomBytes(32).toString('hex'), imagePort);
  console.log('Starting Postgres, Redis and the service (the first time takes a few seconds more)');
  const service = ServiceProcess.start(options.dataDir, servicePort, {
    ADMIN_JWT_SECRET: adminSecret,
    PLATFORM_A_CLIENT_ID: CLIENT_ID,
    PLATFORM_A_CLIENT_SECRETS: clientSecret,
    PLATFORM_A_SHOP_BASE_URL: simulator.baseUrlTemplate,
    ...platformB.environment,
    LOG_LEVEL: 'warn',
    ...images.environment,
    ...redisOf(options),
  });
  try {
    await interruption.orDone(service.ready());
    return await interruption.orDone(perform({ options, story, simulator, platformB, images, service, adminSecret }));
  } finally {
    await service.stop();
    await images.close();
    await platformB.stop();
    await simulator.stop();
  }
}

/** The queues of an earlier demo, or of another service on the same Redis, stay out of this one. */
function redisOf({ redisUrl }: DemoOptions): Readonly<Record<string, string>> {
  return redisUrl === undefined ? {} : { REDIS_URL: redisUrl, QUEUE_PREFIX: `demo-${randomBytes(4).toString('hex')}` };
}

/** The port of the service. It is tried before the year is generated, so that a port in use is reported at once. */
async function portFor({ port }: DemoOptions): Promise<number> {
  if (port === 0) return freePort();
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    throw isSystemError(error) ? new Refusal(`PORT ${port} can't be used: ${error.message}`) : error;
  }
  probe.close();
  await once(probe, 'close');
  return port;
}

interface Performance {
  readonly options: DemoOptions;
  readonly story: Story;
  readonly simulator: PlatformASimulator;
  readonly platformB: PlatformBStage;
  readonly images: ImageStage;
  readonly service: ServiceProcess;
  readonly adminSecret: string;
}

/** Returns the exit code. */
async function perform(performance: Performance): Promise<number> {
  const { options, story, simulator, platformB, images, service, adminSecret } = performance;
  const token = signToken('admin', { sub: 'demo', fullAccess: true }, [adminSecret], 86_400);
  // Each run has a store of its own, so that it does not depend on earlier runs.
  const domain = `demo-${randomBytes(4).toString('hex')}.myshopify.com`;
  const shop = simulator.addShop({ domain, name: 'Winter Lane', plan: 'enterprise' });
  const api = new AdminApi(service.url, token);
  const { figures, brandId, retailerToken, scenes: onA } = await play({ story, simulator, shop, api });
  const scenes = [...onA, await platformB.play(api, options)];
  printSummary(figures);
  for (const scene of scenes) printScene(scene);
  const outbox = join(options.dataDir, 'outbox');
  const campaigns = [
    await playCampaign(api, brandId, campaignStoreA(simulator, shop), outbox),
    await platformB.playCampaign(api, outbox),
    await playLift(api, brandId, campaignStoreA(simulator, shop)),
  ];
  for (const scene of campaigns) printScene(scene);
  const retailerId = (await api.retailer(domain))?.id ?? '';
  const made = await images.makeOneOfEach(service.url, { retailerId, brandId, catalogue: story.history.catalogue });
  printImages(made);
  const isMailed = await runSequence(api, brandId, outbox, imagesOf(made));
  const good =
    isAsExpected(figures) &&
    [...scenes, ...campaigns].every(({ asExpected }) => asExpected) &&
    areImagesReady(made) &&
    isMailed;
  console.log(good ? '\nEvery figure is as expected.' : '\nSOME FIGURES ARE NOT AS EXPECTED.');
  if (!options.exit) {
    const names = { TOKEN: token, RETAILER: retailerId, RETAILER_TOKEN: retailerToken, BRAND: brandId };
    printWhereToLook(service.url, domain, { ...names, ...(await moreNames(api, retailerId, brandId)) });
    await interruption.wait();
  }
  // The store uninstalls, so that a later run on the same data does not watch a store whose platform is gone.
  await simulator.uninstall(shop);
  await untilGone(api, domain);
  return good ? 0 : 1;
}

/** Waits for the job that confirms the uninstallation: later the platform is gone, and the job fails forever. */
async function untilGone(api: AdminApi, domain: string): Promise<void> {
  const isGone = async (): Promise<boolean> => (await api.retailer(domain))?.status === 'uninstalled';
  await until('the store uninstalled', isGone, 20_000).catch(() => undefined);
}

async function moreNames(api: AdminApi, retailerId: string, brandId: string): Promise<Record<string, string>> {
  const [segment] = await api.segments(brandId);
  const path = `/admin/retailers/${retailerId}/module-tokens`;
  const { token } = await api.call<{ token: string }>('POST', path, { expiresIn: 86_400 });
  return { SEGMENT: segment?.id ?? '', MODULE: token };
}

interface Played {
  readonly figures: Figures;
  readonly brandId: string;
  readonly retailerToken: string;
  readonly scenes: readonly Scene[];
}

async function play(stage: Stage): Promise<Played> {
  const { story, simulator, shop, api } = stage;
  for (const product of story.history.catalogue) shop.upsertProduct(product);
  for (const event of story.before) shop.apply(event);
  shop.appSubscriptions = [SUBSCRIPTION];
  const { brandId, backfilled, retailerToken } = await install(stage);
  await api.upsertSegments(
    brandId,
    story.segments.map(({ name, criteria }) => ({ name, criteria })),
  );
  console.log(`Defined ${story.segments.length} segments: ${story.segments.map(({ name }) => name).join(', ')}`);
  const before = await counters(api);
  const started = Date.now();
  const sentAt = await sendAll(stage);
  await until('everything processed', () => api.isIdle(), 600_000);
  const seconds = (Date.now() - started) / 1_000;
  const after = await counters(api);
  const segments = await compare(stage, brandId);
  const buyers = (await api.segments(brandId)).find(({ name }) => name === BUYERS)?.id ?? '';
  const underLoad = latencyOf(sentAt, await api.members(buyers));
  const sent = simulator.webhooks.stats;
  const idleSent = await sendOneByOne(simulator, shop, IDLE_ORDERS);
  const idle = latencyOf(idleSent, await membersWith(api, buyers, idleSent));
  const figures = {
    backfilled,
    sent,
    accepted: after.accepted - before.accepted,
    duplicates: after.duplicates - before.duplicates,
    failed: (await api.inbox()).failed,
    seconds,
    segments,
    underLoad,
    idle,
  };
  const customerId = story.segments.find(({ name }) => name === BUYERS)?.members[0] ?? '';
  const visitors = { simulator, shop, serviceUrl: api.url, customerId, retailerToken };
  const scenes = [await signOn(visitors), await subscriptions(visitors)];
  return { figures, brandId, retailerToken, scenes };
}

interface InstalledStore {
  readonly brandId: string;
  readonly backfilled: number;
  readonly retailerToken: string;
}

async function install({ story, simulator, shop, api }: Stage): Promise<InstalledStore> {
  const { domain } = shop.profile;
  const { steps, code } = await installThroughBrowser(api.url, domain);
  const retailerToken = await redeem(api.url, code);
  console.log(`Installed on ${domain} through ${steps.join(' → ')}`);
  await until('webhooks registered', async () => ((await api.retailer(domain))?.webhooks.registered.length ?? 0) >= 9);
  await until('backfill done', () => api.isIdle(), 300_000);
  console.log(`Open the studio, signed in, while the demo plays: ${studioLink(api.url, domain)}`);
  const retailer = await api.retailer(domain);
  const brandId = retailer?.brands[0]?.id ?? '';
  console.log(
    `${retailer?.name}: ${retailer?.webhooks.registered.length} webhook topics registered, brand "${retailer?.brands[0]?.name}"`,
  );
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    await throughBrowser(simulator.openingOf(shop, `${api.url}/platform-a/auth`));
  }
  const { installedAt } = (await api.retailer(domain)) ?? {};
  if (installedAt !== retailer?.installedAt) throw new Error('opening the app installed it again');
  console.log(`Opened the app ${OPENINGS} times in the store's admin: the installation is the same`);
  const backfilled = story.before.filter(({ topic }) => topic === 'orders/create').length;
  return { brandId, backfilled, retailerToken };
}

/** Sends all events. Returns when each customer's first order was sent, if that order counts by itself. */
async function sendAll({ story, simulator, shop }: Stage): Promise<Map<string, number>> {
  const progress = new Progress('deliveries', story.deliveries.length);
  console.log(`Sending ${story.deliveries.length} webhooks, repeats and disorder among them`);
  const orders = new Map(story.deliveries.map((event) => [event.webhookId, event]));
  const sentAt = new Map<string, number>();
  await simulator.play(shop, story.deliveries, ({ delivery, sentAt: at }) => {
    progress.advance();
    const event = orders.get(delivery.webhookId);
    if (!event || !('order' in event) || event.order.customer === null) return;
    const { id } = event.order.customer;
    const counts = event.order.financialStatus === 'paid' && !event.order.test && event.order.cancelledAt === null;
    if (counts && !(sentAt.get(id) ?? Infinity <= at)) sentAt.set(id, at);
  });
  return sentAt;
}

async function compare({ story, api }: Stage, brandId: string): Promise<SegmentResult[]> {
  const found = new Map((await api.segments(brandId)).map((segment) => [segment.name, segment]));
  const results: SegmentResult[] = [];
  for (const { name, members, reference } of story.segments) {
    const segment = found.get(name);
    const ids = segment ? (await api.members(segment.id)).map(({ externalId }) => externalId) : [];
    const hash = story.hashOf(ids);
    results.push({
      name,
      actual: segment?.memberCount ?? 0,
      expected: members.length,
      sameMembers: segment?.memberCount === members.length && hash === story.hashOf(members),
      ...(reference ? { sameAsReference: reference.count === ids.length && reference.idsSha256 === hash } : {}),
    });
  }
  return results;
}

async function counters(api: AdminApi): Promise<{ accepted: number; duplicates: number }> {
  const name = 'rekindle_deliveries_received_total';
  return { accepted: await api.metric(name, 'result="new"'), duplicates: await api.metric(name, 'result="duplicate"') };
}
