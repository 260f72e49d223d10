import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { S3Simulator } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ImageRender } from '../../src/image-generation/renders/image-render.entity.js';
import { ImageRequest } from '../../src/image-generation/requests/image-request.entity.js';
import { PrivacyRequest } from '../../src/privacy/privacy-request.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { ago, given, stored } from '../factories/given.js';
import { ModuleClient } from '../setup/module-client.js';
import { anImage, ImageHost } from '../setup/image-host.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { deliver, installStore, SHOP } from '../setup/webhooks.js';

const BUCKET = { bucket: 'b', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };

let bucket: S3Simulator;
let host: ImageHost;
let app: TestApp;
let module: ModuleClient;
let retailerId: string;
let brandId: string;
let count = 0;

beforeAll(async () => {
  bucket = await S3Simulator.start(BUCKET);
  host = await ImageHost.start();
  app = await TestApp.start({ IMAGE_STORAGE_URL: bucket.storageUrl, IMAGE_FETCH_ALLOW: host.address });
});
afterAll(async () => {
  await app?.stop();
  await host?.stop();
  await bucket?.stop();
});
beforeEach(async () => {
  ({ retailerId, brandId } = await installStore(app, `jobs-${(count += 1)}.myshopify.com`));
  module = new ModuleClient(app, retailerId);
});

const generate = (prompt: string) =>
  module.make('generate', { brandId, prompt, dimensions: { width: 128, height: 128 }, style: 'flat' });
const withImage = (path: string): object => ({
  brandId,
  headline: 'Hello',
  products: [{ title: 'A', imageUrl: host.url(path) }],
  dimensions: { width: 400, height: 200 },
});
const banner = (path: string) => module.make('banner-generation', withImage(path));
/** Requests a banner without waiting for it. */
const ask = (path: string) => module.call('POST', 'image/banner-generation', withImage(path));

describe('an image in a bucket', () => {
  it('is served like any other', async () => {
    const { body } = await generate('in a bucket');
    const file = await fetch(body.variants[0]?.url ?? '');
    expect(file.headers.get('content-type')).toBe('image/png');
    expect((await file.arrayBuffer()).byteLength).toBe(body.variants[0]?.bytes);
  });

  it('fails with a problem while the bucket is full, and can be rendered afterwards', async () => {
    bucket.full = true;
    const { body } = await generate('no room');
    expect(body).toMatchObject({ status: 'failed', problem: { code: 'image_storage_full', status: 507 } });
    bucket.full = false;
    expect((await generate('no room')).body).toMatchObject({ status: 'ready', cached: false });
  });

  it('is rendered as soon as the bucket is reachable again', async () => {
    bucket.slowDowns = 4;
    expect((await generate('back soon')).body.status).toBe('ready');
  });
});

describe('a host of product images', () => {
  it('is asked again after a short failure', async () => {
    let asked = 0;
    const image = await anImage('#224466');
    host.files.set('/flaky.png', (_request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(503).end();
      else response.end(image);
    });
    expect((await banner('/flaky.png')).body.status).toBe('ready');
    expect(asked).toBe(2);
  });

  it('costs the banner its product if it stays unreachable', async () => {
    host.files.set('/gone.png', (_request, response) => response.writeHead(500).end());
    const { id } = (await ask('/gone.png')).body;
    const hurry = `UPDATE image_requests SET due_at = now() - interval '1 minute' WHERE id = $1`;
    await waitFor(async () => {
      await app.sql(hurry, [id]);
      return (await module.get(`images/${id}`)).body.status === 'ready';
    });
    expect((await module.get(`images/${id}`)).body.notices).toEqual([
      { productId: 'product-1', reason: 'its host does not answer' },
    ]);
  });
});

