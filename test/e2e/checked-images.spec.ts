import { OpenAiSimulator, productImage } from '#libs/simulators';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { ImageBudget } from '../../src/image-generation/providers/image-budget.entity.js';
import { ImageRender } from '../../src/image-generation/renders/image-render.entity.js';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { ago, given, stored } from '../factories/given.js';
import { ImageHost } from '../setup/image-host.js';
import { type Answer, TestApp, waitFor } from '../setup/test-app.js';
import { type ImageBody, ModuleClient } from '../setup/module-client.js';
import { installStore } from '../setup/webhooks.js';

const API_KEY = 'sk-of-the-simulator';
/** The optional package that reads letters. */
const READER: string = '@gutenye/ocr-node';
const canRead = await import(READER).then(
  () => true,
  () => false,
);

/** The optional packages that find faces. */
const FACES = ['onnxruntime-node', '@vladmandic/face-api/package.json'];
const canFind = FACES.every(isInstalled);

let provider: OpenAiSimulator;
let host: ImageHost;
let app: TestApp;
let module: ModuleClient;
let retailerId: string;
let brandId: string;
let count = 0;

beforeAll(async () => {
  provider = await OpenAiSimulator.start({ apiKey: API_KEY });
  host = await ImageHost.start();
  host.files.set('/mug.jpg', await productImage('mug', 600));
  app = await TestApp.start({
    OPENAI_API_KEY: API_KEY,
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_IMAGE_MODEL: 'gpt-image-1.5',
    IMAGE_FETCH_ALLOW: host.address,
    IMAGE_PRICE_USD: '0.25',
    IMAGE_MONTHLY_BUDGET_USD: '10',
  });
});
afterAll(async () => {
  await app?.stop();
  await host?.stop();
  await provider?.stop();
});
beforeEach(async () => {
  ({ retailerId, brandId } = await installStore(app, `checked-${(count += 1)}.myshopify.com`));
  module = new ModuleClient(app, retailerId);
  provider.imageCalls.length = 0;
});
afterEach(() => provider.faults.clear());

const hero = (prompt: string, rest: object = {}): Promise<Answer<ImageBody>> =>
  module.make('hero-generation', {
    brandId,
    prompt,
    style: 'minimal',
    dimensions: { width: 300, height: 150 },
    ...rest,
  });
const banner = (rest: object = {}): Promise<Answer<ImageBody>> =>
  module.make('banner-generation', {
    brandId,
    headline: 'Warm again',
    products: [{ imageUrl: host.url('/mug.jpg'), title: 'Mug', price: '€18' }],
    background: { prompt: 'linen on a table' },
    dimensions: { width: 600, height: 300 },
    ...rest,
  });
const purposes = async (): Promise<string[]> =>
  (
    await app.sql<{ purpose: string; outcome: string }>(
      `SELECT purpose, outcome FROM image_provider_calls WHERE retailer_id = $1 ORDER BY created_at`,
      [retailerId],
    )
  ).map(({ purpose, outcome }) => `${purpose} ${outcome}`);
const spent = async (): Promise<string | undefined> =>
  (await stored(app).rows(ImageBudget, { retailerId }, 'spent'))[0]?.spent;

describe('a product for which a setting is painted', () => {
  it('is sent on a stage with a mask, and keeps its pixels', async () => {
    const { body } = await banner();
    expect(body).toMatchObject({
      status: 'ready',
      providerImages: [{ attempt: 1, used: true, reason: null, product: 'kept' }],
    });
    expect(provider.requests.at(-1)).toBe('POST /v1/images/edits');
    const [call] = provider.imageCalls;
    expect(call).toMatchObject({ inputFidelity: 'high', references: [{ name: 'product.png' }] });
    const [stage, mask] = await Promise.all([call?.references[0]?.bytes, call?.mask].map((it) => sharp(it).metadata()));
    expect([mask?.width, mask?.height]).toEqual([stage?.width, stage?.height]);
    expect(call?.prompt).toContain('Keep the product exactly as it is');
    expect(body.family).toBeTypeOf('string');
  });

  it('gets its pixels back if it was redrawn', async () => {
    provider.faults.next('redrawn');
    const { body } = await banner();
    expect(body).toMatchObject({ status: 'ready', providerImages: [{ attempt: 1, used: true, product: 'restored' }] });
    const { data, info } = await pixelsOf(body);
    expect(shareOfTerracotta(data, info.channels)).toBeGreaterThan(0.02);
    expect(await purposes()).toEqual(['images succeeded']);
  });

  it('is shown without a setting if another thing stands in its place twice', async () => {
    provider.faults.next('replaced', {}, 2);
    const { body } = await banner();
    expect(body).toMatchObject({
      status: 'ready',
      cost: { amount: '0.50' },
      providerImages: [
        { attempt: 1, used: false, reason: 'product', product: 'changed' },
        { attempt: 2, used: false, reason: 'product', product: 'changed' },
      ],
    });
    expect(provider.imageCalls[1]?.prompt).toContain('it changed the product');
    const { data, info } = await pixelsOf(body);
    expect(shareOfTerracotta(data, info.channels)).toBeGreaterThan(0.02);
    expect(await purposes()).toEqual(['images succeeded', 'images_again succeeded']);
  });

  it('is not sent if it can not be cut out', async () => {
    const onGrey = await sharp(await productImage('vase', 600))
      .modulate({ brightness: 0.6 })
      .toBuffer();
    host.files.set('/scene.jpg', onGrey);
    const products = [{ imageUrl: host.url('/scene.jpg'), title: 'Vase' }];
    const { body } = await banner({ products });
    expect(body).toMatchObject({ status: 'ready', providerImages: [{ used: true, product: null, likeness: null }] });
    expect(provider.requests.at(-1)).toBe('POST /v1/images/generations');
    expect(provider.imageCalls[0]?.prompt).toContain('Show no products.');
  });
});

