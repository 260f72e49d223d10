import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SmtpSink } from '#libs/simulators';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Order } from '../../src/commerce/model/order.entity.js';
import { Product } from '../../src/commerce/model/product.entity.js';
import { given } from '../factories/given.js';
import { discAmongLeaves, GREENS, RED_MODEL } from '../factories/red-model.js';
import { ImageHost } from '../setup/image-host.js';
import { type ImageBody, ModuleClient } from '../setup/module-client.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { TestApp } from '../setup/test-app.js';

const PACKAGE: string = 'onnxruntime-node';
const canRun = await import(PACKAGE).then(
  () => true,
  () => false,
);
const title = canRun ? 'a segmentation model' : `a segmentation model, SKIPPED: ${PACKAGE} is not installed`;

/** Each is another photograph of its own. */
const REDS = { unread: '#c8261e', shown: '#c0281e', bought: '#b8241c' } as const;

let folder: string;
let weights: string;
let host: ImageHost;
let sink: SmtpSink;
let app: TestApp;
let store: SequenceStore;
let module: ModuleClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rekindle-cutout-'));
  weights = join(folder, 'red.onnx');
  await writeFile(weights, 'no weights');
  [host, sink] = await Promise.all([ImageHost.start(), SmtpSink.start()]);
  for (const [name, red] of Object.entries(REDS)) host.files.set(`/${name}.png`, await discAmongLeaves(red));
  app = await TestApp.start({ SMTP_URL: sink.url, IMAGE_FETCH_ALLOW: host.address, CUTOUT_MODEL: weights });
  store = await SequenceStore.start(app, sink, 'cutouts.myshopify.com', { ann: {} });
  module = new ModuleClient(app, store.retailerId);
});
afterAll(async () => {
  await app?.stop();
  await Promise.all([host?.stop(), sink?.stop(), rm(folder, { recursive: true, force: true })]);
});

/** `product-stage` takes only products that are cut out. */
async function banner(name: keyof typeof REDS): Promise<ImageBody> {
  const products = [{ imageUrl: host.url(`/${name}.png`), title: 'Disc' }];
  const dimensions = { width: 800, height: 400 };
  const asked = { brandId: store.brandId, headline: 'Round again', products, dimensions, family: 'product-stage' };
  return (await module.make('banner-generation', asked)).body;
}

/** The share of an image that has the colours of the leaves. */
async function leavesIn(url: string): Promise<number> {
  const file = await fetch(url);
  const { data, info } = await sharp(Buffer.from(await file.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const greens = GREENS.map((green) => [...Buffer.from(green.slice(1), 'hex')]);
  let found = 0;
  for (let at = 0; at < data.length; at += 3) {
    const near = (green: readonly number[]) =>
      green.every((value, part) => Math.abs(value - (data[at + part] ?? 0)) < 8);
    if (greens.some(near)) found += 1;
  }
  return found / (info.width * info.height);
}

describe.skipIf(!canRun)(title, () => {
  it('whose weights can not be read leaves the photograph whole', async () => {
    const made = await banner('unread');
    expect(made.status).toBe('ready');
    expect(made.family).not.toBe('product-stage');
    expect(await leavesIn(made.variants[0]?.url ?? '')).toBeGreaterThan(0.02);
    await writeFile(weights, RED_MODEL);
  });

  it('cuts the product of a banner from a ground that is not white', async () => {
    const made = await banner('shown');
    expect(made).toMatchObject({ status: 'ready', family: 'product-stage' });
    expect(await leavesIn(made.variants[0]?.url ?? '')).toBeLessThan(0.001);
  });

  it('cuts the products of images for persons as well', async () => {
    const { retailerId } = store;
    const row = { retailerId, platformUpdatedAt: new Date() };
    await given(app).insert(Product, {
      ...row,
      externalId: 'bought',
      title: 'The disc that Ann bought',
      status: 'active',
      imageUrl: host.url('/bought.png'),
      price: '24.9',
    });
    await given(app).insert(Order, {
      ...row,
      externalId: 'order',
      customerId: store.idOf('ann'),
      currency: 'USD',
      total: '30',
      refunded: '0',
      net: '30',
      counted: true,
      reason: 'counted',
      financialStatus: 'paid',
      test: false,
      productIds: ['bought'],
      orderedAt: new Date(),
    });
    const { id, variants } = await banner('shown');
    const hero = { id, personal: true };
    expect((await store.put('discs', { steps: [step('one', 'PT0S', { images: { hero } })] })).status).toBe(201);
    const preview = `/admin/sequences/discs/steps/one/preview?customerId=${store.idOf('ann')}`;
    const { html } = (await app.admin<{ html: string }>('GET', preview)).body;
    const [, url = ''] = /<img[^>]* src="([^"]*\/images\/[^"]*)"/.exec(html) ?? [];
    expect(html).toContain('The disc that Ann bought');
    expect(url).not.toBe(variants[0]?.url);
    expect(await leavesIn(url)).toBeLessThan(0.001);
  });
});
