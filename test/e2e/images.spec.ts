import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { Product } from '../../src/commerce/model/product.entity.js';
import { given } from '../factories/given.js';
import { ModuleClient } from '../setup/module-client.js';
import { anImage, ImageHost } from '../setup/image-host.js';
import { TestApp } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

let app: TestApp;
let host: ImageHost;
let module: ModuleClient;
let stranger: ModuleClient;
let retailerId: string;
let brandId: string;
let strangeBrandId: string;

beforeAll(async () => {
  host = await ImageHost.start();
  app = await TestApp.start({ IMAGE_FETCH_ALLOW: host.address });
  ({ retailerId, brandId } = await installStore(app));
  const other = await installStore(app, 'other.myshopify.com');
  strangeBrandId = other.brandId;
  module = new ModuleClient(app, retailerId);
  stranger = new ModuleClient(app, other.retailerId);
  host.files.set('/candle.png', await anImage());
  host.files.set('/soap.png', await anImage('#4477aa'));
  for (const [id, status, path] of [
    ['1', 'active', '/candle.png'],
    ['2', 'active', '/soap.png'],
    ['3', 'archived', '/soap.png'],
    ['bare', 'active', null],
  ] as const) {
    await given(app).insert(Product, {
      retailerId,
      externalId: id,
      title: `Product ${id}`,
      status,
      imageUrl: path && host.url(path),
      price: '24.9',
      platformUpdatedAt: new Date(),
    });
  }
});
afterAll(async () => {
  await app?.stop();
  await host?.stop();
});

const size = { width: 400, height: 200 };
const hero = (prompt: string, rest: object = {}): object => ({
  brandId,
  prompt,
  style: 'minimal',
  dimensions: size,
  ...rest,
});
const banner = (rest: object = {}): object => ({ brandId, headline: 'Back soon', dimensions: size, ...rest });
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const pointers = ({ body }: { body: { errors?: readonly { pointer: string }[] } }): string[] =>
  (body.errors ?? []).map(({ pointer }) => pointer);

