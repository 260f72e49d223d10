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

/** @throws CompositionError `image_unreadable` */
export async function toRaw(pipeline: Sharp): Promise<RawImage> {
  try {
    const { data, info } = await pipeline.ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch {
    throw unreadable();
  }
}
