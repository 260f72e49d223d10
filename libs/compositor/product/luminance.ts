import { LINEAR } from '../colour/contrast.js';
import type { ProductImage } from './types.js';

/** Pixels that are looked at; a product's mean is not finer than that. */
const SAMPLE = 4000;

/** The mean luminance of the opaque pixels. */
export function luminanceOf({ pixels: { data } }: ProductImage): number {
  const step = Math.max(1, Math.floor(data.length / 4 / SAMPLE)) * 4;
  let [sum, count] = [0, 0];
  for (let from = 0; from + 3 < data.length; from += step) {
    if ((data[from + 3] ?? 0) < 200) continue;
    const light = [0, 1, 2].map((channel) => LINEAR[data[from + channel] ?? 0] ?? 0);
    sum += 0.2126 * (light[0] ?? 0) + 0.7152 * (light[1] ?? 0) + 0.0722 * (light[2] ?? 0);
    count += 1;
  }
  return count === 0 ? 1 : sum / count;
}
