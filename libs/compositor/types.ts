import type { FontName } from './fonts/names.js';

/** How a finished image is encoded. */
export type ImageFormat = 'png' | 'jpeg' | 'webp';

export const IMAGE_FORMATS: readonly ImageFormat[] = ['png', 'jpeg', 'webp'];

/** In pixels, from the upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Colours as `#rrggbb`. */
export interface Palette {
  readonly primary: string;
  readonly secondary: string;
  readonly accent: string;
  /** What lies behind images and text where nothing else does; usually light. */
  readonly background: string;
  readonly text: string;
}

/** How a brand speaks; decides how lively the layouts and drawings are. */
export type Tone = 'calm' | 'playful' | 'elegant' | 'bold';

export const TONES: readonly Tone[] = ['calm', 'playful', 'elegant', 'bold'];

/** What makes an image look like the brand's. */
export interface BrandKit {
  readonly palette: Palette;
  readonly fonts: { readonly heading: FontName; readonly body: FontName };
  /** An image file, best a PNG with transparency. */
  readonly logo: Uint8Array | null;
  /** Pixels at a width of 600; larger images scale it. 0..48. */
  readonly cornerRadius: number;
  readonly tone: Tone;
}

/** Unpacked pixels, straight (not premultiplied) RGBA, four bytes each. */
export interface RawImage {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** A finished file. */
export interface EncodedImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly format: ImageFormat;
}

/** A text that stands in an image. */
export interface Overlay {
  readonly role: 'headline' | 'subheadline' | 'callToAction' | 'legal' | 'title' | 'price';
  readonly text: string;
  /** Around the painted glyphs. */
  readonly box: Box;
  /** The text as it was broken; joined they are `text` but for the white space at the breaks. */
  readonly lines: readonly string[];
  /** Pixels of the image, which may be shown smaller. */
  readonly fontSize: number;
  /** WCAG 2 contrast ratio with the worst 1% of the pixels behind the glyph boxes, 1..21. */
  readonly contrast: number;
  /** What it had to reach: 3 for text that is shown large (24 px, or bold from 18.66 px), otherwise 4.5. */
  readonly required: number;
}

/** An image with text and products in it. */
export interface ComposedImage extends EncodedImage {
  readonly altText: string;
  readonly overlays: readonly Overlay[];
  /** Where each product's image was pasted, in the order given. */
  readonly products: readonly { readonly title: string; readonly box: Box }[];
  /** Opacity of the layer that was needed between background and text: 0..1. */
  readonly scrim: number;
}
