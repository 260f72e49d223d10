import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT_IMAGES, portrait, productImage } from '#libs/simulators';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { composeBanner, composeBanners } from '../banner/banner.js';
import { composeHero } from '../banner/hero.js';
import type { BannerLayers, BannerSpec } from '../banner/types.js';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { planGrid } from '../grid/choose.js';
import { composeGrid } from '../grid-layout/compose.js';
import { openImage } from '../image/open.js';
import { prepareProduct, prepareSmall } from '../product/prepare.js';
import { preparedFile, readPrepared } from '../product/prepared-file.js';
import type { Box } from '../types.js';
import { countCutFaces } from './cut-faces.js';
import { release } from './detect.js';
import { type Face, findFaces } from './find-faces.js';

const facesIn = async (bytes: Uint8Array) => findFaces(await openImage(bytes));
const person = await portrait(1200, 800, { x: 0.7, y: 0.4, height: 0.3 });
const canFind = (await facesIn(person)) !== null;

/** Photographs beside the project's folder, where they exist. They are not part of the project. */
const SHARED = process.env['REKINDLE_SHARED_DIR'] ?? join(import.meta.dirname, '../../../../shared');
const photosAt = join(SHARED, 'samples/photos');
const hasPhotos = canFind && existsSync(photosAt);
const title = hasPhotos
  ? 'the sample photographs'
  : 'SKIPPED: no sample photographs beside the project, or no detector';
const astronaut = () => readFileSync(join(photosAt, 'astronaut.jpg'));

const SPEC: BannerSpec = {
  width: 1200,
  height: 400,
  format: 'png',
  headline: 'Back to the stars',
  subheadline: 'Everything for the journey, now with free returns.',
  callToAction: 'Shop now',
  brand: DEFAULT_BRAND_KIT,
};
const FORMATS = [
  [1200, 400],
  [1080, 1080],
  [600, 900],
] as const;

/** The critic's figures of the best banner in each format. */
async function figuresOf(layers: BannerLayers, formats: readonly (readonly [number, number])[] = FORMATS) {
  const found: unknown[] = [];
  for (const [width, height] of formats) {
    const { critic, violations } = await composeBanner({ ...SPEC, width, height }, layers);
    const { facesCut = -1, facesCovered = -1 } = critic;
    found.push({ facesCut, facesCovered, violations });
  }
  return found;
}
const NONE: Face = { box: { x: 0, y: 0, width: 0, height: 0 }, isCut: true };
const KEPT = { facesCut: 0, facesCovered: 0, violations: [] };

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

