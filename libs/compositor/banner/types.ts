import type { Drawing } from '../paint/assets.js';
import type { ProductCut } from '../product/cut-by-mask.js';
import type { Box, BrandKit, FormatWish } from '../types.js';

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
  /** Its figure is set large: `20% off`. */
  readonly offer?: string;
  /** A short word that comes first: `Just in`. */
  readonly badge?: string;
  readonly countdown?: CountdownSpec;
  readonly brand: BrandKit;
  /** The name of one of `FAMILIES`. By default the one that suits best. */
  readonly family?: string;
  /** Another number prefers other families and draws another background. Default 0. */
  readonly seed?: number;
}

/** The time left until the end of an offer. The banner becomes a GIF, whatever its format. */
export interface CountdownSpec {
  /** In milliseconds since 1970. */
  readonly endsAt: number;
  /** What stands in its place after the end. */
  readonly ended: string;
  /** Of its units: a BCP 47 tag. */
  readonly language: string;
}

export interface BannerProduct {
  /** The store's file. It is trimmed, cut out and scaled, never recoloured. */
  readonly image: Uint8Array;
  readonly title: string;
  /** As it is shown, with its currency: `€ 24.90`. */
  readonly price?: string;
  /** A former price, shown struck through. */
  readonly compareAtPrice?: string;
  /** A mask of a model, for an image that can't be cut out without one. */
  readonly cut?: ProductCut;
  /** A photograph around the product's own pixels. It is shown instead of `image`. */
  readonly setting?: ProductSetting;
}

export interface ProductSetting {
  readonly image: Uint8Array;
  /** Where the product is, in fractions of the image. */
  readonly subject: Box;
}

export interface BannerLayers {
  /** A provider's image file, or a prompt for a drawing. Drawings are not put behind products. */
  readonly background?: Uint8Array | Drawing;
  /** At most `MAX_BANNER_PRODUCTS`. */
  readonly products?: readonly BannerProduct[];
}

export const MAX_BANNER_PRODUCTS = 8;
