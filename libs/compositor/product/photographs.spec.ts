import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openImage, toRaw } from '../image/open.js';
import type { Box, RawImage } from '../types.js';
import { cutGround } from './cut-ground.js';
import { prepareProduct } from './prepare.js';

/** Photographs beside the project's folder, where they exist. They are not part of the project. */
const SHARED = process.env['REKINDLE_SHARED_DIR'] ?? join(import.meta.dirname, '../../../../shared');
const photosAt = join(SHARED, 'samples/photos');
const hasPhotos = existsSync(photosAt);
const title = hasPhotos ? 'the sample photographs' : 'SKIPPED: the sample photographs are not beside the project';

const file = (name: string): Buffer => readFileSync(join(photosAt, name));
const decoded = async (name: string): Promise<RawImage> => toRaw((await openImage(file(name))).pixels());

/** 1 where the product is. */
type Mask = Uint8Array;

/** The shadow that was drawn into each photograph: middle and radii of an ellipse of one grey. */
const SHADOWS = {
  bulb: { x: 400, y: 1026, rx: 219, ry: 39 },
  camera: { x: 500, y: 766, rx: 303, ry: 27 },
  candle: { x: 350, y: 1293, rx: 150, ry: 54 },
  orange: { x: 500, y: 847, rx: 303, ry: 32 },
  pants: { x: 450, y: 1112, rx: 234, ry: 41 },
  tophat: { x: 500, y: 748, rx: 303, ry: 25 },
};

/** All that is not white and not the drawn shadow, with everything that it encloses. */
function maskBesideShadow({ width, height, data }: RawImage, shadow: (typeof SHADOWS)['bulb']): Mask {
  const isGround = (index: number) => {
    const [r, g, b] = [data[index * 4] ?? 0, data[index * 4 + 1] ?? 0, data[index * 4 + 2] ?? 0];
    if (Math.min(r, g, b) > 243) return true;
    const along = ((index % width) - shadow.x) / (shadow.rx + 2);
    const across = (Math.floor(index / width) - shadow.y) / (shadow.ry + 2);
    return along ** 2 + across ** 2 < 1 && Math.max(r, g, b) - Math.min(r, g, b) < 14 && Math.min(r, g, b) > 148;
  };
  const mask = new Uint8Array(width * height).fill(1);
  const stack = [0];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    if (mask[index] !== 1 || !isGround(index)) continue;
    mask[index] = 0;
    const x = index % width;
    if (x > 0) stack.push(index - 1);
    if (x < width - 1) stack.push(index + 1);
    stack.push(index - width, index + width);
  }
  return mask;
}

/** The alpha of the file from which a photograph was made, where it was placed. */
async function maskOfAlpha(name: string, { width, height }: RawImage, place: Box): Promise<Mask> {
  const alpha = await toRaw(sharp(file(`t-${name}.png`)).resize(place.width, place.height, { fit: 'fill' }));
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < place.height; y += 1) {
    for (let x = 0; x < place.width; x += 1) {
      const solid = (alpha.data[(y * place.width + x) * 4 + 3] ?? 0) >= 128;
      if (solid) mask[(place.y + y) * width + place.x + x] = 1;
    }
  }
  return mask;
}

function maskOfCut({ width, height }: RawImage, { box, pixels }: { box: Box; pixels: RawImage }): Mask {
  const mask = new Uint8Array(width * height);
  for (let index = 0; index < pixels.width * pixels.height; index += 1) {
    const y = box.y + Math.floor(index / pixels.width);
    if ((pixels.data[index * 4 + 3] ?? 0) >= 128) mask[y * width + box.x + (index % pixels.width)] = 1;
  }
  return mask;
}

/** The pixels in both masks as a share of those in any. */
function intersectionOverUnion(a: Mask, b: Mask): number {
  let both = 0;
  let any = 0;
  a.forEach((value, index) => {
    if (value && b[index]) both += 1;
    if (value || b[index]) any += 1;
  });
  return both / any;
}

const PLACES = {
  'fedora-blue': { x: 140, y: 254, width: 720, height: 492 },
  jacket: { x: 140, y: 347, width: 720, height: 557 },
};

describe.skipIf(!hasPhotos)(title, () => {
  it('are cut from white as a reference mask says', async () => {
    const found: Record<string, number> = {};
    for (const [name, shadow] of Object.entries(SHADOWS)) {
      const image = await decoded(`${name}.jpg`);
      const cut = cutGround(image);
      found[name] = cut ? intersectionOverUnion(maskOfCut(image, cut), maskBesideShadow(image, shadow)) : 0;
    }
    for (const [name, place] of Object.entries(PLACES)) {
      const image = await decoded(`${name}.jpg`);
      const cut = cutGround(image);
      found[name] = cut ? intersectionOverUnion(maskOfCut(image, cut), await maskOfAlpha(name, image, place)) : 0;
    }
    const all = Object.values(found);
    expect(all.reduce((sum, value) => sum + value, 0) / all.length, JSON.stringify(found)).toBeGreaterThanOrEqual(0.95);
    expect(Math.min(...all), JSON.stringify(found)).toBeGreaterThanOrEqual(0.9);
  });

  it.each(['bulb', 'camera', 'candle', 'fedora-blue', 'jacket', 'orange', 'pants', 'tophat'])(
    'are cut-outs: %s',
    async (name) => {
      expect(await prepareProduct(file(`${name}.jpg`))).toMatchObject({
        form: 'cutout',
        source: 'flood',
        ground: null,
      });
    },
  );

  it('are shown on their own ground where the ground shines through the product', async () => {
    expect(await prepareProduct(file('glass.jpg'))).toMatchObject({ form: 'scene', source: 'none', ground: '#ffffff' });
  });

  it.each(['astronaut', 'chelsea', 'coffee', 'motorcycle'])('are scenes: %s', async (name) => {
    expect(await prepareProduct(file(`${name}.jpg`))).toMatchObject({ form: 'scene', source: 'none', ground: null });
  });

  it.each(['fedora-blue', 'glass', 'jacket'])('are cut-outs by their own alpha: %s', async (name) => {
    expect(await prepareProduct(file(`t-${name}.png`))).toMatchObject({
      form: 'cutout',
      source: 'alpha',
      confidence: 1,
    });
  });
});
