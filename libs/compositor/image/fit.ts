import type { Box, RawImage } from '../types.js';
import { cropAround } from './crop.js';
import { type OpenImage, openImage, toRaw } from './open.js';
import { salientBoxOf } from './salience.js';

/** An image cut to size. `retained` is the share of the salient area that is left, 0..1. */
export interface FittedImage extends RawImage {
  readonly retained: number;
}

/** Salience is a matter of the whole image: this many pixels on the longer side show it. */
const THUMBNAIL = 96;

/**
 * The salient area of an image (where detail and colour stand out), in parts of its width and height: 0..1 each.
 * @throws CompositionError as `inspectImage`
 */
export async function salientBox(bytes: Uint8Array): Promise<Box> {
  return salienceOf(await openImage(bytes));
}

const salienceOf = async (image: OpenImage): Promise<Box> =>
  salientBoxOf(await toRaw(image.pixels().resize(THUMBNAIL, THUMBNAIL, { fit: 'inside' })));

/**
 * Scales and cuts an image file to exactly this many pixels, around its salient area, turned as its EXIF says.
 * @throws CompositionError as `inspectImage`
 */
export async function fitImage(bytes: Uint8Array, width: number, height: number): Promise<FittedImage> {
  const image = await openImage(bytes);
  const { window, retained } = await cropFor(image, width / height);
  const cut = image
    .pixels()
    .extract({ left: window.x, top: window.y, width: window.width, height: window.height })
    .resize(width, height, { fit: 'fill' });
  return { ...(await toRaw(cut)), retained };
}

/** Nothing has to be chosen where the shape is right already. */
async function cropFor(image: OpenImage, aspect: number) {
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  const spare = Math.abs(image.width / image.height / aspect - 1);
  return cropAround(image, spare < 0.01 ? whole : await salienceOf(image), aspect);
}
