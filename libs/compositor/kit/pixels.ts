import { openImage, toRaw } from '../image/open.js';
import type { RawImage } from '../types.js';

/** The longest side of a logo that is kept. Emails show logos at a third of it. */
const LONGEST_SIDE = 1_200;

/** Decodes a logo. A larger one is made smaller. @throws CompositionError */
export async function pixelsOf(bytes: Uint8Array): Promise<RawImage> {
  const image = await openImage(bytes);
  return toRaw(image.pixels().resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true }));
}

/** The smallest part with anything visible; undefined for an image in which nothing is. */
export function trimmed({ width, height, data }: RawImage): RawImage | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < VISIBLE) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (right < 0) return undefined;
  const cut = { width: right - left + 1, height: bottom - top + 1 };
  const rows = Array.from({ length: cut.height }, (_, row) => {
    const from = ((top + row) * width + left) * 4;
    return data.subarray(from, from + cut.width * 4);
  });
  return { ...cut, data: Buffer.concat(rows) };
}

/** A pixel of less opacity is not seen. */
const VISIBLE = 10;
