import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { settleProduct } from './settle-product.js';
import { stageProduct } from './stage.js';

const SIZE = { width: 768, height: 384 };

const file = (body: string, { width, height } = SIZE): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`))
    .png()
    .toBuffer();

/** A jar with a label, as a store photographs it, on white. */
const JAR =
  '<rect x="120" y="60" width="160" height="280" rx="30" fill="#a8442f"/>' +
  '<rect x="120" y="150" width="160" height="90" fill="#f0d9b0"/><circle cx="200" cy="195" r="30" fill="#2d4a3a"/>';
const jar = { image: await file(`<rect width="400" height="400" fill="#fff"/>${JAR}`, { width: 400, height: 400 }) };

/** Linen on a table: what a model paints around a product. */
const SETTING =
  '<defs><linearGradient id="w" x2="0" y2="1"><stop offset="0" stop-color="#cfd8d2"/><stop offset="1" stop-color="#9fb0a6"/></linearGradient></defs>' +
  '<rect width="768" height="384" fill="url(#w)"/>';
const BUSY = Array.from(
  { length: 60 },
  (_, at) => `<circle cx="${(at * 97) % 768}" cy="${(at * 61) % 384}" r="14" fill="#${at % 2 ? '3d5c49' : 'c96f4a'}"/>`,
).join('');

const stage = async () => (await stageProduct(jar, SIZE, '#dde4dd'))!;
const onStage = async (
  setting: string,
  things: { input: Buffer; left?: number; top?: number }[] = [],
): Promise<Buffer> =>
  sharp(await file(setting))
    .composite(things.map(({ input, left = 0, top = 0 }) => ({ input, left, top })))
    .png()
    .toBuffer();

/** The product's pixels on a transparent sheet of the size of the stage. */
async function cutOut(): Promise<Buffer> {
  const { image, mask } = await stage();
  const alpha = await sharp(mask).extractChannel('alpha').toBuffer();
  return sharp(image).joinChannel(alpha).png().toBuffer();
}

/** The largest difference from the product's own pixels at its inner points. */
async function difference(image: Buffer | null): Promise<number> {
  const { image: own, mask } = await stage();
  const [kept, ours, theirs] = await Promise.all(
    [mask, own, image ?? mask].map((bytes) => sharp(bytes).ensureAlpha().raw().toBuffer()),
  );
  const isInside = (at: number): boolean =>
    [0, -3, 3, -3 * SIZE.width, 3 * SIZE.width].every((step) => kept?.[(at + step) * 4 + 3] === 255);
  let most = 0;
  for (let at = 0; at < SIZE.width * SIZE.height; at += 1) {
    if (!isInside(at)) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      most = Math.max(most, Math.abs((ours?.[at * 4 + channel] ?? 0) - (theirs?.[at * 4 + channel] ?? 0)));
    }
  }
  return most;
}

describe('a stage', () => {
  it('shows the product on the ground, with a mask that keeps the product and nothing else', async () => {
    const { image, mask } = await stage();
    const { data, info } = await sharp(mask).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([SIZE.width, SIZE.height, 4]);
    const kept = data.filter((_value, at) => at % 4 === 3 && data[at] === 255).length;
    expect(kept / (SIZE.width * SIZE.height)).toBeGreaterThan(0.05);
    expect([...data.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    expect([...(await sharp(image).raw().toBuffer()).subarray(0, 3)]).toEqual([221, 228, 221]);
  });

  it('is not made for a photograph of a scene', async () => {
    expect(await stageProduct({ image: await file(`${SETTING}${BUSY}`) }, SIZE, '#ffffff')).toBeNull();
  });
});

describe('a product in an image that a model painted', () => {
  it('is kept if the model left it alone, and gets its own pixels', async () => {
    const relit = await sharp(await cutOut())
      .linear(1.04, 2)
      .png()
      .toBuffer();
    const painted = await sharp(await onStage(SETTING, [{ input: relit }]))
      .jpeg({ quality: 80 })
      .toBuffer();
    const { state, likeness, image, box } = await settleProduct(painted, jar, SIZE);
    expect(state).toBe('kept');
    expect(likeness).toBeGreaterThan(0.8);
    expect(await difference(image)).toBeLessThanOrEqual(1);
    expect(box.x + box.width / 2).toBeCloseTo(0.5, 1);
  });

  it('is kept as it was painted if it moved a little', async () => {
    const painted = await onStage(
      SETTING,
      [{ input: await cutOut(), left: 4, top: -4 }].map((thing) => ({ ...thing, top: 0 })),
    );
    expect(await settleProduct(painted, jar, SIZE)).toMatchObject({ state: 'kept' });
  });

  it.each([
    [
      'of another colour',
      async () =>
        sharp(await cutOut())
          .modulate({ hue: 90 })
          .png()
          .toBuffer(),
    ],
    [
      'with another label',
      async () => {
        const label = await file('<rect x="346" y="160" width="76" height="120" fill="#123f8a"/>');
        const held = await sharp(await cutOut())
          .composite([{ input: label, blend: 'atop' }])
          .png()
          .toBuffer();
        return held;
      },
    ],
  ])('that became one %s is restored: our own pixels cover it', async (_what, make) => {
    for (const setting of [SETTING, `${SETTING}${BUSY}`]) {
      const painted = await onStage(setting, [{ input: await make() }]);
      const { state, likeness, image } = await settleProduct(painted, jar, SIZE);
      expect(state).toBe('restored');
      expect(likeness).toBeLessThan(0.75);
      expect(await difference(image)).toBeLessThanOrEqual(1);
    }
  });

  it('that the model left out is put on the calm setting', async () => {
    const { state, image } = await settleProduct(await onStage(SETTING), jar, SIZE);
    expect(state).toBe('restored');
    expect(await difference(image)).toBeLessThanOrEqual(1);
  });

  it.each([
    [
      'a larger one of another shape',
      '<ellipse cx="384" cy="200" rx="120" ry="130" fill="#a8442f"/><rect x="300" y="150" width="170" height="30" fill="#f0d9b0"/>',
    ],
    ['many other things', BUSY],
  ])('that gave way to %s is changed: nothing of the image can be used', async (_what, thing) => {
    const settled = await settleProduct(await onStage(`${SETTING}${thing}`), jar, SIZE);
    expect(settled).toMatchObject({ state: 'changed', image: null });
  });
});
