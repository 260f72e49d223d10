import type { ProductImage } from '../product/types.js';
import type { BrandKit } from '../types.js';

/** A background: a file, or what a drawing shows. */
export type Background = Uint8Array | { readonly prompt: string; readonly style?: string };

/** The pixels that a scene shows. */
export interface Assets {
  readonly brand: BrandKit;
  /** Null for a cell of a grid without an image. */
  readonly products: readonly (ProductImage | null)[];
  readonly logo: ProductImage | null;
  readonly background: Background | null;
  readonly seed: number;
}
