import { hexOf } from '../colour/rgb.js';
import type { Box, RawImage } from '../types.js';
import { addDrawnShadow } from './drawn-shadow.js';
import { floodFrom, type GroundMask, spread } from './flood.js';
import { matte } from './matte.js';
import { openHandles } from './openings.js';
import { boundsOf, removeDust } from './pieces.js';
import { addSoftShadow } from './soft-shadow.js';
import { studioGroundOf } from './studio-ground.js';
import { sureness } from './sureness.js';
import { distanceFrom, tonesOf } from './tones.js';
import { contentOf, cropTo } from './trim.js';

/** A product cut from a near-white ground. */
export interface GroundCut {
  readonly pixels: RawImage;
  /** Where `pixels` are in the photograph. */
  readonly box: Box;
  /** The product and its shadow in the photograph. */
  readonly withShadow: Box;
  /** The colour of the ground. */
  readonly ground: string;
  readonly confidence: number;
}

/** How many times the tolerance the flood looks further, to find where its end is uncertain. */
const WIDE = 3;
/** The lower part of a product in which shadows are looked for, as a share of its height. */
const SHADOWS = 0.4;
/** Pixels around the product in which its soft edge and the pure ground beside it are looked for. */
const MARGIN = 8;

/** Cuts a product from the near-white ground of a studio photograph. Null if the photograph has no such ground. */
export function cutGround(image: RawImage): GroundCut | null {
  const studio = studioGroundOf(image);
  if (!studio) return null;
  const { tolerance } = studio;
  const differences = distanceFrom(studio, image);
  const flooded = floodFrom(differences, image.width, { tolerance, limit: tolerance * WIDE });
  const rough = boundsOf(flooded, image.width, tolerance);
  if (!rough) return null;
  const frame = around(rough, image);
  const part = cropTo(image, frame);
  const reached = cropped(flooded, image.width, frame);
  const distance = cropped(differences, image.width, frame);
  const ground = maskOf(reached, tolerance);
  const product = { ...rough, x: rough.x - frame.x, y: rough.y - frame.y };
  const tones = tonesOf(part, studio, Math.floor(product.y + product.height * (1 - SHADOWS)));
  const drawn = addDrawnShadow(tones, ground, product);
  const shadows = drawn.length > 0 ? drawn : addSoftShadow(tones, ground, product);
  // Ground that the shadow had enclosed, such as between two legs.
  spread(ground, part.width, shadows, (index) => (distance[index] ?? 0) <= tolerance);
  openHandles(ground, { reached, distance, tolerance, width: part.width, product });
  const area = removeDust(ground, part.width);
  if (area === 0) return null;
  const cut = matte(part, { ground, solid: solidOf(reached, tolerance), studio });
  const content = contentOf(cut);
  const whole = image.width * image.height;
  return (
    content && {
      pixels: cropTo(cut, content),
      box: { ...content, x: frame.x + content.x, y: frame.y + content.y },
      withShadow: rough,
      ground: hexOf({ r: studio.red, g: studio.green, b: studio.blue }),
      confidence: sureness({ reached, ground, distance, studio, area, whole }),
    }
  );
}

function maskOf(reached: Uint8Array, tolerance: number): GroundMask {
  const mask = new Uint8Array(reached.length);
  for (let index = 0; index < mask.length; index += 1) mask[index] = (reached[index] ?? 0) <= tolerance ? 1 : 0;
  return mask;
}

function around({ x, y, width, height }: Box, image: RawImage): Box {
  const left = Math.max(0, x - MARGIN);
  const top = Math.max(0, y - MARGIN);
  const right = Math.min(image.width, x + width + MARGIN);
  const bottom = Math.min(image.height, y + height + MARGIN);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Glow and glass differ little from the ground. The less a pixel differs, the more the ground shines through it. A
 * flood reaches such pixels with a tolerance that is a little larger.
 */
function solidOf(reached: Uint8Array, tolerance: number): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, reach) =>
    Math.round(255 * Math.min(1, Math.max(0, (reach - tolerance * 0.5) / (tolerance * (WIDE - 0.5))))),
  );
  const solid = new Uint8Array(reached.length);
  for (let index = 0; index < solid.length; index += 1) solid[index] = table[reached[index] ?? 0] ?? 255;
  return solid;
}

function cropped(map: Uint8Array, width: number, box: Box): Uint8Array {
  const part = new Uint8Array(box.width * box.height);
  for (let row = 0; row < box.height; row += 1) {
    const from = (box.y + row) * width + box.x;
    part.set(map.subarray(from, from + box.width), row * box.width);
  }
  return part;
}
