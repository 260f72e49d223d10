import { randomUUID } from 'node:crypto';
import { OpenAiSimulator } from '#libs/simulators';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { ImageBudget } from '../../src/image-generation/providers/image-budget.entity.js';
import { ImageRender } from '../../src/image-generation/renders/image-render.entity.js';
import { Brand } from '../../src/retailers/brand.entity.js';
import { ago, given, stored } from '../factories/given.js';
import { metricsOf } from '../setup/metrics.js';
import { type ImageBody, ModuleClient } from '../setup/module-client.js';
import { anImage, ImageHost } from '../setup/image-host.js';
import { type Answer, TestApp, waitFor } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

const API_KEY = 'sk-of-the-simulator';

let provider: OpenAiSimulator;
let host: ImageHost;
let app: TestApp;
let second: TestApp;
let module: ModuleClient;
let elsewhere: ModuleClient;
let retailerId: string;
let brandId: string;
let count = 0;

/** Two services on the same datastores: they share their renders. */
beforeAll(async () => {
  provider = await OpenAiSimulator.start({ apiKey: API_KEY });
  host = await ImageHost.start();
  host.files.set('/candle.png', await anImage('#ffffff'));
  const settings = {
    OPENAI_API_KEY: API_KEY,
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_TIMEOUT_SECONDS: '2',
    IMAGE_FETCH_ALLOW: host.address,
    IMAGE_PRICE_USD: '0.25',
    IMAGE_LAYOUT_PRICE_USD: '0.01',
    IMAGE_MONTHLY_BUDGET_USD: '10',
  };
  app = await TestApp.start(settings);
  second = await app.startAnother(settings);
});
afterAll(async () => {
  await second?.stop();
  await app?.stop();
  await host?.stop();
  await provider?.stop();
});
/** Installs a separate store for each test, so that tests share no budget and no images. */
beforeEach(async () => {
  ({ retailerId, brandId } = await installStore(app, `shop-${(count += 1)}.myshopify.com`));
  module = new ModuleClient(app, retailerId);
  elsewhere = new ModuleClient(second, retailerId);
  provider.imageCalls.length = 0;
  provider.layoutCalls.length = 0;
  provider.requests.length = 0;
});
afterEach(() => provider.faults.clear());

const hero = (prompt: string, rest: object = {}): object => ({
  brandId,
  prompt,
  style: 'minimal',
  dimensions: { width: 300, height: 150 },
  ...rest,
});
const make = (body: object): Promise<Answer<ImageBody>> => module.make('hero-generation', body);
const calls = (): Promise<{ outcome: string; amount: string | null; purpose: string }[]> =>
  app.sql(`SELECT outcome, amount, purpose FROM image_provider_calls WHERE retailer_id = $1 ORDER BY created_at`, [
    retailerId,
  ]);
/** What both services have counted, in US dollars. */
async function countedCost(): Promise<number> {
  const pages = await Promise.all([app, second].map(metricsOf));
  const costs = pages.map((page) =>
    Number(/^rekindle_image_cost_usd_total\{platform="platform-a"\} (\S+)$/m.exec(page)?.[1]),
  );
  return costs.reduce((sum, cost) => sum + cost, 0);
}
const budget = async (): Promise<{ reserved: string; spent: string } | undefined> =>
  (await stored(app).rows(ImageBudget, { retailerId }, 'reserved', 'spent'))[0];

describe("a provider's image", () => {
  it("has the caller's alt text, or by default one that names the brand, and never the prompt", async () => {
    await given(app).set(Brand, { name: 'Winter Lane' }, { id: brandId });
    const told = await module.make('hero-generation', hero('a lake, one red canoe', { altText: 'A red canoe' }));
    expect(told.body.variants[0]?.altText).toBe('A red canoe');
    expect(told.body.matched).toBeNull();
    const plain = await module.make('hero-generation', hero('a lake, one red canoe'));
    expect(plain.body).toMatchObject({ status: 'ready', cached: false });
    expect(plain.body.variants[0]?.altText).toBe('Campaign image of Winter Lane');
  });
});

