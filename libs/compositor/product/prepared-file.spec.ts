import sharp from 'sharp';
import { expect, it } from 'vitest';
import { prepareSmall } from './prepare.js';
import { preparedFile, readPrepared } from './prepared-file.js';

const photograph = (ground: string): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: ground } })
    .composite([
      { input: Buffer.from('<svg width="300" height="200"><circle cx="150" cy="100" r="90" fill="#c03020"/></svg>') },
    ])
    .jpeg()
    .toBuffer();

it.each([
  ['a cut-out', '#ffffff', 'cutout'],
  ['a scene', '#3a6a8a', 'scene'],
])('a prepared product is the same after it was a file: %s', async (_, ground, form) => {
  const product = await prepareSmall({ image: await photograph(ground) }, 200);
  expect(product.form).toBe(form);
  expect(Math.max(product.pixels.width, product.pixels.height)).toBeLessThanOrEqual(200);
  expect(await readPrepared(await preparedFile(product))).toEqual(product);
});
