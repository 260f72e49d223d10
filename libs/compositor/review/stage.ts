import { contained, rounded } from '../boxes.js';
import { toRaw } from '../image/open.js';
import { sharp } from '../image/sharp.js';
import { type GivenProduct, prepareGiven } from '../product/prepare.js';
import type { ProductImage } from '../product/types.js';
import type { Box, RawImage } from '../types.js';

/** These files live for one call. */
export const QUICK = { compressionLevel: 1 };

/** A product's own pixels on an empty stage, for a model that paints the rest. */
export interface Stage {
  /** PNG files of the same size: the product on an even ground, and a mask that is transparent where to paint. */
  readonly image: Buffer;
  readonly mask: Buffer;
}

/** The place of the product's box, in fractions of the stage. */
const ROOM: Box = { x: 0.25, y: 0.16, width: 0.5, height: 0.66 };

export interface StageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Puts a product on a stage of this size. Null for a product that can't be cut out: then its own pixels are not known.
 * @throws CompositionError as `inspectImage`
 */
export async function stageProduct(product: GivenProduct, size: StageSize, ground: string): Promise<Stage | null> {
  const prepared = await prepareGiven(product);
  if (prepared.form !== 'cutout') return null;
  const { box, pixels } = await staged(prepared, size);
  const part = raw(pixels);
  const image = await sharp({ create: { ...size, channels: 3, background: ground } })
    .composite([{ input: await part.png(QUICK).toBuffer(), left: box.x, top: box.y }])
    .png(QUICK)
    .toBuffer();
  const mask = await sharp({ create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: await raw(solid(pixels)).png(QUICK).toBuffer(), left: box.x, top: box.y }])
    .png(QUICK)
    .toBuffer();
  return { image, mask };
}

/** A product at its place on a stage. */
export interface Staged {
  readonly box: Box;
  readonly pixels: RawImage;
}

export async function staged({ pixels }: ProductImage, { width, height }: StageSize): Promise<Staged> {
  const room = { x: ROOM.x * width, y: ROOM.y * height, width: ROOM.width * width, height: ROOM.height * height };
  const box = rounded(contained(room, pixels.width / pixels.height, 1));
  const scaled = await toRaw(raw(pixels).resize(box.width, box.height, { fit: 'fill' }));
  return { box, pixels: scaled };
}

export const raw = ({ width, height, data }: RawImage) => sharp(data, { raw: { width, height, channels: 4 } });

/** Opaque where the product is, otherwise transparent: a mask has no halves. */
function solid({ width, height, data }: RawImage): RawImage {
  const mask = Buffer.alloc(data.length);
  for (let at = 3; at < data.length; at += 4) mask[at] = (data[at] ?? 0) >= 128 ? 255 : 0;
  return { width, height, data: mask };
}
