import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImageRender } from '../../src/image-generation/renders/image-render.entity.js';
import { ImageRendersRepository } from '../../src/image-generation/renders/image-renders.repository.js';
import { ImageRequest } from '../../src/image-generation/requests/image-request.entity.js';
import { ImageTurnsService } from '../../src/image-generation/turns/image-turns.service.js';
import { given, stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { ModuleClient } from '../setup/module-client.js';
import { anImage, ImageHost } from '../setup/image-host.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

const renders = (status: string, count: number) => `
  INSERT INTO image_renders (retailer_id, id, cache_key, kind, provider, spec, status, due_at)
  SELECT $1, gen_random_uuid(), gen_random_uuid()::text, 'generate', 'local', '{}', '${status}', now() + $2::interval
    FROM generate_series(1, ${count})`;

describe('the image hosts of one retailer', () => {
  let silent: ImageHost;
  let quick: ImageHost;
  let app: TestApp;
  let stores = 0;

  beforeAll(async () => {
    silent = await ImageHost.start();
    quick = await ImageHost.start();
    quick.files.set('/mug.png', await anImage());
    app = await TestApp.start({ IMAGE_FETCH_ALLOW: `${silent.address},${quick.address}` });
  });
  afterAll(async () => {
    await silent?.stop();
    await app?.stop();
    await quick?.stop();
  });

  async function aStore() {
    const store = await installStore(app, `turns-${(stores += 1)}.myshopify.com`);
    return { ...store, module: new ModuleClient(app, store.retailerId) };
  }
  const banner = (brandId: string, imageUrl: string) => ({
    brandId,
    headline: 'Hello',
    products: [{ title: 'Mug', imageUrl }],
    dimensions: { width: 400, height: 200 },
  });
  const mute = (path: string): string => {
    silent.files.set(path, () => undefined);
    return silent.url(path);
  };
  /** The number of completed attempts: `attempts` already counts a running one. */
  const attemptsOf = async (id: string): Promise<number> => {
    const [row] = await stored(app).rows(ImageRequest, { id, leasedBy: null }, 'attempts');
    return row?.attempts ?? 0;
  };

  it('do not delay the banner of another retailer', async () => {
    const [slow, other] = [await aStore(), await aStore()];
    const asked = Array.from({ length: 24 }, (_, at) => banner(slow.brandId, mute(`/slow-${at}.png`)));
    await Promise.all(asked.map((body) => slow.module.call('POST', 'image/banner-generation', body)));
    const { body } = await other.module.make('banner-generation', banner(other.brandId, quick.url('/mug.png')));
    expect(body.status).toBe('ready');
    const open = await stored(app).rows(ImageRequest, { retailerId: slow.retailerId, finishedAt: null });
    expect(open.length).toBeGreaterThan(0);
  });

  it('are not asked again for a while after they did not answer, for that retailer only', async () => {
    const [store, other] = [await aStore(), await aStore()];
    const ask = async ({ module, brandId }: typeof store, path: string): Promise<string> =>
      (await module.call('POST', 'image/banner-generation', banner(brandId, mute(path)))).body.id;
    const first = await ask(store, '/first.png');
    await waitFor(async () => (await attemptsOf(first)) > 0);
    const second = await ask(store, '/second.png');
    await waitFor(async () => (await attemptsOf(second)) > 0);
    expect(silent.requests).toContain('/first.png');
    expect(silent.requests).not.toContain('/second.png');
    await ask(other, '/third.png');
    await waitFor(() => Promise.resolve(silent.requests.includes('/third.png')));
  });

  it('time out if they send too slowly', async () => {
    const { module, brandId } = await aStore();
    quick.files.set('/drip.png', (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    });
    const { id } = (await module.call('POST', 'image/banner-generation', banner(brandId, quick.url('/drip.png')))).body;
    await waitFor(async () => (await attemptsOf(id)) > 0);
    expect((await module.get(`images/${id}`)).body).toMatchObject({ status: 'queued', provider: null });
  });

  it('may keep only a limited number of requests open', async () => {
    const [full, other] = [await aStore(), await aStore()];
    const made = { brandId: full.brandId, prompt: 'made before', dimensions: { width: 64, height: 64 } };
    expect((await full.module.make('generate', made)).body.status).toBe('ready');
    await app.sql(renders('queued', 99), [full.retailerId, '1 hour']);
    const ask = ({ module, brandId }: typeof full, prompt: string) =>
      module.call('POST', 'image/generate', { brandId, prompt, dimensions: { width: 64, height: 64 } });
    await app.sql(renders('queued', 1), [full.retailerId, '1 hour']);
    const refused = await ask(full, 'one too many');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_open_images' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await stored(app).rows(ImageRequest, { retailerId: full.retailerId })).toHaveLength(1);
    expect((await ask(full, 'made before')).body).toMatchObject({ cached: true, status: 'ready' });
    expect((await ask(other, 'of another store')).status).toBe(202);
    await app.sql(
      `DELETE FROM image_renders WHERE id = (
      SELECT id FROM image_renders WHERE retailer_id = $1 AND status = 'queued' LIMIT 1)`,
      [full.retailerId],
    );
    expect((await ask(full, 'the last one')).status).toBe(202);
  });
});

describe('turns of retailers', () => {
  let app: IdleApp;
  let a: string;
  let b: string;
  beforeAll(async () => {
    app = await IdleApp.start();
    ({ retailerId: a } = await installStore(app, 'a.myshopify.com'));
    ({ retailerId: b } = await installStore(app, 'b.myshopify.com'));
  });
  afterAll(() => app?.stop());

  const take = (run: (retailerId: string) => Promise<void>): Promise<boolean> =>
    app.get(ImageTurnsService).take(
      'render',
      (retailerId, worker) => app.get(ImageRendersRepository).claim(retailerId, worker),
      ({ retailerId }) => run(retailerId),
    );

  it('alternate between retailers, even if one came first and has more work', async () => {
    await app.sql(renders('queued', 4), [a, '-2 hours']);
    await app.sql(renders('queued', 2), [b, '-1 hour']);
    const taken: string[] = [];
    while (await take((retailerId) => Promise.resolve(void taken.push(retailerId === a ? 'a' : 'b')))) continue;
    expect(taken.slice(0, 2).sort()).toEqual(['a', 'b']);
    expect(taken.slice(2, 4).sort()).toEqual(['a', 'b']);
    expect(taken).toHaveLength(6);
  });

  it('leave slots for others even if one retailer has much work', async () => {
    await given(app).delete(ImageRender);
    await app.sql(renders('queued', 9), [a, '-2 hours']);
    await app.sql(renders('queued', 1), [b, '-1 hour']);
    const taken: string[] = [];
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const hold = (retailerId: string) => {
      taken.push(retailerId === a ? 'a' : 'b');
      return ended;
    };
    const running = Array.from({ length: 8 }, () => take(hold));
    await waitFor(() => Promise.resolve(taken.length >= 5));
    expect(await take(hold)).toBe(false);
    expect(taken.sort().join('')).toBe('aaaab');
    end();
    await Promise.all(running);
  });
});
