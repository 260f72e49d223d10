import type { FontName } from './fonts/names.js';

/** How a finished image is encoded. */
export type ImageFormat = 'png' | 'jpeg' | 'webp';

export const IMAGE_FORMATS: readonly ImageFormat[] = ['png', 'jpeg', 'webp'];

/** How a served image is encoded: a countdown is a GIF. */
export type ServedFormat = ImageFormat | 'gif';

export const SERVED_FORMATS: readonly ServedFormat[] = [...IMAGE_FORMATS, 'gif'];

/** `auto`: the pixels decide. */
export type FormatWish = ImageFormat | 'auto';

export const FORMAT_WISHES: readonly FormatWish[] = [...IMAGE_FORMATS, 'auto'];

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
  /** The ground behind images and text; usually light. */
  readonly background: string;
  readonly text: string;
}

/** The tone of a brand decides how lively layouts and drawings are. */
export type Tone = 'calm' | 'playful' | 'elegant' | 'bold';

export const TONES: readonly Tone[] = ['calm', 'playful', 'elegant', 'bold'];

/** The look of a brand's images. */
export interface BrandKit {
  readonly palette: Palette;
  readonly fonts: { readonly heading: FontName; readonly body: FontName };
  /** An image file, preferably a PNG with transparency. */
  readonly logo: Uint8Array | null;
  /** 0..48 pixels at an image width of 600; scaled with larger images. */
  readonly cornerRadius: number;
  readonly tone: Tone;
}

/** Decoded pixels: straight (not premultiplied) RGBA, four bytes each. */
export interface RawImage {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
  /** Whether every pixel is opaque, where that is known without reading them. */
  readonly opaque?: boolean;
}

/** A finished file. */
export interface EncodedImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly format: ServedFormat;
}

/**
 * What a text is. `eyebrow` and `badge` both say the request's badge, as a small spaced line or on a plate. The figure
 * and the words of an offer are texts of their own.
 */
export const TEXT_ROLES = [
  'headline',
  'subheadline',
  'callToAction',
  'legal',
  'title',
  'price',
  'compareAtPrice',
  'offer',
  'eyebrow',
  'badge',
] as const;

export type TextRole = (typeof TEXT_ROLES)[number];

/** A text in an image. */
export interface Overlay {
  readonly role: TextRole;
  readonly text: string;
  /** The box around the painted glyphs. */
  readonly box: Box;
  /** The lines of the broken text. Joined they equal `text`, except for the white space at the breaks. */
  readonly lines: readonly string[];
  /** In pixels of the image, which may be shown smaller. */
  readonly fontSize: number;
  /** WCAG 2 contrast ratio with the worst 1% of the pixels behind the glyph boxes, 1..21. */
  readonly contrast: number;
  /** The required contrast: 3 for text that is shown large (24 px, or bold from 18.66 px), otherwise 4.5. */
  readonly required: number;
}

/** An image with text and products in it. */
export interface ComposedImage extends EncodedImage {
  readonly altText: string;
  readonly overlays: readonly Overlay[];
  /** Where each product's image was pasted, in the given order. */
  readonly products: readonly { readonly title: string; readonly box: Box }[];
  /** Opacity of the layer between background and text that legibility needed: 0..1. */
  readonly scrim: number;
}
