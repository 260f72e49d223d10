import type { Box, RawImage } from '../types.js';

/** A product's photograph, ready to be placed. */
export interface ProductImage {
  /** A cut-out is placed on a ground with a shadow; a scene fills its tile. */
  readonly form: 'cutout' | 'scene';
  /** What the cut-out was made from. */
  readonly source: 'alpha' | 'flood' | 'model' | 'none';
  /** Of the cut-out, 0..1. Below `LEAST_CONFIDENCE` the form is `scene`. */
  readonly confidence: number;
  /** Straight alpha; white borders and empty margins are trimmed. At most `WORKING_SIDE` long. */
  readonly pixels: RawImage;
  /** In pixels of `pixels`. Faces are looked for in scenes only, and are a part of the subject. */
  readonly subject: Box;
  readonly faces: readonly Box[];
  /** The even colour around the product of a studio photograph; null for a cut-out and where the ground is not even. */
  readonly ground: string | null;
}

/** What decides how a product fills a box. */
export interface ProductShape extends Omit<ProductImage, 'source' | 'confidence' | 'pixels'> {
  readonly pixels: Pick<RawImage, 'width' | 'height'>;
}

/** A cut-out that is less sure than this is not used. */
export const LEAST_CONFIDENCE = 0.6;

/** The longest side of a prepared product in pixels. */
export const WORKING_SIDE = 1600;
