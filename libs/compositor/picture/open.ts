import type { Sharp } from 'sharp';
import type { RawPicture } from '../types.js';
import { inspectPicture, type PictureFacts, unreadable } from './inspect.js';
import { MAX_PICTURE_PIXELS } from './limits.js';
import { sharp } from './sharp.js';

/** A picture that passed `inspectPicture`, ready to be unpacked upright and in sRGB. */
export interface OpenPicture extends PictureFacts {
  readonly pixels: () => Sharp;
}

/** @throws CompositionError as `inspectPicture` */
export async function openPicture(bytes: Uint8Array): Promise<OpenPicture> {
  const facts = await inspectPicture(bytes);
  const pixels = () =>
    sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' }).autoOrient().toColourspace('srgb');
  return { ...facts, pixels };
}

/** @throws CompositionError `picture_unreadable` */
export async function toRaw(pipeline: Sharp): Promise<RawPicture> {
  try {
    const { data, info } = await pipeline.ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch {
    throw unreadable();
  }
}