describe('a hero', () => {
  it('is rendered and served as a file that never changes', async () => {
    const { status, body } = await module.make('hero-generation', hero('a lake at dawn'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'hero',
      status: 'ready',
      cached: false,
      provider: 'local',
      cost: null,
      brandId,
    });
    const [variant] = body.variants;
    expect(variant).toMatchObject({ ...size, format: 'png', altText: expect.stringMatching(/\S/) as unknown });
    const file = await fetch(variant?.url ?? '');
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ ...size, format: 'png' });
    expect(bytes.length).toBe(variant?.bytes);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  it('describes in its alt text what was drawn, not what the prompt asked for', async () => {
    const prompt = 'A quiet lake at dawn, one red canoe';
    const { body } = await module.make('hero-generation', hero(prompt, { altText: 'A red canoe', variants: 2 }));
    const drawn = "Abstract pattern in the brand's colours.";
    expect(body.variants.map(({ altText }) => altText)).toEqual([drawn, drawn]);
    expect(body).toMatchObject({ matched: 'none', variants: [{ matched: 'none' }, { matched: 'none' }] });
    const cup = await module.make('generate', { brandId, prompt: 'Coffee for you' });
    expect(cup.body.variants[0]?.altText).toBe('A cup of coffee on a saucer, seen from above.');
    expect(cup.body.matched).toBe('subject');
  });

  it.each(['', 'x'.repeat(251), 7])('is refused with the alt text %j', async (altText) => {
    const refused = await module.call('POST', 'image/hero-generation', hero('a lake', { altText }));
    expect(refused.status).toBe(422);
    expect(pointers(refused as never)).toEqual(['/altText']);
  });

  it('may have both sides at their limits', async () => {
    const dimensions = { width: 4096, height: 2048 };
    const { body } = await module.make('hero-generation', hero('as large as can be', { dimensions, format: 'auto' }));
    expect(body).toMatchObject({ status: 'ready', variants: [dimensions] });
  });

  it.each([
    ['photographic', 'jpeg'],
    ['flat', 'png'],
  ])('in the style %s is a small %s if its pixels decide', async (style, format) => {
    const dimensions = { width: 1200, height: 600 };
    const { body } = await module.make('hero-generation', hero('a lake', { style, dimensions, format: 'auto' }));
    const [variant] = body.variants;
    expect(variant).toMatchObject({ format });
    expect(variant?.bytes).toBeLessThanOrEqual(200_000);
    expect((await fetch(variant?.url ?? '')).headers.get('content-type')).toBe(`image/${format}`);
  });

  it.each(['jpeg', 'webp'])('can be encoded as %s', async (format) => {
    const { body } = await module.make('hero-generation', hero('a lake at dawn', { format }));
    expect(body.variants[0]?.format).toBe(format);
    const file = await fetch(body.variants[0]?.url ?? '');
    expect(file.headers.get('content-type')).toBe(`image/${format}`);
    expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).format).toBe(format);
  });

  it('has as many different variants as requested', async () => {
    const { body } = await module.make('hero-generation', hero('three boats', { variants: 3 }));
    expect(new Set(body.variants.map(({ url }) => url)).size).toBe(3);
  });

  it('is answered with 202 if the caller does not wait, and found by its id and in the list', async () => {
    const asked = await module.call('POST', 'image/generate', { brandId, prompt: 'a quiet street' });
    expect(asked).toMatchObject({ status: 202, body: { kind: 'generate', variants: [], finishedAt: null } });
    const again = await module.make('generate', { brandId, prompt: 'a quiet street' });
    expect(again).toMatchObject({ status: 200, body: { cached: true, status: 'ready' } });
    const found = await module.get(`images/${asked.body.id}`);
    expect(found.body).toMatchObject({ status: 'ready', cached: false, variants: again.body.variants });
    const first = await module.get<{ items: { id: string }[]; nextCursor: string }>(
      `images?brandId=${brandId}&limit=1`,
    );
    expect(first.body.items.map(({ id }) => id)).toEqual([again.body.id]);
    const next = await module.get<{ items: { id: string }[] }>(
      `images?brandId=${brandId}&limit=1&cursor=${first.body.nextCursor}`,
    );
    expect(next.body.items.map(({ id }) => id)).toEqual([asked.body.id]);
  });

  it('is rendered once for many identical requests', async () => {
    const first = await module.make('hero-generation', hero('made once'));
    const second = await module.call('POST', 'image/hero-generation', hero('made once'));
    expect(second).toMatchObject({ status: 200, body: { cached: true, variants: first.body.variants } });
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('is rendered again for a changed brand', async () => {
    const before = await module.make('hero-generation', hero('in our colours'));
    await app.admin('PATCH', `/admin/brands/${brandId}`, { palette: { primary: '#aa0055' } });
    const after = await module.make('hero-generation', hero('in our colours'));
    expect(after.body).toMatchObject({ cached: false, status: 'ready' });
    expect(after.body.variants[0]?.url).not.toBe(before.body.variants[0]?.url);
  });
});

