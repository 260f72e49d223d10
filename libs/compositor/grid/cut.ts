import { cropAround } from '../image/crop.js';
import { encodeImage } from '../image/encode.js';
import { salientBox } from '../image/fit.js';
import { groundOf } from '../image/ground.js';
import { type OpenImage, openImage, toRaw } from '../image/open.js';
import type { Box, EncodedImage, RawImage } from '../types.js';

/** A crop may remove this share of the salient area (rule H7). */
const MOST_LOST = 0.05;
/** Email clients on high-density screens show twice as many pixels. */
const DENSITY = 2;

/**
 * A product's image for its cell, as JPEG with twice the pixels of the cell. It is cropped around the salient area. If
 * a crop would remove more than 5% of that area, the whole image is placed on a field of its edge's colour.
 *
 * @throws CompositionError as `inspectImage`
 */
export async function cutCellImage(
  bytes: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<EncodedImage> {
  return encodeImage(await cutToCell(bytes, width * DENSITY, height * DENSITY), 'jpeg');
}

export async function cutToCell(bytes: Uint8Array, width: number, height: number): Promise<RawImage> {
  const image = await openImage(bytes);
  const { window, retained } = cropAround(image, await salientBox(bytes), width / height);
  return retained >= 1 - MOST_LOST ? cover(image, window, width, height) : contain(image, width, height);
}

const cover = async (image: OpenImage, window: Box, width: number, height: number): Promise<RawImage> =>
  toRaw(
    image
      .pixels()
      .extract({ left: window.x, top: window.y, width: window.width, height: window.height })
      .resize(width, height, { fit: 'fill' })
      .flatten({ background: '#ffffff' }),
  );

async function contain(image: OpenImage, width: number, height: number): Promise<RawImage> {
  const whole = await toRaw(image.pixels().resize(width, height, { fit: 'inside' }).flatten({ background: '#ffffff' }));
  return toRaw(
    image
      .pixels()
      .flatten({ background: '#ffffff' })
      .resize(width, height, { fit: 'contain', background: groundOf(whole) }),
  );
}
