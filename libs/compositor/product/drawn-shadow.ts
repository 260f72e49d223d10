import type { Box } from '../types.js';
import { type GroundMask, spread } from './flood.js';
import type { Tones } from './tones.js';

/** A drawn shadow differs from a grey by at most this. */
const COLOURLESS = 12;
/** A drawn shadow has one brightness, with the noise of compression. */
const EVEN = 8;
/** Rows at the foot of the product, as a share of its height, in which a shadow is looked for. */
const FOOT = 0.03;
/** Pixels between the shadow and the ground, which have a brightness between both. */
const RIM = 3;

/**
 * Adds a shadow that was drawn under the product to the ground and returns its pixels: one grey with a hard edge, much
 * wider than high, whose lower edge is that of an ellipse.
 */
export function addDrawnShadow(tones: Tones, ground: GroundMask, product: Box): number[] {
  const grey = greyAtFoot(tones, ground, product);
  if (grey === null) return [];
  const { width, light, chroma } = tones;
  const isGrey = (index: number) => (chroma[index] ?? 0) <= COLOURLESS && Math.abs((light[index] ?? 0) - grey) <= EVEN;
  const seeds = footOf(ground, width, product).filter(isGrey);
  for (const index of seeds) ground[index] = 1;
  const pixels = [...seeds, ...spread(ground, width, seeds, isGrey)];
  if (!isEllipse(pixels, width, product)) {
    for (const index of pixels) ground[index] = 0;
    return [];
  }
  // The soft edge of the shadow has brightnesses between the shadow's and the ground's.
  const isRim = (index: number) => (chroma[index] ?? 0) <= COLOURLESS && (light[index] ?? 0) >= grey - EVEN;
  let edge = pixels;
  for (let step = 0; step < RIM; step += 1) {
    const next: number[] = [];
    for (const index of edge) {
      for (const other of [index - 1, index + 1, index - width, index + width]) {
        if (ground[other] !== 0 || !isRim(other)) continue;
        ground[other] = 1;
        next.push(other);
      }
    }
    pixels.push(...next);
    edge = next;
  }
  return pixels;
}

/** The product's pixels in its lowest rows. */
function footOf(ground: GroundMask, width: number, product: Box): number[] {
  const found: number[] = [];
  for (let y = product.y + Math.floor(product.height * (1 - FOOT)); y < product.y + product.height; y += 1) {
    for (let x = product.x; x < product.x + product.width; x += 1) {
      if (ground[y * width + x] === 0) found.push(y * width + x);
    }
  }
  return found;
}

/** The middle brightness of the colourless pixels at the foot of the product. */
function greyAtFoot({ width, light, chroma }: Tones, ground: GroundMask, product: Box): number | null {
  const greys = footOf(ground, width, product)
    .filter((index) => (chroma[index] ?? 0) <= COLOURLESS)
    .map((index) => light[index] ?? 0)
    .toSorted((a, b) => a - b);
  const grey = greys[greys.length >> 1];
  return grey === undefined || grey < 60 || grey > 222 ? null : grey;
}

/** Whether the pixels are low and wide, and their lower edge follows the lower half of an ellipse. */
function isEllipse(pixels: readonly number[], width: number, product: Box): boolean {
  const lowest = new Int32Array(width).fill(-1);
  let top = Infinity;
  for (const index of pixels) {
    const x = index % width;
    const y = (index - x) / width;
    if (y > (lowest[x] ?? 0)) lowest[x] = y;
    if (y < top) top = y;
  }
  const left = lowest.findIndex((y) => y >= 0);
  const right = lowest.findLastIndex((y) => y >= 0);
  if (left < 0) return false;
  const bottom = lowest.reduce((most, y) => Math.max(most, y), 0);
  const across = right - left + 1;
  if (across < product.width * 0.2 || across < (bottom - top) * 2 || bottom - top > product.height * 0.3) return false;
  const middle = ((lowest[left] ?? 0) + (lowest[right] ?? 0)) / 2;
  const half = bottom - middle;
  let errors = 0;
  let columns = 0;
  for (let x = left; x <= right; x += 1) {
    const y = lowest[x] ?? -1;
    if (y < 0) continue;
    const along = (2 * (x - left) + 1) / across - 1;
    errors += (y - middle - half * Math.sqrt(Math.max(0, 1 - along * along))) ** 2;
    columns += 1;
  }
  return half >= 2 && Math.sqrt(errors / columns) <= Math.max(1.5, half * 0.12);
}
