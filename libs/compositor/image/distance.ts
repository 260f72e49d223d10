import { toOklab } from '../colour/oklab.js';
import type { RawImage } from '../types.js';
import { openImage, toRaw } from './open.js';
import { sharp } from './sharp.js';

/** Variants that are served differ at least this much. */
export const MIN_VARIANT_DISTANCE = 0.05;

/** Pixels on each side of a thumbnail: composition shows, texture does not. */
const SIDE = 24;

/**
 * How different two images look: 0 (the same) to 1 (black and white). The mean distance of their thumbnails in
 * OKLab, so that it follows colour and composition and does not see noise or compression.
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
