import type { BrandKit, FormatWish } from '../types.js';

/** The texts and the size of a banner. */
export interface BannerSpec {
  /** Pixels, 64..4096. */
  readonly width: number;
  readonly height: number;
  /** The width in CSS pixels at which readers see it; sizes and contrast refer to it. Default `usualShownWidth`. */
  readonly shownWidth?: number;
  readonly format: FormatWish;
  readonly headline: string;
  readonly subheadline?: string;
  readonly callToAction?: string;
  readonly legal?: string;
  readonly brand: BrandKit;
  /** Another number gives a drawn background another composition. Default 0. */
  readonly seed?: number;
}

export interface BannerProduct {
  /** The store's file. It is scaled as a whole, never cropped, rotated or recoloured. */
  readonly image: Uint8Array;
  readonly title: string;
  /** As it is shown, with its currency: `€ 24.90`. */
  readonly price?: string;
}

export interface BannerLayers {
  /** A provider's image file, or a prompt for a drawing. Without it the brand's own treatment is drawn. */
  readonly background?: Uint8Array | { readonly prompt: string; readonly style?: string };
  /** At most `MAX_BANNER_PRODUCTS`. */
  readonly products?: readonly BannerProduct[];
}

export const MAX_BANNER_PRODUCTS = 4;
