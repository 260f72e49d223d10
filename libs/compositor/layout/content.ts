import type { CountdownContent } from '../countdown/layout.js';
import type { ProductShape } from '../product/types.js';
import type { Typeface } from '../text/typeface.js';
import type { Box } from '../types.js';

/** An offer in its parts: "20%" is the figure of "20% off" and "off" its word. */
export interface OfferContent {
  readonly figure: Typeface;
  readonly before: Typeface | null;
  readonly after: Typeface | null;
}

export interface ProductContent {
  readonly form: 'cutout' | 'scene';
  /** The even colour around the product of a studio photograph that is shown whole; otherwise null. */
  readonly studio: string | null;
  /** It was cut from a white ground, so its soft edges (a flame, hair) may keep some white. */
  readonly cutFromWhite: boolean;
  /** Width over height. */
  readonly aspect: number;
  /** Mean luminance of its opaque pixels, 0..1. */
  readonly luminance: number;
  readonly title: Typeface;
  readonly price: Typeface | null;
  readonly compareAtPrice: Typeface | null;
  /** Of a scene with faces: where they are seen depends on the box that it fills. */
  readonly withFaces?: ProductShape;
}

/** The background photograph; a drawing has no size of its own. */
export interface PhotoContent {
  readonly size: { readonly width: number; readonly height: number } | null;
  /** In fractions of the file. */
  readonly focus: Box;
  readonly faces: readonly Box[];
}

export interface LogoContent {
  /** Width over height. */
  readonly aspect: number;
  /** Mean luminance of its opaque pixels, 0..1. */
  readonly luminance: number;
}

export interface TextContent {
  readonly headline: Typeface;
  readonly subheadline: Typeface | null;
  readonly callToAction: Typeface | null;
  readonly legal: Typeface | null;
  readonly badge: Typeface | null;
  readonly offer: OfferContent | null;
  readonly countdown: CountdownContent | null;
}

/** Everything that a layout has to place; no pixels. */
export interface Content {
  readonly width: number;
  readonly height: number;
  /** Image pixels per CSS pixel. */
  readonly density: number;
  readonly texts: TextContent;
  readonly products: readonly ProductContent[];
  readonly photo: PhotoContent | null;
  readonly logo: LogoContent | null;
  /** In pixels of the image. */
  readonly cornerRadius: number;
  readonly loud: boolean;
  readonly crowding: Crowding;
}

/**
 * What a content gives up where its texts do not fit otherwise: nothing; air and the names of products; also the logo
 * and the rules of sizes.
 */
export const CROWDING_LEVELS = ['none', 'dense', 'compact'] as const;

export type Crowding = (typeof CROWDING_LEVELS)[number];

export const textRunsFromTheRight = ({ texts }: Content): boolean => texts.headline.direction === 'rtl';