describe('image work that Redis has lost', () => {
  it('is found by the sweep: requests without source images, and renders', async () => {
    host.files.set('/lost.png', await anImage('#123456'));
    const [first, second] = [await generate('found again'), await banner('/lost.png')];
    await given(app).set(ImageRender, { status: 'queued', result: null, finishedAt: null }, { retailerId });
    await given(app).set(ImageRequest, { renderId: null, dueAt: ago(1, 'minute') }, { retailerId, kind: 'banner' });
    for (const { body } of [first, second]) {
      await waitFor(async () => (await module.get(`images/${body.id}`)).body.status === 'ready');
      expect((await module.get(`images/${body.id}`)).body.variants).toEqual(body.variants);
    }
  });

  it('is given up if it ends its process every time', async () => {
    const { body } = await generate('poison');
    await given(app).set(
      ImageRender,
      { status: 'rendering', leasedUntil: ago(1, 'second'), attempts: 8, leasedBy: randomUUID() },
      { retailerId },
    );
    await waitFor(async () => (await module.get(`images/${body.id}`)).body.status === 'failed');
    expect((await module.get(`images/${body.id}`)).body.problem?.code).toBe('image_given_up');
  });
});

describe("erasing a retailer's images", () => {
  it('deletes its requests and files, but not the files that another retailer uses', async () => {
    const service = await TestApp.start({ IMAGE_FETCH_ALLOW: host.address });
    try {
      const { own, shared, folder, one, two } = await eraseOneOfTwo(service);
      expect((await fetch(own)).status).toBe(404);
      const kept = await fetch(shared);
      expect([kept.status, (await kept.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
      const name = new URL(own).pathname.split('/').at(-1) ?? '';
      expect(existsSync(join(folder, 'images', name.slice(0, 2), name))).toBe(false);
      for (const table of ['image_requests', 'image_renders', 'image_files', 'image_sources']) {
        expect(await service.sql(`SELECT 1 FROM ${table} WHERE retailer_id = $1`, [one])).toEqual([]);
      }
      expect(await stored(service).rows(ImageRequest, { retailerId: two })).toHaveLength(1);
    } finally {
      await service.stop();
    }
  });
});

/** The store uninstalls the app, and the platform requests the erasure of its data. */
async function leave(service: TestApp, id: string): Promise<void> {
  await given(service).set(Retailer, { status: 'uninstalled', uninstalledAt: new Date() }, { id });
  const body = JSON.stringify({ shop_id: 1, shop_domain: SHOP });
  await deliver(service.url, { topic: 'shop/redact', body });
  await waitFor(async () => (await stored(service).rows(PrivacyRequest, { status: 'done' })).length === 1);
}

/** Two retailers share one file, and the first has another one. Then the first retailer is erased. */
async function eraseOneOfTwo(service: TestApp) {
  const [one, two] = [await installStore(service), await installStore(service, 'two.myshopify.com')];
  const urlOf = async ({ retailerId: id, brandId: brand }: typeof one, prompt: string): Promise<string> => {
    const dimensions = { width: 128, height: 128 };
    const client = new ModuleClient(service, id);
    const { body } = await client.make('generate', { brandId: brand, prompt, dimensions });
    return body.variants[0]?.url ?? '';
  };
  const [own, shared] = [await urlOf(one, 'only mine'), await urlOf(one, 'the same words')];
  expect(await urlOf(two, 'the same words')).toBe(shared);
  await leave(service, one.retailerId);
  const folder = fileURLToPath(service.service.runtime.config.images.storageUrl);
  return { own, shared, folder, one: one.retailerId, two: two.retailerId };
}

describe('a folder that can not be written to', () => {
  it('fails the image with a problem', async () => {
    const service = await TestApp.start();
    try {
      const folder = fileURLToPath(service.service.runtime.config.images.storageUrl);
      await rm(folder, { recursive: true, force: true });
      await writeFile(folder, 'in the way');
      const store = await installStore(service);
      const client = new ModuleClient(service, store.retailerId);
      const { body } = await client.make('generate', { brandId: store.brandId, prompt: 'nowhere' });
      expect(body).toMatchObject({ status: 'failed', problem: { code: 'image_storage_full' } });
    } finally {
      await service.stop();
    }
  });
});
