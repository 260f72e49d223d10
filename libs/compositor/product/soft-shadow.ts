import type { Box } from '../types.js';
import { type GroundMask, spread } from './flood.js';
import type { Tones } from './tones.js';

/** A shadow has the colour of the ground: it differs from a grey by at most this. */
const COLOURLESS = 9;
/**
 * A soft shadow changes by at most this within two pixels on any side; the edge of a product changes by more. In a
 * small photograph a shadow is as soft in relation to the product, so it changes by more from pixel to pixel.
 */
const SOFT = { least: 10, most: 26, side: 800 };
/** What is darker than this is no soft shadow, of 255. */
const DARKEST = 110;
/** A shadow lies beside the foot of a product; above, soft greys are glow or glass. A share of the height. */
const HIGHEST = 0.7;
/** A shadow that takes more of what stands in these rows is a product that runs into the ground. */
const LARGEST = 0.8;

/**
 * Adds the soft shadow at the foot of a product to the ground and returns its pixels. Nothing is changed if it would be
 * too large: then the flood ran into the product.
 */
export function addSoftShadow(tones: Tones, ground: GroundMask, product: Box): number[] {
  const { width, height } = tones;
  const top = Math.max(2, Math.round(product.y + product.height * HIGHEST)) * width;
  const bottom = Math.min(height - 2, product.y + product.height) * width;
  const soft = Math.min(SOFT.most, Math.max(SOFT.least, (SOFT.least * SOFT.side) / Math.max(width, height)));
  const shore: number[] = [];
  let rest = 0;
  for (let index = top; index < bottom; index += 1) {
    if (ground[index] === 0) {
      rest += 1;
    } else if (
      ground[index + 1] === 0 ||
      ground[index - 1] === 0 ||
      ground[index + width] === 0 ||
      ground[index - width] === 0
    ) {
      shore.push(index);
    }
  }
  const added = spread(ground, width, shore, (index) => index >= top && index < bottom && isSoft(tones, index, soft));
  if (added.length <= rest * LARGEST) return added;
  for (const index of added) ground[index] = 0;
  return [];
}

/** Whether the brightness around a pixel without colour is even. */
function isSoft({ width, light, chroma }: Tones, index: number, soft: number): boolean {
  const here = light[index] ?? 0;
  if (here < DARKEST || (chroma[index] ?? 0) > COLOURLESS) return false;
  for (let distance = 1; distance <= 2; distance += 1) {
    if (Math.abs(here - (light[index - distance] ?? here)) > soft) return false;
    if (Math.abs(here - (light[index + distance] ?? here)) > soft) return false;
    if (Math.abs(here - (light[index - distance * width] ?? here)) > soft) return false;
    if (Math.abs(here - (light[index + distance * width] ?? here)) > soft) return false;
  }
  return true;
}
