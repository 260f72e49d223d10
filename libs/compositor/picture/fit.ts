import type { Box, RawPicture } from '../types.js';
import { cropAround } from './crop.js';
import { type OpenPicture, openPicture, toRaw } from './open.js';
import { salientBoxOf } from './salience.js';

/** A picture cut to size. `retained` is the share of the salient area that is left, 0..1. */
export interface FittedPicture extends RawPicture {
  readonly retained: number;
}

/** Salience is a matter of the whole picture: this many pixels on the longer side show it. */
const THUMBNAIL = 96;

/**
 * The salient area of a picture (where detail and colour stand out), in parts of its width and height: 0..1 each.
 * @throws CompositionError as `inspectPicture`
 */
export async function salientBox(bytes: Uint8Array): Promise<Box> {
  return salienceOf(await openPicture(bytes));
}

const salienceOf = async (picture: OpenPicture): Promise<Box> =>
  salientBoxOf(await toRaw(picture.pixels().resize(THUMBNAIL, THUMBNAIL, { fit: 'inside' })));

/**
 * Scales and cuts a picture file to exactly this many pixels, around its salient area, turned as its EXIF says.
 * @throws CompositionError as `inspectPicture`
 */
export async function fitPicture(bytes: Uint8Array, width: number, height: number): Promise<FittedPicture> {
  const picture = await openPicture(bytes);
  const { window, retained } = await cropFor(picture, width / height);
  const cut = picture
    .pixels()
    .extract({ left: window.x, top: window.y, width: window.width, height: window.height })
    .resize(width, height, { fit: 'fill' });
  return { ...(await toRaw(cut)), retained };
}

/** Nothing has to be chosen where the shape is right already. */
async function cropFor(picture: OpenPicture, aspect: number) {
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  const spare = Math.abs(picture.width / picture.height / aspect - 1);
  return cropAround(picture, spare < 0.01 ? whole : await salienceOf(picture), aspect);
}