describe('a banner', () => {
  const inline = { imageUrl: '', title: 'Beeswax candle', price: '€24.90' };

  it('is checked for legibility at its shown width', async () => {
    const wide = banner({
      headline: 'Judged as shown',
      callToAction: 'Come back in',
      dimensions: { width: 1200, height: 600 },
    });
    const usual = await module.make('banner-generation', wide);
    const told = await module.make('banner-generation', { ...wide, shownWidth: 600 });
    expect(told.body).toMatchObject({ cached: true, variants: usual.body.variants });
    const small = await module.make('banner-generation', { ...wide, shownWidth: 240 });
    const label = small.body.overlays?.find(({ role }) => role === 'callToAction');
    expect((label?.fontSize ?? 0) / 5).toBeGreaterThanOrEqual(14);
    expect(label).toMatchObject({ required: 4.5 });
  });

  it.each([31, 4097, 600.5, '600'])('is refused for a shown width of %j', async (shownWidth) => {
    const refused = await module.call('POST', 'image/banner-generation', banner({ shownWidth }));
    expect(refused.status).toBe(422);
    expect(pointers(refused as never)).toEqual(['/shownWidth']);
  });

  it('shows the texts legibly, and the products of the store', async () => {
    const { body } = await module.make(
      'banner-generation',
      banner({
        subheadline: '20% off until Sunday',
        callToAction: 'Come back in',
        products: [{ productId: '1' }, { ...inline, imageUrl: host.url('/soap.png') }],
        dimensions: { width: 1200, height: 600 },
      }),
    );
    expect(body).toMatchObject({ status: 'ready', kind: 'banner' });
    const headline = body.overlays?.find(({ role }) => role === 'headline');
    expect(headline?.text).toBe('Back soon');
    for (const { contrast, required } of body.overlays ?? []) expect(contrast).toBeGreaterThanOrEqual(required);
    expect(body.variants[0]?.altText).toContain('20% off until Sunday');
  });

  it("has the retailer's own photograph as its background, and fails without it", async () => {
    host.files.set('/studio.png', await anImage('#335577', { width: 900, height: 600 }));
    const on = (path: string) => banner({ headline: 'On our photograph', background: { imageUrl: host.url(path) } });
    const { body } = await module.make('banner-generation', on('/studio.png'));
    expect(body).toMatchObject({ status: 'ready', critic: { veil: expect.any(Number) as number } });
    const plain = await module.make('banner-generation', banner({ headline: 'On our photograph' }));
    expect(plain.body.variants[0]?.url).not.toBe(body.variants[0]?.url);
    const lost = await module.make('banner-generation', on('/no-studio.png'));
    expect(lost.body).toMatchObject({ status: 'failed', problem: { code: 'image_unusable' } });
    expect(pointers({ body: lost.body.problem as never })).toEqual(['/background/imageUrl']);
  });

  it('has variants of different families, each with the figures of the critic', async () => {
    const dimensions = { width: 800, height: 400 };
    const asked = banner({ callToAction: 'Look', products: [{ productId: '1' }], dimensions, variants: 3 });
    const { body } = await module.make('banner-generation', asked);
    const { variants, family, critic, score } = body;
    expect(new Set(variants.map((variant) => variant.family)).size).toBe(3);
    expect(new Set(variants.map(({ url }) => url)).size).toBe(3);
    expect({ family, critic }).toEqual({ family: variants[0]?.family, critic: variants[0]?.critic });
    expect(score).toBe(critic?.['score']);
    for (const variant of variants) {
      expect(variant.critic).toMatchObject({ veil: 0, margin: expect.any(Number) as number });
      expect(variant.critic?.['productShare']).toBeGreaterThan(0.1);
      expect(variant.critic?.['contrast']).toBeGreaterThanOrEqual(3);
    }
  });

  it('is laid out in the family that the request asks for, and in the best one where that does not fit', async () => {
    const dimensions = { width: 800, height: 400 };
    const familyFor = async (family: string): Promise<string | undefined> => {
      const asked = banner({ callToAction: 'Look', products: [{ productId: '1' }], dimensions, family });
      return (await module.make('banner-generation', asked)).body.family;
    };
    expect(await familyFor('framed')).toBe('framed');
    expect(await familyFor('editorial')).toBe('editorial');
    // It takes only products that are cut out.
    expect(await familyFor('product-stage')).toEqual(expect.stringMatching(/^(?!product-stage)/));
  });

  it('is rendered once for the same image bytes at different addresses', async () => {
    host.files.set('/copy.png', await anImage());
    const at = (path: string): object =>
      banner({ headline: 'Same bytes', products: [{ ...inline, imageUrl: host.url(path) }] });
    const first = await module.make('banner-generation', at('/candle.png'));
    const second = await module.make('banner-generation', at('/copy.png'));
    expect(first.body).toMatchObject({ cached: false, status: 'ready' });
    expect(second.body).toMatchObject({ cached: true, variants: first.body.variants });
  });

  it('fetches an image once', async () => {
    host.files.set('/once.png', await anImage('#118833'));
    for (const headline of ['One', 'Two', 'Three']) {
      const body = banner({ headline, products: [{ ...inline, imageUrl: host.url('/once.png') }] });
      expect((await module.make('banner-generation', body)).body.status).toBe('ready');
    }
    expect(host.requests.filter((path) => path === '/once.png')).toHaveLength(1);
  });

  it.each<[string, (path: string) => void | Promise<void>, string]>([
    ['HTML', (path) => void host.files.set(path, Buffer.from('<html><body>no</body></html>')), 'not a PNG'],
    ['missing', () => undefined, '404'],
    ['SVG', (path) => void host.files.set(path, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'not a PNG'],
    [
      'one that claims 60,000 x 60,000 pixels',
      (path) => void host.files.set(path, claiming(60_000, 60_000)),
      '40 megapixels',
    ],
    ['over 10 MB', (path) => void host.files.set(path, Buffer.alloc(10 * 1024 * 1024 + 1, 1)), '10 MB'],
    ['cut off', async (path) => void host.files.set(path, (await aPhoto()).subarray(0, 9_000)), 'damaged'],
  ])('goes without a product whose image is %s, and names it', async (what, prepare, reason) => {
    const path = `/${encodeURIComponent(what)}.png`;
    await prepare(path);
    const products = [{ productId: '1' }, { ...inline, imageUrl: host.url(path) }];
    const { body } = await module.make('banner-generation', banner({ headline: what, products }));
    expect(body).toMatchObject({ status: 'ready', notices: [{ productId: 'product-2' }] });
    expect(body.notices?.[0]?.reason).toContain(reason);
    expect(body.variants[0]?.altText).toContain('Product 1');
    expect(body.variants[0]?.altText).not.toContain('Beeswax');
  });

  it('is made of words alone if no image of a product is left', async () => {
    const products = [{ productId: 'bare' }, { ...inline, imageUrl: host.url('/nowhere.png') }];
    const { body } = await module.make('banner-generation', banner({ headline: 'Words alone', products }));
    expect(body).toMatchObject({ status: 'ready' });
    expect(body.notices?.map(({ productId }) => productId)).toEqual(['bare', 'product-2']);
    expect((await module.make('banner-generation', banner({ headline: 'Not a word' }))).body.notices).toBeUndefined();
  });

  it('fails for an image behind a redirect to a private address', async () => {
    host.files.set('/secret.png', (_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:9/secret' }).end(),
    );
    const products = [{ productId: '1' }, { ...inline, imageUrl: host.url('/secret.png') }];
    const { body } = await module.make('banner-generation', banner({ products }));
    expect(body).toMatchObject({ status: 'failed', variants: [], problem: { code: 'image_unusable', status: 422 } });
    expect(pointers({ body: body.problem as never })).toEqual(['/products/1/imageUrl']);
    expect(body.problem?.detail).toContain('not public');
  });

  it.each(['http://10.0.0.1/a.png', 'http://169.254.169.254/latest', 'http://[::1]/a.png', 'http://localhost:1/a.png'])(
    'fetches nothing from %s',
    async (imageUrl) => {
      const { body } = await module.make('banner-generation', banner({ products: [{ ...inline, imageUrl }] }));
      expect(body).toMatchObject({ status: 'failed', problem: { code: 'image_unusable' } });
    },
  );

  it('fails with a problem if the texts do not fit', async () => {
    const dimensions = { width: 64, height: 64 };
    const { body } = await module.make('banner-generation', banner({ headline: 'x'.repeat(200), dimensions }));
    expect(body).toMatchObject({ status: 'failed', problem: { code: 'image_not_composable', status: 422 } });
    expect(pointers({ body: body.problem as never })).toEqual(['/headline']);
  });
});

const MUG = { title: 'Mug', imageUrl: 'https://cdn.example/mug.png' };

describe('a request', () => {
  it.each<[string, object, string[]]>([
    ['generate', { brandId: '', prompt: 'x', extra: 1 }, ['/brandId', '/extra']],
    ['generate', { prompt: '' }, ['/prompt']],
    ['generate', { prompt: '   ' }, ['/prompt']],
    ['generate', { prompt: 'x'.repeat(10_000) }, ['/prompt']],
    ['generate', { prompt: 'a\u0000b' }, ['/prompt']],
    ['generate', { prompt: 'two\nlines' }, ['/prompt']],
    ['generate', { prompt: 7 }, ['/prompt']],
    ['generate', { prompt: 'x', style: 'y'.repeat(65) }, ['/style']],
    ['generate', { prompt: 'x', variants: 5 }, ['/variants']],
    ['generate', { prompt: 'x', format: 'bmp' }, ['/format']],
    ['generate', { prompt: 'x', dimensions: { width: 63, height: 64 } }, ['/dimensions/width']],
    ['generate', { prompt: 'x', dimensions: { width: 64, height: 4097 } }, ['/dimensions/height']],
    ['generate', { prompt: 'x', dimensions: { width: 4096, height: 4096 } }, ['/dimensions']],
    ['generate', { prompt: 'x', dimensions: { width: 4096, height: 2049 } }, ['/dimensions']],
    ['generate', { prompt: 'x', dimensions: null }, ['/dimensions']],
    ['generate', { prompt: 'x', dimensions: [800, 400] }, ['/dimensions']],
    ['hero-generation', { prompt: 'x' }, ['/style', '/dimensions']],
    ['banner-generation', { dimensions: size }, ['/headline']],
    [
      'banner-generation',
      { headline: 'x', dimensions: size, products: [{}] },
      ['/products/0/title', '/products/0/imageUrl'],
    ],
    [
      'banner-generation',
      { headline: 'x', dimensions: size, products: [{ productId: '99' }] },
      ['/products/0/productId'],
    ],
    [
      'banner-generation',
      { headline: 'x', dimensions: size, products: [{ productId: '1', title: 'Mine' }] },
      ['/products/0/title'],
    ],
    [
      'banner-generation',
      { headline: 'x', dimensions: size, products: [{ title: 'Mine', imageUrl: 'file:///etc/passwd' }] },
      ['/products/0/imageUrl'],
    ],
    ['banner-generation', { headline: 'x', dimensions: size, family: 'no-such-family' }, ['/family']],
    [
      'banner-generation',
      { headline: 'x', dimensions: size, products: Array.from({ length: 9 }, () => MUG) },
      ['/products'],
    ],
    [
      'banner-generation',
      { headline: 'x', dimensions: size, background: { imageUrl: 'ftp://a/b', prompt: 'linen' } },
      ['/background/imageUrl', '/background/prompt'],
    ],
    ['banner-generation', { headline: 'x', dimensions: size, offer: 'x'.repeat(61) }, ['/offer']],
    ...countdownMistakes(),
    ['grid-generation', { products: [] }, ['/products']],
    ['grid-generation', { products: [{ productId: '1' }, { productId: '1' }] }, ['/products/1']],
    ['grid-generation', { products: [{ id: 'a', title: 'A' }] }, ['/products/0/price']],
    ['grid-generation', { products: [{ productId: '1' }], width: 319 }, ['/width']],
  ])('for %s with %j is refused with a pointer', async (path, body, expected) => {
    const answer = await module.call('POST', `image/${path}`, { brandId, ...body });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect(new Set(pointers(answer))).toEqual(new Set(expected));
  });

  it('with a brand of another retailer, or an image of one, is answered 404', async () => {
    const mine = await module.make('generate', { brandId, prompt: 'mine' });
    for (const answer of [
      await module.call('POST', 'image/generate', { brandId: strangeBrandId, prompt: 'theirs' }),
      await module.call('POST', 'image/grid-generation', { brandId: randomUUID(), products: [{ productId: '1' }] }),
      await module.get(`images?brandId=${strangeBrandId}`),
      await stranger.get(`images/${mine.body.id}`),
      await module.get('images/nonsense'),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  it('with an Idempotency-Key is saved once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const ask = () => module.call('POST', 'image/generate', { brandId, prompt: 'keyed' }, headers);
    const first = await ask();
    const second = await ask();
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });
});

function countdownMistakes(): [string, object, string[]][] {
  const good = { endsAt: inDays(2), ended: 'Over' };
  const asks: [object, string[]][] = [
    [{ countdown: {} }, ['/countdown/endsAt', '/countdown/ended']],
    [{ countdown: { ...good, endsAt: 'tomorrow' } }, ['/countdown/endsAt']],
    [{ countdown: { ...good, endsAt: inDays(-1) } }, ['/countdown/endsAt']],
    [{ countdown: { ...good, endsAt: inDays(100) } }, ['/countdown/endsAt']],
    [{ countdown: { ...good, ended: 'x'.repeat(61) } }, ['/countdown/ended']],
    [{ countdown: { ...good, language: 'no language' } }, ['/countdown/language']],
    [{ countdown: good, dimensions: { width: 1_600, height: 1_000 } }, ['/dimensions']],
    [{ countdown: good, headline: '{{ customer.firstName | default: "Hello" }}' }, ['/countdown']],
  ];
  return asks.map(([body, found]) => ['banner-generation', { headline: 'x', dimensions: size, ...body }, found]);
}

describe('a countdown', () => {
  it('is a GIF that is made when it is opened, and can not be kept', async () => {
    const countdown = { endsAt: inDays(2), ended: 'This offer has ended', language: 'de' };
    const asked = banner({ offer: '20% off', countdown, dimensions: { width: 600, height: 300 } });
    const { body } = await module.make('banner-generation', asked);
    expect(body).toMatchObject({ status: 'ready', cost: null });
    const [variant] = body.variants;
    expect(variant).toMatchObject({ format: 'gif', width: 600, height: 300 });
    expect(variant?.url).toMatch(/\/countdowns\/[0-9a-f]{64}\.gif$/);
    const answer = await fetch(variant?.url ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/gif');
    expect(answer.headers.get('cache-control')).toBe('no-cache, max-age=0');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
      format: 'gif',
      pages: 60,
      pageHeight: 300,
      loop: 1,
    });
    expect(bytes.length).toBeLessThanOrEqual((variant?.bytes ?? 0) * 1.05);
  });

  it('is made once for all who open it within a second', async () => {
    const countdown = { endsAt: inDays(3), ended: 'Over' };
    const { body } = await module.make('banner-generation', banner({ countdown }));
    const url = body.variants[0]?.url ?? '';
    const answers = await Promise.all(Array.from({ length: 20 }, async () => (await fetch(url)).arrayBuffer()));
    expect(new Set(answers.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBeLessThan(5);
  });

  it.each([`${'0'.repeat(64)}.gif`, 'nothing.gif', `..%2fsources%2f${'0'.repeat(64)}.png`])(
    'answers 404 for %s',
    async (name) => {
      expect((await fetch(`${app.url}/countdowns/${name}`)).status).toBe(404);
    },
  );
});

describe('GET /images', () => {
  const urlOf = async (prompt: string): Promise<string> =>
    (await module.make('generate', { brandId, prompt })).body.variants[0]?.url ?? '';

  it('answers HEAD requests, and 304 to a known ETag', async () => {
    const url = await urlOf('headers');
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
    const etag = head.headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await fetch(url, { headers: { 'if-none-match': known } });
      expect(answer.status).toBe(304);
      expect(answer.headers.get('etag')).toBe(etag);
    }
    const other = await fetch(url, { headers: { 'if-none-match': '"other"' } });
    expect([other.status, (await other.arrayBuffer()).byteLength > 100]).toEqual([200, true]);
  });

  it.each([
    'nothing.png',
    `${'0'.repeat(64)}.png`,
    `${'0'.repeat(64)}.svg`,
    `${'A'.repeat(64)}.png`,
    '..%2f..%2fetc%2fpasswd',
    `..%2fsources%2f${'0'.repeat(64)}`,
    `${'0'.repeat(63)}%00.png`,
  ])('answers 404 for %s', async (name) => {
    const answer = await fetch(`${app.url}/images/${name}`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
  });

  it('does not serve fetched source images', async () => {
    const [source] = await app.sql<{ key: string }>(`SELECT key FROM image_files WHERE key LIKE 'sources/%' LIMIT 1`);
    const hash = source?.key.split('/')[1];
    for (const name of [`${hash}`, `${hash}.png`]) {
      expect((await fetch(`${app.url}/images/${name}`)).status).toBe(404);
    }
  });
});

describe('a brand', () => {
  it('is returned whole and can be changed in parts', async () => {
    const { body: before } = await app.admin<{ version: number }>('GET', `/admin/brands/${brandId}`);
    const changes = { tone: 'bold', fonts: { heading: 'Lora' }, sender: { email: 'hello@shop.example' } };
    const changed = await app.admin('PATCH', `/admin/brands/${brandId}`, changes);
    expect(changed).toMatchObject({
      status: 200,
      body: {
        id: brandId,
        retailerId,
        tone: 'bold',
        fonts: { heading: 'Lora', body: 'Inter' },
        sender: { email: 'hello@shop.example', name: null },
        palette: { primary: '#aa0055' },
        settings: { mailUnknownConsent: false },
        version: before.version + 1,
      },
    });
    expect((await app.admin('GET', `/admin/brands/${brandId}`)).body).toEqual(changed.body);
    const renamed = await app.admin<{ version: number }>('PATCH', `/admin/brands/${brandId}`, {
      sender: { name: 'Ada' },
    });
    expect(renamed.body.version).toBe(before.version + 1);
  });

  it.each([
    [{ palette: { primary: 'red' } }, '/palette/primary'],
    [{ palette: { primary: null } }, '/palette/primary'],
    [{ palette: { brand: '#000000' } }, '/palette/brand'],
    [{ palette: null }, '/palette'],
    [{ fonts: { body: 'Comic Sans' } }, '/fonts/body'],
    [{ logoUrl: 'javascript:alert(1)' }, '/logoUrl'],
    [{ cornerRadius: 49 }, '/cornerRadius'],
    [{ sender: { email: 'nobody' } }, '/sender/email'],
    [{ settings: { mailUnknownConsent: 'yes' } }, '/settings/mailUnknownConsent'],
    [{ colour: 1 }, '/colour'],
  ])('refuses %j', async (changes, pointer) => {
    const answer = await app.admin<{ errors: { pointer: string }[] }>('PATCH', `/admin/brands/${brandId}`, changes);
    expect(answer.status).toBe(422);
    expect(new Set(answer.body.errors.map((error) => error.pointer))).toEqual(new Set([pointer]));
  });

  it('is answered with 404 if it does not exist', async () => {
    expect((await app.admin('PATCH', `/admin/brands/${randomUUID()}`, {})).status).toBe(404);
    expect((await app.admin('GET', '/admin/brands/nonsense')).status).toBe(404);
  });
});

const aPhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();

/** A PNG of one pixel whose header claims another size. */
function claiming(width: number, height: number): Buffer {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}
