import type { Box, RawImage } from '../types.js';

/** Fainter pixels are seen as empty, of 255. */
const FAINT = 12;

/** The box around all pixels that are not empty; null for an empty image. */
export function contentOf({ width, height, data }: RawImage): Box | null {
  const isFull = (y: number, x: number) => (data[(y * width + x) * 4 + 3] ?? 0) > FAINT;
  const hasContent = (y: number) => {
    let x = 0;
    while (x < width && !isFull(y, x)) x += 1;
    return x < width;
  };
  let [top, bottom] = [0, height - 1];
  while (top < height && !hasContent(top)) top += 1;
  if (top === height) return null;
  while (!hasContent(bottom)) bottom -= 1;
  let [left, right] = [width - 1, 0];
  for (let y = top; y <= bottom; y += 1) {
    for (let x = 0; x < left; x += 1) if (isFull(y, x)) left = x;
    for (let x = width - 1; x > right; x -= 1) if (isFull(y, x)) right = x;
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** From here on a pixel keeps its opacity when faint ones are faded, of 255. */
const CLEAR = 48;

/**
 * Lets opacity fade to zero where pixels count as empty, in place. Otherwise a glow that is wider than the trimmed box
 * would end at the box's edge, as a rectangle.
 */
export function fadeFaint({ data }: RawImage): void {
  for (let at = 3; at < data.length; at += 4) {
    const alpha = data[at] ?? 0;
    if (alpha < CLEAR) data[at] = alpha <= FAINT ? 0 : Math.round(((alpha - FAINT) * CLEAR) / (CLEAR - FAINT));
  }
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