describe.runIf(canFind)('faces', () => {
  it('are found where they are', async () => {
    const faces = (await facesIn(person)) ?? [];
    expect(faces).toHaveLength(1);
    const [{ box, isCut } = NONE] = faces;
    expect(isCut).toBe(false);
    expect(middleOf(box).x).toBeCloseTo(0.7, 1);
    expect(middleOf(box).y).toBeCloseTo(0.4, 1);
    expect(box.height).toBeGreaterThan(0.25);
    expect(box.height).toBeLessThan(0.4);
  });

  it('are found the same after the network was released', async () => {
    const before = await facesIn(person);
    await release();
    expect(await facesIn(person)).toEqual(before);
  });

  it('are not found in drawn products', async () => {
    for (const name of PRODUCT_IMAGES) expect(await facesIn(await productImage(name, 500)), name).toEqual([]);
  });

  it('count as cut where the edge of the image cuts them', async () => {
    expect(await countCutFaces(person)).toBe(0);
    expect(await countCutFaces(await portrait(1200, 800, { x: 0.5, y: 0.1, height: 0.34 }))).toBe(1);
  });

  it.each([
    ['left', { x: 0.2, y: 0.4, height: 0.4 }],
    ['right', { x: 0.8, y: 0.5, height: 0.5 }],
    ['top', { x: 0.5, y: 0.25, height: 0.25 }],
  ])('are whole and free of words in banners: %s', async (_, face) => {
    const background = await portrait(1500, 700, face);
    expect(await figuresOf({ background })).toEqual(FORMATS.map(() => KEPT));
    const products = [{ image: background, title: 'Blue pullover', price: '€ 49.00' }];
    expect(await figuresOf({ products })).toEqual(FORMATS.map(() => KEPT));
  });

  it('have the words of a banner on their other side', async () => {
    const background = await portrait(1500, 780, { x: 0.2, y: 0.4, height: 0.4 });
    const spec = { ...SPEC, height: 628, family: 'full-bleed-panel' };
    const { family, critic, overlays } = await composeBanner(spec, { background });
    expect([family, critic['facesCovered']]).toEqual(['full-bleed-panel', 0]);
    expect(Math.min(...overlays.map(({ box }) => box.x))).toBeGreaterThan(600);
  });

  it('stay whole in images without text', async () => {
    const background = await portrait(900, 1200, { x: 0.5, y: 0.15, height: 0.16 });
    const spec = { prompt: 'a person', style: 'minimal', width: 900, height: 300, format: 'png' } as const;
    const [hero] = await composeHero({ ...spec, brand: DEFAULT_BRAND_KIT }, { images: [background] });
    expect(await facesIn(hero?.bytes ?? background)).toMatchObject([{ isCut: false }]);
  });

  it('stay whole in grids', async () => {
    const products = ['a', 'b', 'c'].map((id) => ({ id, title: `Pullover ${id}`, price: '€ 49.00' }));
    const images = { a: person, b: await portrait(800, 1200, { x: 0.5, y: 0.16, height: 0.16 }), c: person };
    const { plan } = planGrid(products, {});
    const { critic } = await composeGrid(plan, products, { brand: DEFAULT_BRAND_KIT, format: 'png', images });
    expect(critic).toMatchObject({ facesCut: 0, facesCovered: 0 });
  });

  it('are kept with a prepared product, which is not searched again', async () => {
    const product = await prepareSmall({ image: person }, 400);
    expect(product.faces).toHaveLength(1);
    expect((await readPrepared(await preparedFile(product))).faces).toEqual(product.faces);
    expect((await prepareProduct(person)).subject.width).toBeGreaterThanOrEqual(product.faces[0]?.width ?? Infinity);
  });
});

describe('without the optional packages', () => {
  afterEach(() => {
    vi.doUnmock('./weights.js');
    vi.resetModules();
  });

  it('the figures are left out', async () => {
    vi.resetModules();
    vi.doMock('./weights.js', () => ({ readWeights: () => Promise.resolve(null) }));
    const { composeBanner: compose } = await import('../banner/banner.js');
    const { countCutFaces: count } = await import('./cut-faces.js');
    expect(await count(person)).toBeNull();
    const { critic } = await compose(SPEC, { background: person });
    expect(Object.keys(critic)).toContain('subjectCovered');
    expect(Object.keys(critic)).not.toContain('facesCut');
    expect(Object.keys(critic)).not.toContain('facesCovered');
  });
});

describe.skipIf(!hasPhotos)(title, () => {
  it('have a face where it is seen', async () => {
    const faces = (await facesIn(astronaut())) ?? [];
    expect(faces).toHaveLength(1);
    // From the hair line to the chin, read off the photograph.
    const [{ box } = NONE] = faces;
    expect(box.x).toBeCloseTo(0.36, 1);
    expect(box.y).toBeCloseTo(0.14, 1);
    expect(box.x + box.width).toBeCloseTo(0.52, 1);
    expect(box.y + box.height).toBeCloseTo(0.34, 1);
  });

  it('show it whole and free of words in every format', async () => {
    expect(await figuresOf({ background: astronaut() })).toEqual(FORMATS.map(() => KEPT));
    expect(await figuresOf({ products: [{ image: astronaut(), title: 'Suit' }] })).toEqual(FORMATS.map(() => KEPT));
    const [wide] = await composeBanners(SPEC, { background: astronaut() }, 1);
    expect(await facesIn(wide?.bytes ?? astronaut())).toMatchObject([{ isCut: false }]);
  });

  it('have no faces besides', async () => {
    const others = readdirSync(photosAt).filter((name) => /\.(jpg|png)$/u.test(name) && name !== 'astronaut.jpg');
    for (const name of others) expect(await facesIn(readFileSync(join(photosAt, name))), name).toEqual([]);
  });
});