describe('a request with `fallback: fail`', () => {
  it('fails with the reason if all images are rejected', async () => {
    provider.faults.next('replaced', {}, 2);
    const { body } = await banner({ fallback: 'fail' });
    expect(body).toMatchObject({
      status: 'failed',
      cost: { amount: '0.50' },
      problem: { code: 'image_rejected', status: 502 },
    });
    expect(body.problem?.detail).toContain('it changed the product');
  });

  it('is refused with another word', async () => {
    expect((await banner({ fallback: 'whatever' })).status).toBe(422);
  });
});

describe('the second call', () => {
  it('is not made if the budget has no room for it', async () => {
    await app.sql(
      `INSERT INTO image_budgets (retailer_id, month, spent) VALUES ($1, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'), 9.6)`,
      [retailerId],
    );
    provider.faults.next('replaced');
    const { body } = await banner();
    expect(body).toMatchObject({ status: 'ready', providerImages: [{ attempt: 1, used: false }] });
    expect(provider.imageCalls).toHaveLength(1);
    expect(await spent()).toBe('9.8500');
  });

  it('is not paid again if the render is repeated', async () => {
    provider.faults.next('replaced');
    const first = await banner();
    expect(first.body.providerImages).toMatchObject([
      { attempt: 1, used: false },
      { attempt: 2, used: true, product: 'kept' },
    ]);
    await given(app).set(
      ImageRender,
      { status: 'rendering', result: null, leasedBy: randomUUID(), leasedUntil: ago(1, 'second') },
      { retailerId },
    );
    await waitFor(async () => (await module.get(`images/${first.body.id}`)).body.status === 'ready');
    expect((await module.get(`images/${first.body.id}`)).body.variants).toEqual(first.body.variants);
    expect(provider.imageCalls).toHaveLength(2);
    expect(await spent()).toBe('0.5000');
  });
});

describe.runIf(canRead)('words over an image', () => {
  it('reject it; the image of the second call is used', async () => {
    provider.faults.next('words');
    const { body } = await hero('a quiet lake');
    expect(body).toMatchObject({ status: 'ready', cost: { amount: '0.50' } });
    expect(body.providerImages).toMatchObject([
      {
        attempt: 1,
        used: false,
        reason: 'letters',
        letters: [expect.stringMatching(/SALE/), expect.stringMatching(/Everything/)],
      },
      { attempt: 2, used: true, reason: null, letters: [] },
    ]);
    expect(provider.imageCalls[1]?.prompt).toContain('words stood in it');
  });

  it('twice fail a request that wants no drawing, with the words', async () => {
    provider.faults.next('words', {}, 2);
    const { body } = await hero('a quiet lake', { fallback: 'fail' });
    expect(body.problem).toMatchObject({ code: 'image_rejected' });
    expect(body.problem?.detail).toMatch(/words stood in it \(".*SALE/);
  });

  it('twice leave a drawing of the service, with its own alt text', async () => {
    provider.faults.next('words', {}, 2);
    const { body } = await hero('a quiet lake', { altText: 'A photograph of a lake' });
    expect(body).toMatchObject({ status: 'ready', providerImages: [{ used: false }, { used: false }] });
    expect(body.variants[0]?.altText).not.toBe('A photograph of a lake');
  });
});

describe.runIf(canFind)('a face that the edge of an image cuts', () => {
  it('rejects it; the image of the second call is used', async () => {
    provider.faults.next('cutFace');
    const { body } = await hero('a customer at the counter');
    expect(body).toMatchObject({ status: 'ready', cost: { amount: '0.50' } });
    expect(body.providerImages).toMatchObject([
      { attempt: 1, used: false, reason: 'faces', cutFaces: 1 },
      { attempt: 2, used: true, reason: null, cutFaces: 0 },
    ]);
    expect(provider.imageCalls[1]?.prompt).toContain('its edge cut a face');
  });

  it('twice fails a request that wants no drawing, with the reason', async () => {
    provider.faults.next('cutFace', {}, 2);
    const { body } = await hero('a customer at the counter', { fallback: 'fail' });
    expect(body.problem).toMatchObject({ code: 'image_rejected' });
    expect(body.problem?.detail).toContain('its edge cut a face');
  });
});

function isInstalled(name: string): boolean {
  try {
    return createRequire(import.meta.url).resolve(name) !== '';
  } catch {
    return false;
  }
}

async function pixelsOf(body: ImageBody) {
  const file = await fetch(body.variants[0]?.url ?? '');
  return sharp(Buffer.from(await file.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** The share of pixels in the colours of the mug. */
function shareOfTerracotta(data: Buffer, channels: number): number {
  let found = 0;
  for (let at = 0; at < data.length; at += channels) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (r > 160 && r < 225 && r - g > 55 && g - b > 15 && g - b < 70) found += 1;
  }
  return (found * channels) / data.length;
}
