import { contained, rounded } from '../boxes.js';
import { cropAround } from '../image/crop.js';
import type { Box } from '../types.js';
import type { ShownFaces } from '../layout/types.js';
import type { ProductShape } from './types.js';

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
export function placeProduct({ form, pixels, subject, faces, ground }: ProductShape, box: Box): ProductPlace {
  const whole = { x: 0, y: 0, width: pixels.width, height: pixels.height };
  const aspect = pixels.width / pixels.height;
  if (form === 'cutout') return { window: whole, place: rounded(contained(box, aspect, 1)) };
  const held = faces.map((face) => fractionsOf(face, pixels));
  const { window, retained } = cropAround(pixels, fractionsOf(subject, pixels), box.width / box.height, held);
  return ground !== null && retained < 1 - MOST_LOST
    ? { window: whole, place: rounded(contained(box, aspect, 0.5)) }
    : { window, place: rounded(box) };
}

/** The share of a photograph's subject that a box cuts off. */
export function lostOf(product: ProductShape, box: Box): number {
  const { window } = placeProduct(product, box);
  const { subject } = product;
  const across = Math.min(subject.x + subject.width, window.x + window.width) - Math.max(subject.x, window.x);
  const down = Math.min(subject.y + subject.height, window.y + window.height) - Math.max(subject.y, window.y);
  return 1 - (Math.max(0, across) * Math.max(0, down)) / Math.max(1, subject.width * subject.height);
}

/** Where the faces of a product's photograph are when it fills a box; nothing if it has none. */
export function facesOn(product: ProductShape | undefined, box: Box): { readonly shown?: ShownFaces } {
  if (!product || product.faces.length === 0) return {};
  const { window, place } = placeProduct(product, box);
  const faces = product.faces.map((face) => fractionsOf(face, product.pixels));
  return { shown: { box: place, crop: fractionsOf(window, product.pixels), faces } };
}

const fractionsOf = (box: Box, { width, height }: { width: number; height: number }): Box => ({
  x: box.x / width,
  y: box.y / height,
  width: box.width / width,
  height: box.height / height,
});
