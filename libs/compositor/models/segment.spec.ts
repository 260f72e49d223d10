import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { prepareGiven } from '../product/prepare.js';
import { LEAST_CONFIDENCE } from '../product/types.js';
import { input, node, onnxFile, output, tensor } from './onnx-file.js';
import { segmentProduct } from './segment.js';

const PACKAGE: string = 'onnxruntime-node';
const canRun = await import(PACKAGE).then(
  () => true,
  () => false,
);

const SIDE = 96;

/** Marks what is redder than green, as strongly as `weight` says. */
const redness = (weight: number, bias: number, withSigmoid = true): Buffer =>
  onnxFile(
    node('Conv', ['image', 'weights', 'bias'], withSigmoid ? 'raw' : 'mask'),
    ...(withSigmoid ? [node('Sigmoid', ['raw'], 'mask')] : []),
    tensor('weights', [1, 3, 1, 1], Float32Array.of(weight, -weight, 0)),
    tensor('bias', [1], Float32Array.of(bias)),
    input('image', [1, 3, SIDE, SIDE]),
    output('mask', [1, 1, SIDE, SIDE]),
  );

const folder = mkdtempSync(join(tmpdir(), 'rekindle-model-'));
afterAll(() => rmSync(folder, { recursive: true }));
const MEAN = { mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1] } as const;
const stored = (name: string, bytes: Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { path, ...MEAN };
};

const drawn = (body: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360">${body}</svg>`))
    .png()
    .toBuffer();
const LEAVES = Array.from(
  { length: 80 },
  (_, at) => `<circle cx="${(at * 83) % 480}" cy="${(at * 59) % 360}" r="20" fill="#${at % 2 ? '4f6f5a' : '2d4636'}"/>`,
).join('');
const DISC = '<circle cx="240" cy="180" r="100" fill="#c8261e"/>';
const photograph = await drawn(`<rect width="480" height="360" fill="#3b5a49"/>${LEAVES}${DISC}`);

describe.runIf(canRun)('a segmentation model', () => {
  it.each([
    ['with a last sigmoid', true],
    ['without one', false],
  ])('%s cuts a product from a ground that is not white', async (_what, withSigmoid) => {
    const model = stored(`red-${withSigmoid}.onnx`, redness(20, -6, withSigmoid));
    expect((await prepareGiven({ image: photograph })).form).toBe('scene');
    const cut = await segmentProduct(photograph, model);
    expect(cut?.confidence).toBeGreaterThan(0.9);
    const { form, source, pixels } = await prepareGiven({ image: photograph, ...(cut && { cut }) });
    expect([form, source]).toEqual(['cutout', 'model']);
    expect(Math.abs(pixels.width - 200)).toBeLessThanOrEqual(6);
    let solid = 0;
    for (let at = 0; at < pixels.data.length; at += 4) {
      if (pixels.data[at + 3] !== 255) continue;
      solid += 1;
      // The product's own pixels, and no leaf at its edge.
      expect(Math.abs((pixels.data[at] ?? 0) - 0xc8)).toBeLessThan(60);
    }
    expect(solid / (Math.PI * 100 ** 2)).toBeGreaterThan(0.93);
    expect(solid / (Math.PI * 100 ** 2)).toBeLessThan(1.03);
  });

  it('is not asked for a product on white', async () => {
    const onWhite = await drawn(`<rect width="480" height="360" fill="#ffffff"/>${DISC}`);
    expect(await segmentProduct(onWhite, stored('unused.onnx', Buffer.from('no model')))).toBeNull();
  });

  it('that is not sure leaves the photograph whole', async () => {
    const cut = await segmentProduct(photograph, stored('unsure.onnx', redness(2, 0)));
    expect(cut?.confidence).toBeLessThan(LEAST_CONFIDENCE);
    expect((await prepareGiven({ image: photograph, ...(cut && { cut }) })).form).toBe('scene');
  });

  it('gets its input as its settings say', async () => {
    const model = stored('settings.onnx', redness(20, -6));
    const shifted = { ...model, mean: [0.9, 0.1, 0.5], deviation: [1, 1, 1] } as const;
    const { mask } = (await segmentProduct(photograph, shifted)) ?? {};
    expect(Math.max(...(mask?.data ?? [255]))).toBeLessThan(128);
  });

  it('of another form is refused', async () => {
    const image = input('image', [1, 3, SIDE, SIDE]);
    const other = onnxFile(node('Sigmoid', ['image'], 'mask'), image, output('mask', [1, 3, SIDE, SIDE]));
    await expect(segmentProduct(photograph, stored('other.onnx', other))).rejects.toThrow('not with one mask');
    await expect(segmentProduct(photograph, stored('broken.onnx', Buffer.from('no model')))).rejects.toThrow(
      'broken.onnx',
    );
    await expect(segmentProduct(photograph, { path: join(folder, 'none.onnx'), ...MEAN })).rejects.toThrow('none.onnx');
  });
});