describe('a provider', () => {
  it('makes images that are cropped to the requested size', async () => {
    const { body } = await make(hero('a lake'));
    expect(body).toMatchObject({
      status: 'ready',
      provider: 'openai',
      cost: { amount: '0.25', currency: 'USD' },
      variants: [{ width: 300, height: 150, format: 'png' }],
    });
    const file = await fetch(body.variants[0]?.url ?? '');
    expect(await sharp(Buffer.from(await file.arrayBuffer())).metadata()).toMatchObject({ width: 300, height: 150 });
    expect(provider.imageCalls).toHaveLength(1);
    expect(provider.imageCalls[0]).toMatchObject({ model: 'gpt-image-2.5-flare', n: 1, references: [] });
    expect(provider.imageCalls[0]?.prompt).toContain('a lake');
    expect(await calls()).toEqual([{ outcome: 'succeeded', amount: '0.2500', purpose: 'images' }]);
    expect(await budget()).toEqual({ reserved: '0.0000', spent: '0.2500' });
  });

  it('makes several variants in one call', async () => {
    const { body } = await make(hero('three boats', { variants: 3 }));
    expect(new Set(body.variants.map(({ url }) => url)).size).toBe(3);
    expect(body.cost?.amount).toBe('0.75');
    expect(provider.imageCalls.map(({ n }) => n)).toEqual([3]);
  });

  it('gets the cut-out image of a product, and none of the texts, for a setting', async () => {
    const { body } = await module.make('banner-generation', {
      brandId,
      headline: 'Words of ours',
      products: [{ imageUrl: host.url('/candle.png'), title: 'Candle' }],
      background: { prompt: 'linen' },
      dimensions: { width: 600, height: 300 },
    });
    expect(body.status).toBe('ready');
    expect(provider.requests).toEqual(['POST /v1/images/edits']);
    expect(provider.imageCalls[0]?.references).toHaveLength(1);
    expect(provider.imageCalls[0]?.mask).toBeDefined();
    expect(provider.imageCalls[0]?.inputFidelity).toBeUndefined();
    expect(provider.imageCalls[0]?.prompt).not.toContain('Words of ours');
  });

  it("is not called for a banner with the brand's own treatment", async () => {
    const dimensions = { width: 600, height: 300 };
    const { body } = await module.make('banner-generation', { brandId, headline: 'Plain', dimensions });
    expect(body).toMatchObject({ status: 'ready', cost: null });
    expect(provider.requests).toEqual([]);
  });
});

describe('100 identical concurrent requests at two services', () => {
  it('cost one call', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        (at % 2 ? module : elsewhere).call('POST', 'image/hero-generation', hero('all at once'), { prefer: 'wait=20' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    const urls = answers.map(({ body }) => body.variants.map(({ url }) => new URL(url).pathname).join());
    expect(urls[0]).toMatch(/^\/images\/[0-9a-f]{64}\.png$/);
    expect(new Set(urls).size).toBe(1);
    expect(answers.filter(({ body }) => !body.cached)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.cost !== null)).toHaveLength(1);
    expect(provider.imageCalls).toHaveLength(1);
    expect(await calls()).toHaveLength(1);
  });
});

describe('the monthly budget', () => {
  it('is never exceeded by concurrent requests', async () => {
    await app.sql(
      `INSERT INTO image_budgets (retailer_id, month, spent) VALUES ($1, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'), 9)`,
      [retailerId],
    );
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        (at % 2 ? module : elsewhere).make('hero-generation', hero(`number ${at}`)),
      ),
    );
    const ready = answers.filter(({ body }) => body.status === 'ready');
    const refused = answers.filter(({ body }) => body.problem?.code === 'image_budget_spent');
    expect([ready.length, refused.length]).toEqual([4, 8]);
    expect(provider.imageCalls).toHaveLength(4);
    expect(await budget()).toEqual({ reserved: '0.0000', spent: '10.0000' });
  });

  it('is counted per store and month', async () => {
    await given(app).insert(ImageBudget, { retailerId, month: '2020-01', spent: '10' });
    expect((await make(hero('a new month'))).body.status).toBe('ready');
    const [all] = await app.sql<{ cost: number }>('SELECT sum(amount)::float8 AS cost FROM image_provider_calls');
    expect(all?.cost).toBeGreaterThan(1);
    await waitFor(async () => Math.abs((await countedCost()) - (all?.cost ?? 0)) < 0.001);
  });
});

