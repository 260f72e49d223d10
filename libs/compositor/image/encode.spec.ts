import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { drawLocalArt } from '../art/local-art.js';
import { randomFrom } from '../art/random.js';
import type { RawImage } from '../types.js';
import { encodeImage } from './encode.js';
import { seenWidth } from '../shown.js';
import { mostBytesOf, mostGridBytesOf } from './limits.js';

const SIZE = { width: 600, height: 300 };
const art = (style: string): RawImage =>
  drawLocalArt({ prompt: 'a lake', style, palette: DEFAULT_BRAND_KIT.palette, ...SIZE, seed: 1 });
/** As hard to encode as pixels can be. The same in each run, because the steps of a quality are coarse. */
const noise = (): RawImage => {
  const { between } = randomFrom(1);
  const data = Buffer.alloc(SIZE.width * SIZE.height * 4, 255);
  for (let at = 0; at < data.length; at += 4) {
    for (const channel of [0, 1, 2]) data[at + channel] = 128 + between(-35, 35) + between(-35, 35);
  }
  return { ...SIZE, data };
};
const typeOf = async (bytes: Buffer): Promise<string | undefined> => (await sharp(bytes).metadata()).format;

describe('encodeImage', () => {
  it.each([
    ['photographic', 'jpeg'],
    ['watercolor', 'jpeg'],
    ['flat', 'png'],
    ['minimal', 'png'],
  ])('decides on the pixels of %s art to make a file as %s', async (style, format) => {
    const file = await encodeImage(art(style), 'auto', 200_000);
    expect(file.format).toBe(format);
    expect(await typeOf(file.bytes)).toBe(format);
  });

  it('makes WebP of flat art that is too large as PNG', async () => {
    const image = art('pastel');
    const { length } = (await encodeImage(image, 'png')).bytes;
    const file = await encodeImage(image, 'auto', length / 8);
    expect(file.format).toBe('webp');
    expect(file.bytes.length).toBeLessThanOrEqual(length / 8);
  });

  it.each([
    ['jpeg', 0.3],
    ['webp', 0.6],
  ] as const)('lowers the quality of a %s until the file is small enough', async (format, least) => {
    const image = noise();
    const best = (await encodeImage(image, format)).bytes.length;
    for (const most of [best * 0.9, best * 0.7, best * least].map(Math.round)) {
      const file = await encodeImage(image, format, most);
      expect(file).toMatchObject({ format, ...SIZE });
      expect(file.bytes.length).toBeLessThanOrEqual(most);
      expect(file.bytes.length).toBeGreaterThan(most * 0.4);
    }
  });

  it('keeps quality 90 where the file is small enough', async () => {
    const image = art('photographic');
    const plain = await encodeImage(image, 'jpeg');
    expect((await encodeImage(image, 'jpeg', 200_000)).bytes.equals(plain.bytes)).toBe(true);
  });

  it('changes no pixel of a photograph that is asked for as PNG', async () => {
    const image = noise();
    const { bytes } = await encodeImage(image, 'png', 10_000);
    const back = await sharp(bytes).ensureAlpha().raw().toBuffer();
    expect(back.equals(image.data)).toBe(true);
  });
});

describe('The limits of files', () => {
  it('are 200 kB for banners and 400 kB for grids up to 1200 pixels, and grow with the width above', () => {
    expect([600, 1200, 2400].map(mostBytesOf)).toEqual([200_000, 200_000, 400_000]);
    expect(seenWidth({ width: 2400, shownWidth: 600 })).toBe(1200);
    expect([700, 2400].map((width) => seenWidth({ width }))).toEqual([700, 2400]);
    expect([640, 1200, 1600].map(mostGridBytesOf)).toEqual([400_000, 400_000, 533_333]);
  });
});
