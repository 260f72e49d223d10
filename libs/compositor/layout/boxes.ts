import { rounded } from '../boxes.js';
import type { Area } from '../families/types.js';
import type { Box } from '../types.js';
import type { Shape } from './types.js';

/** The shape of an image by its ratio. */
export function shapeOf({ width, height }: { readonly width: number; readonly height: number }): Shape {
  const ratio = width / height;
  if (ratio >= 3.2) return 'leaderboard';
  if (ratio >= 1.25) return 'wide';
  return ratio >= 0.8 ? 'square' : 'portrait';
}

/** The area in pixels; a mirrored area is on the other side. */
export function boxIn([x, y, width, height]: Area, size: { width: number; height: number }, mirrored: boolean): Box {
  return rounded({
    x: (mirrored ? 1 - x - width : x) * size.width,
    y: y * size.height,
    width: width * size.width,
    height: height * size.height,
  });
}

export const inset = (box: Box, by: number): Box => insetBy(box, { x: by, y: by });

export const insetBy = ({ x, y, width, height }: Box, by: { x: number; y: number }): Box => ({
  x: x + by.x,
  y: y + by.y,
  width: Math.max(1, width - by.x * 2),
  height: Math.max(1, height - by.y * 2),
});

/** The largest square in the middle of a box. */
export function discIn({ x, y, width, height }: Box): Box {
  const side = Math.min(width, height);
  return rounded({ x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side });
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
