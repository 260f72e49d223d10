import { cropAround } from '../picture/crop.js';
import { encodePicture } from '../picture/encode.js';
import { salientBox } from '../picture/fit.js';
import { groundOf } from '../picture/ground.js';
import { type OpenPicture, openPicture, toRaw } from '../picture/open.js';
import type { Box, EncodedPicture, RawPicture } from '../types.js';

/** A crop may take this much of the salient area (rule H7). */
const MOST_LOST = 0.05;
/** E-mail programs on dense screens show twice as many pixels. */
const DENSITY = 2;

/**
 * A product picture for its cell, as JPEG: cut around the salient area, or, where that would lose more than 5% of it,
 * whole on a field of its edge's colour. Twice as many pixels as the cell.
 *
 * @throws CompositionError as `inspectPicture`
 */
export async function cutGridPicture(
  bytes: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<EncodedPicture> {
  return encodePicture(await cutToCell(bytes, width * DENSITY, height * DENSITY), 'jpeg');
}

export async function cutToCell(bytes: Uint8Array, width: number, height: number): Promise<RawPicture> {
  const picture = await openPicture(bytes);
  const { window, retained } = cropAround(picture, await salientBox(bytes), width / height);
  return retained >= 1 - MOST_LOST ? cover(picture, window, width, height) : contain(picture, width, height);
}

const cover = async (picture: OpenPicture, window: Box, width: number, height: number): Promise<RawPicture> =>
  toRaw(
    picture
      .pixels()
      .extract({ left: window.x, top: window.y, width: window.width, height: window.height })
      .resize(width, height, { fit: 'fill' })
      .flatten({ background: '#ffffff' }),
  );

async function contain(picture: OpenPicture, width: number, height: number): Promise<RawPicture> {
  const whole = await toRaw(
    picture.pixels().resize(width, height, { fit: 'inside' }).flatten({ background: '#ffffff' }),
  );
  return toRaw(
    picture
      .pixels()
      .flatten({ background: '#ffffff' })
      .resize(width, height, { fit: 'contain', background: groundOf(whole) }),
  );
}