describe('a call that the provider refused', () => {
  it('because of its rate is repeated after the time that the provider names', async () => {
    provider.faults.next('rateLimited', { retryAfterSeconds: 1 }, 2);
    const started = Date.now();
    const { body } = await make(hero('patience'));
    expect(body.status).toBe('ready');
    expect(Date.now() - started).toBeGreaterThan(2_000);
    expect(provider.imageCalls).toHaveLength(1);
    expect((await calls()).map(({ outcome, amount }) => [outcome, amount])).toEqual([
      ['refused', '0.0000'],
      ['refused', '0.0000'],
      ['succeeded', '0.2500'],
    ]);
    expect(await budget()).toEqual({ reserved: '0.0000', spent: '0.2500' });
  });

  it.each([
    ['moderation', 'moderation_refused', 422],
    ['quotaExhausted', 'image_provider_refused', 503],
    ['unauthorized', 'image_provider_refused', 503],
  ] as const)('over %s fails once, as %s, and costs nothing', async (fault, code, status) => {
    provider.faults.next(fault);
    const { body } = await make(hero(`turned away: ${fault}`));
    expect(body).toMatchObject({ status: 'failed', variants: [], cost: null, problem: { code, status } });
    expect(provider.requests).toHaveLength(1);
    expect(await budget()).toEqual({ reserved: '0.0000', spent: '0.0000' });
    const again = await make(hero(`turned away: ${fault}`));
    expect(again.body).toMatchObject({ status: 'ready', cached: false });
    expect((await module.get(`images/${body.id}`)).body.status).toBe('failed');
  });
});

describe('a call that may have been carried out', () => {
  it.each([
    ['serverError', 'image_provider_outcome_unknown', 'unknown'],
    ['disconnect', 'image_provider_outcome_unknown', 'unknown'],
    ['noImage', 'image_provider_bad_answer', 'useless'],
    ['garbageImage', 'image_provider_bad_answer', 'useless'],
    ['notJson', 'image_provider_bad_answer', 'useless'],
  ] as const)('and ended in %s is booked and not repeated: %s', async (fault, code, outcome) => {
    provider.faults.next(fault);
    const { body } = await make(hero(`broken: ${fault}`));
    expect(body).toMatchObject({
      status: 'failed',
      problem: { code, status: 502 },
      cost: { amount: '0.25', currency: 'USD' },
    });
    expect(provider.requests).toHaveLength(1);
    expect((await calls()).map((call) => call.outcome)).toEqual([outcome]);
    expect(await budget()).toEqual({ reserved: '0.0000', spent: '0.2500' });
  });

  it('is booked and not repeated if it took too long', async () => {
    provider.faults.next('slow', { delayMs: 4_000 });
    const { body } = await make(hero('too slow'));
    expect(body).toMatchObject({ status: 'failed', problem: { code: 'image_provider_outcome_unknown' } });
    expect(provider.requests).toHaveLength(1);
    expect((await calls()).map(({ outcome }) => outcome)).toEqual(['unknown']);
  });

  it('is booked as unknown if its run died, and the next run does not repeat it', async () => {
    provider.faults.next('slow', { delayMs: 1_500 });
    const asked = await module.call('POST', 'image/hero-generation', hero('died in the middle'));
    await waitFor(() => provider.imageCalls.length === 1);
    // As if the worker had been killed: nobody renews the lease, and another run takes over the render.
    await given(app).set(ImageRender, { leasedBy: randomUUID(), leasedUntil: ago(1, 'second') }, { retailerId });
    await waitFor(async () => (await module.get(`images/${asked.body.id}`)).body.status === 'failed');
    expect((await module.get(`images/${asked.body.id}`)).body.problem?.code).toBe('image_provider_outcome_unknown');
    await waitFor(async () => (await calls()).every(({ outcome }) => outcome !== 'open'));
    expect(provider.imageCalls).toHaveLength(1);
    expect(await budget()).toEqual({ reserved: '0.0000', spent: '0.2500' });
  });

  it('is not paid again if the rest of the render is repeated', async () => {
    const { id } = (await make(hero('paid once'))).body;
    const isReady = async (): Promise<boolean> => (await module.get(`images/${id}`)).body.status === 'ready';
    await waitFor(isReady);
    const first = await module.get(`images/${id}`);
    await given(app).set(
      ImageRender,
      { status: 'rendering', result: null, leasedBy: randomUUID(), leasedUntil: ago(1, 'second') },
      { retailerId },
    );
    await waitFor(isReady);
    expect((await module.get(`images/${id}`)).body.variants).toEqual(first.body.variants);
    expect(provider.imageCalls).toHaveLength(1);
    expect(await calls()).toHaveLength(1);
  });
});
