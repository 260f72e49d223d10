import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fitImage, salientBox } from './fit.js';

/** A red square on grey, `left`/`top` in pixels of 600 x 300. */
const withSubject = async (left: number, top: number): Promise<Buffer> => {
  const subject = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#d01818' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 600, height: 300, channels: 3, background: '#d9dcdf' } })
    .composite([{ input: subject, left, top }])
    .png()
    .toBuffer();
};

const redIn = async (data: Buffer): Promise<number> => {
  await Promise.resolve();
  let red = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) > 150 && (data[at + 1] ?? 255) < 80) red += 1;
  return red;
};

describe('fitImage', () => {
  it.each([
    [0, 0],
    [20, 180],
    [250, 100],
    [500, 30],
    [510, 210],
  ])('keeps a subject at %i, %i in a square', async (left, top) => {
    const fitted = await fitImage(await withSubject(left, top), 300, 300);
    expect(fitted).toMatchObject({ width: 300, height: 300, retained: 1 });
    expect(await redIn(fitted.data)).toBeGreaterThan(89 * 89);
  });

  it('makes exactly the size asked for, and never stretches', async () => {
    const circle = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#fff"/><circle cx="200" cy="200" r="60" fill="#d00"/></svg>',
    );
    const { data, width, height } = await fitImage(await sharp(circle).png().toBuffer(), 333, 171);
    expect([width, height]).toEqual([333, 171]);
    const red = (x: number, y: number) => (data[(y * width + x) * 4 + 1] ?? 255) < 128;
    const across = Array.from({ length: width }, (_, x) => red(x, 85)).filter(Boolean).length;
    const down = Array.from({ length: height }, (_, y) => red(166, y)).filter(Boolean).length;
    expect(Math.abs(across - down)).toBeLessThanOrEqual(2);
  });

  it('says how much of the subject a crop had to leave out', async () => {
    const wide = await sharp(Buffer.from(Array.from({ length: 900 * 100 * 3 }, (_, at) => (at * 53) % 256)), {
      raw: { width: 900, height: 100, channels: 3 },
    })
      .png()
      .toBuffer();
    const { retained } = await fitImage(wide, 100, 100);
    expect(retained).toBeGreaterThan(0.05);
    expect(retained).toBeLessThan(0.2);
  });

  it('takes a transparent ground as the end of the subject', async () => {
    const subject = await sharp({ create: { width: 100, height: 50, channels: 4, background: '#ffffff' } })
      .png()
      .toBuffer();
    const cutOut = await sharp({ create: { width: 400, height: 200, channels: 4, background: '#00000000' } })
      .composite([{ input: subject, left: 100, top: 100 }])
      .png()
      .toBuffer();
    const box = await salientBox(cutOut);
    expect(box.x).toBeCloseTo(0.25, 1);
    expect(box.y).toBeCloseTo(0.5, 1);
    expect(box.width).toBeCloseTo(0.27, 1);
  });
});
