import type { RawPicture, Box } from '../types.js';

/** A picture cut to size. `retained` is the share of the salient area that is left, 0..1. */
export interface FittedPicture extends RawPicture {
  readonly retained: number;
}

/**
 * The salient area of a picture (where detail and colour stand out), in parts of its width and height: 0..1 each.
 * @throws CompositionError as `inspectPicture`
 */
export async function salientBox(bytes: Uint8Array): Promise<Box> {
  await Promise.resolve(bytes);
  throw new Error('not yet');
}

/**
 * Scales and cuts a picture file to exactly this many pixels, around its salient area, turned as its EXIF says.
 * @throws CompositionError as `inspectPicture`
 */
export async function fitPicture(bytes: Uint8Array, width: number, height: number): Promise<FittedPicture> {
  await Promise.resolve([bytes, width, height]);
  throw new Error('not yet');
}
