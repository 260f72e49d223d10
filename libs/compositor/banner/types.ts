import type { BrandKit, ImageFormat } from '../types.js';

/** What a banner says, and how large it is. */
export interface BannerSpec {
  /** Pixels, 64..4096. */
  readonly width: number;
  readonly height: number;
  /** How wide readers see it, in CSS pixels: sizes and contrast are judged by it. `usualShownWidth` unless told. */
  readonly shownWidth?: number;
  readonly format: ImageFormat;
  readonly headline: string;
  readonly subheadline?: string;
  readonly callToAction?: string;
  readonly legal?: string;
  readonly brand: BrandKit;
  /** Another number moves the composition of a drawn background; 0 unless told. */
  readonly seed?: number;
}

export interface BannerProduct {
  /** The file as the shop has it; scaled as a whole, never cut, turned or recoloured. */
  readonly image: Uint8Array;
  readonly title: string;
  /** As it is to be shown, with its currency: `€ 24.90`. */
  readonly price?: string;
}

export interface BannerLayers {
  /** An image file (from a provider), or what to draw. Without one the brand's own treatment is drawn. */
  readonly background?: Uint8Array | { readonly prompt: string; readonly style?: string };
  /** At most `MAX_BANNER_PRODUCTS`. */
  readonly products?: readonly BannerProduct[];
}

export const MAX_BANNER_PRODUCTS = 4;
