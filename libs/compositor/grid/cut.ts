import { cropAround } from '../image/crop.js';
import { encodeImage } from '../image/encode.js';
import { salientBox } from '../image/fit.js';
import { evenGroundOf } from '../image/ground.js';
import { type OpenImage, openImage, toRaw } from '../image/open.js';
import type { Box, EncodedImage, RawImage } from '../types.js';

/** A crop may remove this share of the salient area (rule H7). */
const MOST_LOST = 0.05;
/** Enough pixels to tell an even ground from a scene. */
const THUMBNAIL = 320;
/** Email clients on high-density screens show twice as many pixels. */
const DENSITY = 2;

/**
 * A product's image for its cell, as JPEG with twice the pixels of the cell. It is cropped around the salient area. If
 * a crop would remove more than 5% of that area, a studio photograph is shown whole: its even ground is extended. The
 * photograph of a scene fills the cell all the same, since bars beside it look like a mistake.
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
  const ground = retained < 1 - MOST_LOST ? await studioGround(image) : null;
  return ground ? contain(image, ground, width, height) : cover(image, window, width, height);
}

/** The even colour at the edge of a studio photograph; null for a scene. */
async function studioGround(image: OpenImage): Promise<string | null> {
  const small = image.pixels().resize(THUMBNAIL, THUMBNAIL, { fit: 'inside' }).flatten({ background: '#ffffff' });
  return evenGroundOf(await toRaw(small));
}

const cover = async (image: OpenImage, window: Box, width: number, height: number): Promise<RawImage> =>
  toRaw(
    image
      .pixels()
      .extract({ left: window.x, top: window.y, width: window.width, height: window.height })
      .resize(width, height, { fit: 'fill' })
      .flatten({ background: '#ffffff' }),
  );

const contain = async (image: OpenImage, background: string, width: number, height: number): Promise<RawImage> =>
  toRaw(image.pixels().flatten({ background: '#ffffff' }).resize(width, height, { fit: 'contain', background }));
