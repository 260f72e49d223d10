import type { Box, RawImage } from '../types.js';

/** Fainter pixels are seen as empty, of 255. */
const FAINT = 12;

/** The box around all pixels that are not empty; null for an empty image. */
export function contentOf({ width, height, data }: RawImage): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) <= FAINT) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** A window of an image. */
export function cropTo({ width, data }: RawImage, box: Box): RawImage {
  const cut = Buffer.allocUnsafe(box.width * box.height * 4);
  for (let row = 0; row < box.height; row += 1) {
    const from = ((box.y + row) * width + box.x) * 4;
    data.copy(cut, row * box.width * 4, from, from + box.width * 4);
  }
  return { width: box.width, height: box.height, data: cut };
}
