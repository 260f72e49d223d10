import type { RawImage } from '../types.js';
import type { GroundMask } from './flood.js';

export const PRODUCT = 0;
export const GROUND = 1;
export const EDGE = 2;

/** How far away the pure colours of product and ground are looked for. */
const NEAR = 5;
/** Every second row and column is enough for a mean. */
const EVERY = 2;
/** How far away the purest pixel of a thin part is looked for. */
const THIN = 2;

type Colour = readonly number[];

/** The mean colours of the pure pixels around an edge; undefined where there are none. */
export interface Neighbours {
  readonly product: Colour | undefined;
  readonly back: Colour | undefined;
  /** How solid the product is there, 0..1. */
  readonly solid: number;
}

export function neighboursOf(image: RawImage, zones: Uint8Array, solid: Uint8Array, index: number): Neighbours {
  const { width, height, data } = image;
  const x = index % width;
  const y = (index - x) / width;
  const right = Math.min(width - 1, x + NEAR);
  const bottom = Math.min(height - 1, y + NEAR);
  let [red, green, blue, firm, products] = [0, 0, 0, 0, 0];
  let [backRed, backGreen, backBlue, grounds] = [0, 0, 0, 0];
  for (let row = Math.max(0, y - NEAR); row <= bottom; row += EVERY) {
    for (let column = Math.max(0, x - NEAR); column <= right; column += EVERY) {
      const other = row * width + column;
      if (zones[other] === PRODUCT) {
        red += data[other * 4] ?? 0;
        green += data[other * 4 + 1] ?? 0;
        blue += data[other * 4 + 2] ?? 0;
        firm += solid[other] ?? 255;
        products += 1;
      } else if (zones[other] === GROUND) {
        backRed += data[other * 4] ?? 0;
        backGreen += data[other * 4 + 1] ?? 0;
        backBlue += data[other * 4 + 2] ?? 0;
        grounds += 1;
      }
    }
  }
  return {
    product: products > 0 ? [red / products, green / products, blue / products] : undefined,
    back: grounds > 0 ? [backRed / grounds, backGreen / grounds, backBlue / grounds] : undefined,
    solid: products > 0 ? firm / products / 255 : 1,
  };
}

/** In a part that is too thin to have pure pixels, the pixel that differs most from the ground counts as pure. */
export function thinNeighbours(image: RawImage, ground: GroundMask, back: Colour, index: number): Colour {
  const { width, height, data } = image;
  const x = index % width;
  const y = (index - x) / width;
  let most = -1;
  let purest = index;
  for (let row = Math.max(0, y - THIN); row <= Math.min(height - 1, y + THIN); row += 1) {
    for (let column = Math.max(0, x - THIN); column <= Math.min(width - 1, x + THIN); column += 1) {
      const other = row * width + column;
      if (ground[other]) continue;
      const difference = back.reduce((sum, value, at) => sum + Math.abs((data[other * 4 + at] ?? 0) - value), 0);
      if (difference > most) [most, purest] = [difference, other];
    }
  }
  return [...data.subarray(purest * 4, purest * 4 + 3)];
}

/**
 * Gives a pixel an alpha of 0..1 and takes the ground's colour out of it. A small alpha makes the result uncertain; the
 * colour `own` of the product beside the pixel is mixed in there.
 */
export function withoutGround(cut: Buffer, index: number, alpha: number, back: Colour, own?: Colour): void {
  const at = index * 4;
  const value = Math.round(alpha * 255);
  if (value === 0) {
    cut.writeUInt32LE(0, at);
    return;
  }
  for (let channel = 0; channel < 3 && value < 255; channel += 1) {
    const pure = ((cut[at + channel] ?? 0) - (back[channel] ?? 0) * (1 - alpha)) / alpha;
    const near = own?.[channel] ?? pure;
    cut[at + channel] = Math.max(0, Math.min(255, Math.round(near + (pure - near) * alpha)));
  }
  cut[at + 3] = value;
}
