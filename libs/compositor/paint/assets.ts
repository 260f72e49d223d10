import type { ProductImage } from '../product/types.js';
import type { OpenImage } from '../image/open.js';
import type { BrandKit } from '../types.js';

/** What a drawn background shows. */
export interface Drawing {
  readonly prompt: string;
  readonly style?: string;
  /** Default true; see `ArtOptions`. */
  readonly texture?: boolean;
}

/** The pixels that a scene shows. */
export interface Assets {
  readonly brand: BrandKit;
  /** Null for a cell of a grid without an image. */
  readonly products: readonly (ProductImage | null)[];
  readonly logo: ProductImage | null;
  readonly background: OpenImage | Drawing | null;
  readonly seed: number;
}
