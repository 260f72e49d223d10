import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND_KIT } from '../brand.js';
import { composeBanner } from '../banner/banner.js';
import type { BannerSpec } from '../banner/types.js';
import { countdownGif } from '../countdown.js';
import { writeGif } from './gif.js';
import { unpacked } from './plate.js';

const END = Date.UTC(2026, 11, 31, 23);
const SECOND = 1_000;
const DAY = 86_400 * SECOND;

const spec: BannerSpec = {
  width: 800,
  height: 400,
  format: 'png',
  headline: 'The winter sale ends soon',
  offer: '20% off',
  callToAction: 'Shop the sale',
  brand: DEFAULT_BRAND_KIT,
  countdown: { endsAt: END, ended: 'This offer has ended', language: 'en' },
};

/** The pixels of each frame as a reader sees it, with the figures of the file. */
async function framesOf(bytes: Buffer) {
  const { pages = 1, delay, loop, pageHeight, width, height } = await sharp(bytes, { animated: true }).metadata();
  const { data } = await sharp(bytes, { animated: true }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const size = data.length / pages;
  const frames = Array.from({ length: pages }, (_, page) => data.subarray(page * size, (page + 1) * size));
  return { pages, delay, loop, width, height: pageHeight ?? height, frames };
}

const banner = composeBanner(spec);
const seenAt = async (before: number) => framesOf(countdownGif((await banner).bytes, END - before).bytes);

describe('a countdown', () => {
  it('is an animated GIF of sixty seconds that plays once, within its limit', async () => {
    const { format, fileBytes, width, height, bytes } = await banner;
    expect({ format, width, height }).toEqual({ format: 'gif', width: 800, height: 400 });
    const gif = countdownGif(bytes, END - 3 * DAY);
    const seen = await framesOf(gif.bytes);
    expect(seen).toMatchObject({ pages: 60, loop: 1, width: 800, height: 400 });
    expect(seen.delay).toEqual(Array.from({ length: 60 }, () => SECOND));
    expect(gif.runs).toBe(true);
    expect(gif.bytes.length).toBeLessThanOrEqual(fileBytes * 1.02);
    expect(fileBytes).toBeLessThanOrEqual(500_000);
  });

  it('goes on from second to second: a later opening begins with a later frame', async () => {
    const early = await seenAt(3 * DAY + 20 * SECOND);
    const late = await seenAt(3 * DAY - 10 * SECOND);
    for (const step of [0, 1, 9, 29]) {
      expect(late.frames[step]?.equals(early.frames[30 + step] ?? Buffer.alloc(0)), `frame ${step}`).toBe(true);
    }
    expect(new Set(early.frames.map((frame) => frame.toString('base64'))).size).toBe(60);
  });

  it('changes nothing but its digits', async () => {
    const { plan } = unpacked((await banner).bytes);
    const { frames } = await seenAt(DAY + 5 * SECOND);
    const [first, last] = [frames[0] ?? Buffer.alloc(0), frames.at(-1) ?? Buffer.alloc(0)];
    const outside = (index: number) => {
      const [x, y] = [index % 800, Math.floor(index / 800)];
      return !plan.cells.some(
        (cell) => x >= cell.x && x < cell.x + cell.width && y >= cell.y && y < cell.y + cell.height,
      );
    };
    let changed = 0;
    for (let index = 0; index < 800 * 400; index += 1) {
      const same = first.subarray(index * 3, index * 3 + 3).equals(last.subarray(index * 3, index * 3 + 3));
      if (!same && outside(index)) changed += 1;
    }
    expect(changed).toBe(0);
  });

  it('ends with the text of the end, and shows only that afterwards', async () => {
    const ending = await seenAt(12 * SECOND);
    expect(ending.pages).toBe(13);
    const over = await seenAt(-DAY);
    expect(over.pages).toBe(1);
    expect(over.frames[0]?.equals(ending.frames.at(-1) ?? Buffer.alloc(0))).toBe(true);
    expect(countdownGif((await banner).bytes, END).runs).toBe(false);
  });

  it('says when it ends to people who can not see it', async () => {
    const { altText } = await banner;
    expect(altText).toContain('December 31, 2026 at 23:00:00 UTC');
    const german = await composeBanner({ ...spec, countdown: { endsAt: END, ended: 'Fin', language: 'de' } });
    expect(german.altText).toMatch(/31\. .* 2026 um 23:00:00 UTC/);
  });

  it.each([
    ['wide', 1200, 600],
    ['square', 600, 600],
    ['portrait', 600, 1000],
    ['leaderboard', 1456, 180],
  ])('keeps the hard rules in a %s banner', async (_, width, height) => {
    const { violations, fileBytes } = await composeBanner({ ...spec, width, height });
    expect(violations).toEqual([]);
    expect(fileBytes).toBeLessThanOrEqual(500_000 * Math.max(1, width / 1_200));
  });

  it('names the text of the end where that is too long', async () => {
    const ended = 'x'.repeat(190);
    const countdown = { endsAt: END, ended, language: 'en' };
    await expect(composeBanner({ ...spec, width: 300, height: 200, countdown })).rejects.toMatchObject({
      code: 'text_does_not_fit',
      place: 'countdown/ended',
    });
  });
});

describe('writeGif', () => {
  it.each([2, 3, 16, 200, 256])('is decoded to the same pixels, with %i colours', async (colours) => {
    let state = 7;
    const next = () => (state = (state * 48_271) % 2_147_483_647);
    const palette = Uint8Array.from({ length: colours * 3 }, (_, at) =>
      at % 3 === 0 ? Math.floor(at / 3) : next() % 256,
    );
    const [width, height] = [181, 97];
    const whole = Uint8Array.from({ length: width * height }, (_, at) => (at < 6_000 ? 1 : next() % colours));
    const part = Uint8Array.from({ length: 20 * 10 }, () => next() % colours);
    const bytes = writeGif({
      width,
      height,
      palette,
      delay: 100,
      frames: [
        { x: 0, y: 0, width, height, indices: whole },
        { x: 30, y: 40, width: 20, height: 10, indices: part },
      ],
    });
    const { frames } = await framesOf(bytes);
    const colourOf = (index: number) => [...palette.subarray(index * 3, index * 3 + 3)];
    const wanted = (indices: Uint8Array) => Buffer.from([...indices].flatMap(colourOf));
    expect(frames[0]?.equals(wanted(whole))).toBe(true);
    const changed = Uint8Array.from(whole);
    part.forEach((value, at) => (changed[(40 + Math.floor(at / 20)) * width + 30 + (at % 20)] = value));
    expect(frames[1]?.equals(wanted(changed))).toBe(true);
  });
});
