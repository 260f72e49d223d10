import type { RawImage } from '../types.js';

/** Neighbours that differ by so much in a channel: less is an even ground, more is the edge of a letter or shape. */
const LEAST = 2;
const MOST = 40;
/** In drawn images at most 6 % of the pixels are so, the edges of soft shapes; in photographs more than 15 %. */
const PHOTOGRAPHIC = 0.08;
const EVERY_ROW = 4;

/** Whether the image has the texture of a photograph in a large part of its area. Decided on every fourth row. */
export function isPhotographic({ width, height, data }: RawImage): boolean {
  const differs = (at: number, other: number): boolean => {
    const difference = Math.max(
      Math.abs((data[at] ?? 0) - (data[other] ?? 0)),
      Math.abs((data[at + 1] ?? 0) - (data[other + 1] ?? 0)),
      Math.abs((data[at + 2] ?? 0) - (data[other + 2] ?? 0)),
    );
    return difference >= LEAST && difference <= MOST;
  };
  let seen = 0;
  let textured = 0;
  for (let y = 1; y < height; y += EVERY_ROW) {
    for (let x = 1; x < width; x += 1) {
      const at = (y * width + x) * 4;
      seen += 1;
      if (differs(at, at - 4) && differs(at, at - width * 4)) textured += 1;
    }
  }
  return textured > seen * PHOTOGRAPHIC;
}
