import { salientBoxOf } from '../image/salience.js';
import { evenGroundOf } from '../image/ground.js';
import { openImage, toRaw } from '../image/open.js';
import { sharp } from '../image/sharp.js';
import type { Box, RawImage } from '../types.js';
import { contentOf, cropTo } from './trim.js';
import { type ProductImage, WORKING_SIDE } from './types.js';

/** The least share of empty pixels with which alpha counts as a cut-out; rounded corners have less. */
const LEAST_EMPTY = 0.02;

/**
 * Makes a product's photograph ready to be placed. Its own pixels are kept: they are cut, trimmed and scaled, never
 * recoloured.
 *
 * @throws CompositionError as `inspectImage`
 */
export async function prepareProduct(bytes: Uint8Array): Promise<ProductImage> {
  const image = await openImage(bytes);
  const whole = await toRaw(
    image.pixels().resize(WORKING_SIDE, WORKING_SIDE, { fit: 'inside', withoutEnlargement: true }),
  );
  return fromAlpha(whole) ?? sceneOf(whole);
}

/** A file with a transparent ground is a cut-out already. */
function fromAlpha(image: RawImage): ProductImage | null {
  const content = contentOf(image);
  if (!content || emptyShare(image) < LEAST_EMPTY) return null;
  const pixels = cropTo(image, content);
  if (emptyShare(pixels) < LEAST_EMPTY) return null;
  const subject = { x: 0, y: 0, width: pixels.width, height: pixels.height };
  return { form: 'cutout', source: 'alpha', confidence: 1, pixels, subject, ground: null };
}

function emptyShare({ data }: RawImage): number {
  let empty = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < 16) empty += 1;
  return (empty * 4) / data.length;
}

async function sceneOf(pixels: RawImage): Promise<ProductImage> {
  const subject = await subjectOf(pixels);
  return { form: 'scene', source: 'none', confidence: 0, pixels, subject, ground: evenGroundOf(pixels) };
}

const THUMBNAIL = 96;

async function subjectOf({ width, height, data }: RawImage): Promise<Box> {
  const small = sharp(data, { raw: { width, height, channels: 4 } }).resize(THUMBNAIL, THUMBNAIL, { fit: 'inside' });
  const box = salientBoxOf(await toRaw(small));
  const x = Math.round(box.x * width);
  const y = Math.round(box.y * height);
  return { x, y, width: Math.round(box.width * width), height: Math.round(box.height * height) };
}
