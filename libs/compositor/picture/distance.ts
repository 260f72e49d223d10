import type { RawPicture } from '../types.js';

/** Variants that are served differ at least this much. */
export const MIN_VARIANT_DISTANCE = 0.08;

/**
 * How different two pictures look: 0 (the same) to 1 (black and white). The mean distance of their thumbnails in
 * OKLab, so that it follows colour and composition and does not see noise or compression.
 */
export async function perceptualDistance(a: Uint8Array | RawPicture, b: Uint8Array | RawPicture): Promise<number> {
  await Promise.resolve([a, b]);
  throw new Error('not yet');
}
