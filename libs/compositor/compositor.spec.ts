import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { portrait } from '#libs/simulators';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from './brand.js';
import { CompositionError } from './composition-error.js';
import * as drawing from './drawing.js';
import { planGrid } from './grid/choose.js';
import { Compositor } from './compositor.js';
import type { ImageFormat } from './types.js';

const FORMATS: readonly ImageFormat[] = ['png', 'jpeg', 'webp'];
const brand = DEFAULT_BRAND_KIT;

const noise = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: '#333',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
    .png()
    .toBuffer();

/** Replaces bytes by a hash: comparing them one by one would take minutes. */
const hashed = <T extends { readonly bytes: Buffer }>({ bytes, ...rest }: T) => ({
  ...rest,
  isBuffer: Buffer.isBuffer(bytes),
  bytes: createHash('sha256').update(bytes).digest('hex'),
});

describe('Compositor', () => {
  const compositor = new Compositor({ threads: 1 });
  afterAll(() => compositor.close());

  it('starts no thread before the first image, and has none after it is closed', async () => {
    const other = new Compositor({ threads: 2 });
    expect(other.threads).toBe(0);
    await other.salientBox(await noise());
    expect(other.threads).toBe(1);
    await other.close();
    expect(other.threads).toBe(0);
  });

  it.each(FORMATS)('gives the same bytes as drawing in this process: a banner as %s', async (format) => {
    const image = await noise();
    const spec = { width: 600, height: 300, format, headline: 'Come back', callToAction: 'Shop now', brand };
    const layers = { background: image, products: [{ image, title: 'Mug', price: '€ 24.90' }] };
    const banner = await compositor.composeBanner(spec, layers);
    expect(hashed(banner)).toEqual(hashed(await drawing.composeBanner(spec, layers)));
    const variants = await compositor.composeBanners(spec, layers, 2);
    expect(variants.map(hashed)).toEqual((await drawing.composeBanners(spec, layers, 2)).map(hashed));
    // The input buffers must stay usable for the caller.
    expect(image.length).toBeGreaterThan(0);
  });

  it('gives the same bytes for heroes, grids and drawings', async () => {
    const image = await noise();
    const hero = {
      prompt: 'a lake',
      style: 'flat',
      width: 256,
      height: 128,
      format: 'webp',
      brand,
      variants: 2,
    } as const;
    expect((await compositor.composeHero(hero)).map(hashed)).toEqual((await drawing.composeHero(hero)).map(hashed));
    expect(await compositor.salientBox(image)).toEqual(await drawing.salientBox(image));
    const logo = await compositor.readLogo(image);
    expect(logo && hashed(logo.logo)).toEqual(hashed((await drawing.readLogo(image))?.logo ?? { bytes: image }));
    const products = ['a', 'b', 'c'].map((id) => ({ id, title: `Product ${id}`, price: '€ 9.50' }));
    const { plan } = planGrid(products, {});
    const grid = { brand, format: 'png', images: { a: image } } as const;
    expect(hashed(await compositor.composeGrid(plan, products, grid))).toEqual(
      hashed(await drawing.composeGrid(plan, products, grid)),
    );
    const art = { prompt: 'coffee', style: 'bold', palette: brand.palette, width: 200, height: 100, seed: 3 };
    const { data: bytes, ...size } = await compositor.drawLocalArt(art);
    const { data, ...sameSize } = drawing.drawLocalArt(art);
    expect(hashed({ bytes, ...size })).toEqual(hashed({ bytes: data, ...sameSize }));
    expect(hashed(await compositor.encodeImage({ data, ...size }, 'png'))).toEqual(
      hashed(await drawing.encodeImage({ data, ...size }, 'png')),
    );
  });

  it('finds faces in several threads at once, as in this process', async () => {
    const image = await portrait(900, 600, { x: 0.5, y: 0.1, height: 0.34 });
    const other = new Compositor({ threads: 2 });
    const counts = await Promise.all([1, 2, 3, 4].map(() => other.countCutFaces(image)));
    expect(counts).toEqual(Array.from({ length: 4 }, () => counts[0]));
    expect(counts[0]).toBe(await drawing.countCutFaces(image));
    await other.close();
  });

  it('throws the same errors and keeps working afterwards', async () => {
    const spec = { width: 64, height: 64, format: 'png', headline: 'Much too long. '.repeat(40), brand } as const;
    const refused: unknown = await compositor.composeBanner(spec).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CompositionError);
    expect(refused).toMatchObject({ code: 'text_does_not_fit', place: 'headline' });
    await expect(compositor.salientBox(Buffer.from('no image'))).rejects.toMatchObject({
      code: 'image_type_not_allowed',
      place: null,
    });
    expect(compositor.threads).toBe(1);
  });

  it('draws several images in parallel threads with the same bytes as alone', async () => {
    const both = new Compositor({ threads: 2 });
    const specs = [1, 2, 3, 4].map((at) => ({
      width: 300,
      height: 150,
      format: 'png' as const,
      headline: `No. ${at}`,
      brand,
    }));
    const drawn = await Promise.all(specs.map((spec) => both.composeBanner(spec)));
    expect(both.threads).toBe(2);
    const alone = await Promise.all(specs.map((spec) => drawing.composeBanner(spec)));
    expect(drawn.map(hashed)).toEqual(alone.map(hashed));
    await both.close();
  });
});
