import type { Sharp } from 'sharp';
import type { RawImage } from '../types.js';
import { inspectImage, type ImageFacts, unreadable } from './inspect.js';
import { MAX_IMAGE_PIXELS } from './limits.js';
import { sharp } from './sharp.js';

/** An image that passed `inspectImage`. Its pixels are decoded upright and in sRGB. */
export interface OpenImage extends ImageFacts {
  readonly pixels: () => Sharp;
}

/** @throws CompositionError as `inspectImage` */
export async function openImage(bytes: Uint8Array): Promise<OpenImage> {
  const facts = await inspectImage(bytes);
  const pixels = () =>
    sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).autoOrient().toColourspace('srgb');
  return { ...facts, pixels };
}

/** Decoded pixels of an image that is read several times are kept up to this number of pixels, four bytes each. */
const MOST_KEPT_PIXELS = 4_000_000;

/**
 * Opens an image whose pixels are read several times. They are decoded once, unless the image is large.
 *
 * @throws CompositionError as `inspectImage`
 */
export async function openDecoded(bytes: Uint8Array): Promise<OpenImage> {
  const image = await openImage(bytes);
  if (image.width * image.height > MOST_KEPT_PIXELS) return image;
  // Without alpha they take less memory, and are scaled in half of the time.
  const { data, info } = await decoded(image.hasAlpha ? image.pixels() : image.pixels().removeAlpha());
  const { width, height, channels } = info;
  return { ...image, pixels: () => sharp(data, { raw: { width, height, channels } }) };
}

/** @throws CompositionError `image_unreadable` */
export async function toRaw(pipeline: Sharp): Promise<RawImage> {
  const { data, info } = await decoded(pipeline.ensureAlpha());
  return { width: info.width, height: info.height, data };
}

/** @throws CompositionError `image_unreadable` */
async function decoded(pipeline: Sharp) {
  try {
    return await pipeline.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  } catch {
    throw unreadable();
  }
}
