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
  if (form === 'cutout') return { window: whole, place: contained(pixels, box, 1) };
  const { window, retained } = cropAround(pixels, fractionsOf(subject, pixels), box.width / box.height);
  return ground !== null && retained < 1 - MOST_LOST
    ? { window: whole, place: contained(pixels, box, 0.5) }
    : { window, place: rounded(box) };
}

function contained(size: { width: number; height: number }, box: Box, lower: number): Box {
  const scale = Math.min(box.width / size.width, box.height / size.height);
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  return {
    x: Math.round(box.x + (box.width - width) / 2),
    y: Math.round(box.y + (box.height - height) * lower),
    width,
    height,
  };
}

const rounded = ({ x, y, width, height }: Box): Box => {
  const left = Math.round(x);
  const top = Math.round(y);
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.round(x + width) - left),
    height: Math.max(1, Math.round(y + height) - top),
  };
};

const fractionsOf = (box: Box, { width, height }: { width: number; height: number }): Box => ({
  x: box.x / width,
  y: box.y / height,
  width: box.width / width,
  height: box.height / height,
});
