import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { GRID_FAMILIES } from '../grid-families/index.js';
import { planGrid } from '../grid/choose.js';
import type { CellSpan, GridPlan, GridProduct } from '../grid/types.js';
import { composeGrid } from './compose.js';

const brand = DEFAULT_BRAND_KIT;
const OPTIONS = { brand, format: 'jpeg', images: {}, withTiles: true } as const;

const catalogue = (count: number): GridProduct[] =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, title: `Product ${index}`, price: '€ 10' }));

const solid = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** A red ball on the ground of a studio. */
async function studio(ground: string): Promise<Buffer> {
  const ball =
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><circle cx="300" cy="300" r="290" fill="#c01818"/></svg>';
  return sharp(await solid(800, 800, ground))
    .composite([{ input: Buffer.from(ball), left: 100, top: 100 }])
    .png()
    .toBuffer();
}

/** A glass on white, which can't be cut out for sure. */
async function glass(): Promise<Buffer> {
  const rim =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect x="250" y="150" width="300" height="500" fill="#fbfbfb" stroke="#f0f0f0" stroke-width="3"/><ellipse cx="400" cy="150" rx="150" ry="30" fill="none" stroke="#999" stroke-width="4"/></svg>';
  return sharp(await solid(800, 800, '#ffffff'))
    .composite([{ input: Buffer.from(rim) }])
    .png()
    .toBuffer();
}

/** A photograph with detail everywhere. */
const scene = (): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: 8 * 8 * 3 }, (_, index) => (index * 73) % 190)), {
    raw: { width: 8, height: 8, channels: 3 },
  })
    .resize(400, 400, { kernel: 'cubic' })
    .png()
    .toBuffer();

const rowOf = (products: readonly GridProduct[], span: CellSpan): GridPlan => ({
  version: 1,
  rows: [
    {
      cells: products.map(({ id }) => ({ productId: id, span, emphasis: 'normal', crop: 'square' }) as const),
      mobile: 'pair',
    },
  ],
  rationale: '',
});

