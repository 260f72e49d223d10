import type { Box, RawImage } from '../types.js';

/** Neighbours that differ by so much are an edge. Fainter letters can't be read. */
const EDGE = 20;
/** The least share of pixels at edges in an image with a word in it. */
const LEAST = 0.0005;
/** Pixels around the place of a product that still show its edge. */
const MARGIN = 3;

/**
 * Whether an image has edges as sharp as those of letters outside of `own`, in fractions. Soft images need not be read.
 */
export function hasFineDetail({ width, height, data }: RawImage, own: Box | null): boolean {
  const isOwn = (x: number, y: number): boolean =>
    own !== null &&
    x >= own.x * width - MARGIN &&
    x <= (own.x + own.width) * width + MARGIN &&
    y >= own.y * height - MARGIN &&
    y <= (own.y + own.height) * height + MARGIN;
  let edges = 0;
  for (let y = 1; y < height; y += 1) {
    for (let x = 1; x < width; x += 1) {
      if (isOwn(x, y)) continue;
      const at = (y * width + x) * 4;
      const here = data[at + 1] ?? 0;
      const left = Math.abs(here - (data[at - 4 + 1] ?? 0));
      if (Math.max(left, Math.abs(here - (data[at - width * 4 + 1] ?? 0))) > EDGE) edges += 1;
    }
  }
  return edges > width * height * LEAST;
}
