import type { Box, RawImage } from '../types.js';
import { knownFocus } from '../faces/known-focus.js';
import { cropAround } from './crop.js';
import { openDecoded, openImage, type OpenImage, toRaw } from './open.js';
import { salienceOf } from './salience.js';

/** An image cut to size. `retained` is the share of the salient area that is left, 0..1. */
export interface FittedImage extends RawImage {
  readonly retained: number;
}

/**
 * As `salienceOf`, of a file.
 * @throws CompositionError as `inspectImage`
 */
export async function salientBox(bytes: Uint8Array): Promise<Box> {
  return salienceOf(await openImage(bytes));
}

/**
 * Scales and crops an image file to exactly this size, after the rotation that its EXIF asks for, around its salient
 * area and its faces.
 * @throws CompositionError as `inspectImage`
 */
export async function fitImage(bytes: Uint8Array, width: number, height: number): Promise<FittedImage> {
  const image = await openDecoded(bytes);
  const { window, retained } = await cropFor(bytes, image, width / height);
  const cut = image
    .pixels()
    .extract({ left: window.x, top: window.y, width: window.width, height: window.height })
    .resize(width, height, { fit: 'fill' });
  return { ...(await toRaw(cut)), retained };
}

/** Salience and faces are not needed if the aspect ratio fits already. */
async function cropFor(bytes: Uint8Array, image: OpenImage, aspect: number) {
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  const spare = Math.abs(image.width / image.height / aspect - 1);
  if (spare < 0.01) return cropAround(image, whole, aspect);
  const { subject, faces } = await knownFocus(bytes, image);
  return cropAround(image, subject, aspect, faces);
}