describe('composeGrid', () => {
  it('cuts a product out and shows it whole on a tint of the brand', async () => {
    const products = catalogue(1);
    const images = { p0: await studio('#ffffff') };
    const { plan } = planGrid(products);
    const { tiles, look } = await composeGrid(plan, products, { ...OPTIONS, images, family: 'soft-tiles' });
    const { data, info } = await sharp(tiles[0]?.image.bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    const isRed = ([r = 0, g = 0]: number[]) => r > 150 && g < 90;
    const middle = Array.from({ length: info.height }, (_, y) => isRed(at(info.width >> 1, y)));
    expect([middle[0], middle.at(-1)]).toEqual([false, false]);
    expect(middle.filter(Boolean).length).toBeGreaterThan(info.height * 0.75);
    const tile = look.rows[0]?.cells[0]?.tile ?? '';
    expect(tile).not.toBe('#ffffff');
    const wanted = [1, 3, 5].map((from) => Number.parseInt(tile.slice(from, from + 2), 16));
    at(20, 200).forEach((value, channel) => expect(Math.abs(value - (wanted[channel] ?? 0))).toBeLessThan(6));
  });

  it('gives all tiles the white of a photograph that is shown whole', async () => {
    const products = catalogue(2);
    const { plan } = planGrid(products);
    const tilesOf = async (first: Buffer) => {
      const images = { p0: first, p1: await studio('#ffffff') };
      const { look } = await composeGrid(plan, products, { ...OPTIONS, images, family: 'soft-tiles' });
      return new Set(look.rows.flatMap(({ cells }) => cells.map(({ tile }) => tile)));
    };
    expect(await tilesOf(await glass())).toEqual(new Set(['#ffffff']));
    expect(await tilesOf(await studio('#ffffff'))).not.toContain('#ffffff');
  });

  it.each(GRID_FAMILIES.map(({ name }) => name))(
    'is drawn on the white of such a photograph, so that no tile is a white box: %s',
    async (family) => {
      const products = catalogue(2);
      const images = { p0: await glass(), p1: await studio('#ffffff') };
      const { look, violations } = await composeGrid(planGrid(products).plan, products, {
        ...OPTIONS,
        brand: { ...OPTIONS.brand, palette: { ...OPTIONS.brand.palette, background: '#16302b', text: '#f5f0e6' } },
        images,
        family,
      });
      expect(look.ground).toBe('#ffffff');
      expect(violations).toEqual([]);
    },
  );

  it('fills a tile with the photograph of a scene, without bars', async () => {
    const products = catalogue(1);
    const { tiles } = await composeGrid(planGrid(products).plan, products, {
      ...OPTIONS,
      images: { p0: await scene() },
    });
    const { data, info } = await sharp(tiles[0]?.image.bytes).raw().toBuffer({ resolveWithObject: true });
    for (const x of [40, info.width - 41]) {
      const column = Array.from({ length: info.height }, (_, y) => data[(y * info.width + x) * 3] ?? 255);
      expect(Math.min(...column), `column ${x}`).toBeLessThan(230);
    }
  });

  it.each(GRID_FAMILIES.map(({ name }) => name))(
    'has prices on one base line, whatever letters names have: %s',
    async (family) => {
      const products = ['Ace', 'Jug, grey', 'A name that takes two lines or three'].map((title, index) => ({
        id: `p${index}`,
        title,
        price: '€ 9.50',
        ...(index === 1 ? { compareAtPrice: '€ 12.00' } : {}),
      }));
      const images = Object.fromEntries(
        await Promise.all(products.map(async ({ id }) => [id, await studio('#ffffff')] as const)),
      );
      const { overlays, family: served } = await composeGrid(rowOf(products, 2), products, {
        ...OPTIONS,
        images,
        family,
      });
      expect(served).toBe(family);
      const prices = overlays.filter(({ role }) => role === 'price').map(({ box }) => box.y);
      expect(prices).toHaveLength(3);
      expect(new Set(prices).size).toBe(1);
      expect(overlays.filter(({ role }) => role === 'compareAtPrice').map(({ text }) => text)).toEqual(['€ 12.00']);
    },
  );

  it('has the name of a product on its tile where there is no image', async () => {
    const products = catalogue(3);
    const { plan } = planGrid(products);
    const images = { p0: await studio('#ffffff'), p2: await studio('#ffffff') };
    const { overlays, products: placed, tiles } = await composeGrid(plan, products, { ...OPTIONS, images });
    expect(tiles.map(({ productId }) => productId)).toEqual(['p0', 'p2']);
    const tile = placed.find(({ title }) => title === 'Product 1')?.box;
    const names = overlays.filter(({ text }) => text === 'Product 1');
    expect(names).toHaveLength(1);
    expect(names[0]?.box.y).toBeGreaterThan(tile?.y ?? Infinity);
    expect((names[0]?.box.y ?? 0) + (names[0]?.box.height ?? 0)).toBeLessThan((tile?.y ?? 0) + (tile?.height ?? 0));
    expect(names[0]?.fontSize).toBeGreaterThan(30);
  });

  it('draws twice the pixels of the email, with legible words and the family that the request asks for', async () => {
    const products = catalogue(4);
    const { plan } = planGrid(products);
    const image = await composeGrid(plan, products, {
      ...OPTIONS,
      images: { p1: await studio('#ffffff') },
      family: 'magazine',
    });
    expect([image.width, image.family]).toEqual([1200, 'magazine']);
    expect(image.overlays.filter(({ role }) => role === 'price')).toHaveLength(4);
    expect(Math.min(...image.overlays.map(({ contrast, required }) => contrast / required))).toBeGreaterThan(1);
    expect(image.altText).toContain('Product 0, € 10; Product 1, € 10');
    expect(image.violations).toEqual([]);
    expect(image.critic).toMatchObject({ baseLines: 0, cellsOverlap: 0, evenGaps: 0, whiteBoxes: 0 });
    expect(image.critic['score']).toBeGreaterThan(50);
    const broken = { ...OPTIONS, images: { p2: Buffer.from('<svg/>') } };
    await expect(composeGrid(plan, products, broken)).rejects.toMatchObject({
      code: 'image_type_not_allowed',
      place: 'products/2',
    });
  });

  it('has larger type where it is shown smaller', async () => {
    const products = catalogue(3);
    const { plan } = planGrid(products);
    const sizes = async (more: { readonly shownWidth?: number }) => {
      const { overlays } = await composeGrid(plan, products, { ...OPTIONS, ...more, family: 'soft-tiles' });
      return Math.min(...overlays.map(({ fontSize }) => fontSize));
    };
    expect(await sizes({ shownWidth: 600 })).toBe(await sizes({}));
    expect(await sizes({ shownWidth: 400 })).toBeGreaterThanOrEqual(1.2 * (await sizes({})));
  });

  it('takes the best family where the one that is asked for does not fit', async () => {
    const products = catalogue(3);
    const { plan } = planGrid(products);
    const { family } = await composeGrid(plan, products, { ...OPTIONS, family: 'price-wall' });
    expect(family).not.toBe('price-wall');
  });

  it('is at most 400 kB if the format is left to the pixels, however much there is to see', async () => {
    const products = catalogue(4);
    const { plan } = planGrid(products);
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    const photo = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer();
    const images = Object.fromEntries(products.map(({ id }) => [id, photo]));
    const image = await composeGrid(plan, products, { brand, format: 'auto', images });
    expect(image.format).toBe('jpeg');
    expect(image.bytes.length).toBeLessThanOrEqual(400_000);
    expect(image.bytes.length).toBeGreaterThan(200_000);
  });
});
