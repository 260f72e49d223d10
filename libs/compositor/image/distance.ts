import { toOklab } from '../colour/oklab.js';
import type { RawImage } from '../types.js';
import { openImage, toRaw } from './open.js';
import { sharp } from './sharp.js';

/** Served variants differ by at least this distance. */
export const MIN_VARIANT_DISTANCE = 0.05;

/** Side of a thumbnail in pixels: large enough for the composition, too small for texture. */
const SIDE = 24;

/**
 * How different two images look: 0 (the same) to 1 (black and white). It is the mean distance of their thumbnails in
 * OKLab, so it measures colour and composition, and ignores noise and compression.
 */
export async function perceptualDistance(a: Uint8Array | RawImage, b: Uint8Array | RawImage): Promise<number> {
  const [first, second] = await Promise.all([thumbnail(a), thumbnail(b)]);
  let sum = 0;
  for (let at = 0; at < first.length; at += 4) {
    const p = toOklab(first[at] ?? 0, first[at + 1] ?? 0, first[at + 2] ?? 0);
    const q = toOklab(second[at] ?? 0, second[at + 1] ?? 0, second[at + 2] ?? 0);
    sum += Math.hypot(p.l - q.l, p.a - q.a, p.b - q.b);
  }
  return sum / (SIDE * SIDE);
}

async function thumbnail(image: Uint8Array | RawImage): Promise<Buffer> {
  const pixels =
    image instanceof Uint8Array
      ? (await openImage(image)).pixels()
      : sharp(image.data, { raw: { width: image.width, height: image.height, channels: 4 } });
  return (await toRaw(pixels.resize(SIDE, SIDE, { fit: 'fill' }).flatten({ background: '#ffffff' }))).data;
}
