import { contained, rounded } from '../boxes.js';
import { cropAround } from '../image/crop.js';
import type { Box } from '../types.js';
import type { ProductImage } from './types.js';

/** A crop of a scene may remove this share of its subject before the whole photograph is shown instead. */
const MOST_LOST = 0.05;

/** How a product's pixels fill a box: the window of `pixels` that is shown, and the place of that window. */
export interface ProductPlace {
  readonly window: Box;
  readonly place: Box;
}

/**
 * A cut-out is shown whole, centred, at the lower edge of the box. A scene fills the box and keeps its
 * subject. A studio photograph that would lose a part of its subject is shown whole; its own ground fills the rest.
 */
export function placeProduct({ form, pixels, subject, ground }: ProductImage, box: Box): ProductPlace {
  const whole = { x: 0, y: 0, width: pixels.width, height: pixels.height };
  const aspect = pixels.width / pixels.height;
  if (form === 'cutout') return { window: whole, place: rounded(contained(box, aspect, 1)) };
  const { window, retained } = cropAround(pixels, fractionsOf(subject, pixels), box.width / box.height);
  return ground !== null && retained < 1 - MOST_LOST
    ? { window: whole, place: rounded(contained(box, aspect, 0.5)) }
    : { window, place: rounded(box) };
}

const fractionsOf = (box: Box, { width, height }: { width: number; height: number }): Box => ({
  x: box.x / width,
  y: box.y / height,
  width: box.width / width,
  height: box.height / height,
});
