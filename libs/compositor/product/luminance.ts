import { luminanceAt } from '../colour/contrast.js';
import type { ProductImage } from './types.js';

/** Pixels that are looked at; a product's mean is not finer than that. */
const SAMPLE = 4000;

/** Those of products that are shown several times. */
const luminances = new WeakMap<ProductImage, number>();

/** The mean luminance of the opaque pixels. */
export function luminanceOf(product: ProductImage): number {
  const luminance = luminances.get(product) ?? meanLuminance(product.pixels.data);
  luminances.set(product, luminance);
  return luminance;
}

function meanLuminance(data: Buffer): number {
  const step = Math.max(1, Math.floor(data.length / 4 / SAMPLE)) * 4;
  let [sum, count] = [0, 0];
  for (let from = 0; from + 3 < data.length; from += step) {
    if ((data[from + 3] ?? 0) < 200) continue;
    sum += luminanceAt(data, from);
    count += 1;
  }
  return count === 0 ? 1 : sum / count;
}
