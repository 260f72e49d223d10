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
  const { width, height, data } = await toRaw(image.pixels());
  return { ...image, pixels: () => sharp(data, { raw: { width, height, channels: 4 } }) };
}

/** @throws CompositionError `image_unreadable` */
export async function toRaw(pipeline: Sharp): Promise<RawImage> {
  try {
    const { data, info } = await pipeline.ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch {
    throw unreadable();
  }
}
