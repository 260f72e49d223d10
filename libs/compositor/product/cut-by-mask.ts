import { sharp } from '../image/sharp.js';
import type { RawImage } from '../types.js';
import { contentOf, cropTo } from './trim.js';
import { removeDust } from './pieces.js';
import { falling } from './sureness.js';

/** How much of each pixel belongs to the product, 0 to 255. It may have another size than the photograph. */
export interface ProductMask {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** A product's mask, and how sure it is, 0..1. */
export interface ProductCut {
  readonly mask: ProductMask;
  readonly confidence: number;
}

/** Below and above, a pixel counts as ground or as the product. */
const GROUND = 26;
const PRODUCT = 230;

/**
 * How sure a mask is. Three things make it unsure: many pixels between product and ground, a product that reaches the
 * edge of the photograph, and one that is hardly there or nearly everything.
 */
export function surenessOf({ width, height, data }: ProductMask): number {
  let [product, between, edge] = [0, 0, 0];
  data.forEach((value, index) => {
    const x = index % width;
    const isEdge = x === 0 || x === width - 1 || index < width || index >= data.length - width;
    if (value >= PRODUCT) product += 1;
    else if (value > GROUND) between += 1;
    if (isEdge && value > 127) edge += 1;
  });
  const share = (product + between / 2) / data.length;
  const around = (width + height) * 2;
  return (
    falling(between / Math.max(1, product + between), 0.08, 0.45) *
    falling(edge / around, 0.04, 0.25) *
    falling(share, 0.85, 0.97) *
    falling(-share, -0.02, -0.005)
  );
}

/** Pixels in which the colour of the product is looked for beside a soft edge. */
const REACH = 4;

/**
 * Cuts a product along its mask. Dust goes, the edge is made steeper, and pixels of the edge get the colour of the
 * product beside them. Solid pixels stay as they are. Null if nothing is left.
 */
export async function cutByMask(photograph: RawImage, mask: ProductMask): Promise<RawImage | null> {
  const { width, height } = photograph;
  const { data: scaled } = await sharp(mask.data, { raw: { width: mask.width, height: mask.height, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const alpha = scaled.map((value) =>
    Math.max(0, Math.min(255, Math.round(((value - GROUND) * 255) / (PRODUCT - GROUND)))),
  );
  const ground = alpha.map((value) => (value < 128 ? 1 : 0));
  if (removeDust(ground, width) === 0) return null;
  const cut = Buffer.from(photograph.data);
  for (let index = 0; index < alpha.length; index += 1) {
    const value = keptAlpha(alpha, ground, index, width);
    cut[index * 4 + 3] = value;
    if (value > 0 && value < 255) recolour(photograph, cut, alpha, index);
  }
  const image = { width, height, data: cut };
  const content = contentOf(image);
  return content && cropTo(image, content);
}

/** A soft pixel beside dust goes with the dust. */
function keptAlpha(alpha: Uint8Array, ground: Uint8Array, index: number, width: number): number {
  const value = alpha[index] ?? 0;
  if (value === 0 || ground[index] === 0) return value;
  if (value >= 128) return 0;
  const near = [
    index - 1,
    index + 1,
    index - width,
    index + width,
    index - 2,
    index + 2,
    index - width * 2,
    index + width * 2,
  ];
  return near.some((other) => ground[other] === 0) ? value : 0;
}

function recolour({ width, height, data }: RawImage, cut: Buffer, alpha: Uint8Array, index: number): void {
  const [x, y] = [index % width, Math.floor(index / width)];
  const sum = [0, 0, 0];
  let weight = 0;
  for (let row = Math.max(0, y - REACH); row <= Math.min(height - 1, y + REACH); row += 1) {
    for (let column = Math.max(0, x - REACH); column <= Math.min(width - 1, x + REACH); column += 1) {
      const other = row * width + column;
      if (alpha[other] !== 255) continue;
      const near = 1 / (1 + (row - y) ** 2 + (column - x) ** 2);
      weight += near;
      for (let channel = 0; channel < 3; channel += 1) {
        sum[channel] = (sum[channel] ?? 0) + near * (data[other * 4 + channel] ?? 0);
      }
    }
  }
  if (weight === 0) return;
  for (let channel = 0; channel < 3; channel += 1) cut[index * 4 + channel] = Math.round((sum[channel] ?? 0) / weight);
}
