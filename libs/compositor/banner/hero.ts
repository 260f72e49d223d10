import { artAltText, artMatches, drawLocalVariants } from '../art/local-art.js';
import { encodeImage } from '../image/encode.js';
import { fitImage } from '../image/fit.js';
import { mostBytesOf } from '../image/limits.js';
import type { Matched } from '../prompt/types.js';
import type { BrandKit, ComposedImage, FormatWish, RawImage } from '../types.js';
import { at } from '../image/at.js';
import { seenWidth } from '../shown.js';

export interface HeroSpec {
  readonly prompt: string;
  /** One of `STYLES` or free text. */
  readonly style: string;
  readonly width: number;
  readonly height: number;
  /** The width in CSS pixels at which readers see it: the limit of the file refers to it. Default `usualShownWidth`. */
  readonly shownWidth?: number;
  readonly format: FormatWish;
  readonly brand: BrandKit;
  /** 1..4. */
  readonly variants?: number;
  readonly seed?: number;
}

export interface HeroLayers {
  /** Image files from a provider, one per variant. Without them the variants are drawn in the brand's palette. */
  readonly images?: readonly Uint8Array[];
  /** Describes the files for people who can't see them. The compositor describes its own drawings. */
  readonly altText?: string;
}

/** An image without text, and what it has of its prompt. */
export interface ComposedHero extends ComposedImage {
  /** Null for a file, which nobody has compared with the prompt, and for an empty prompt. */
  readonly matched: Matched | null;
}

/**
 * Images without text (kinds `generate` and `hero`), one per variant, in exactly the requested size. Files are cropped
 * around their salient area and never stretched. Deterministic.
 *
 * @throws CompositionError of `inspectImage` with `place` = `images/0`
 */
export async function composeHero(spec: HeroSpec, layers: HeroLayers = {}): Promise<ComposedHero[]> {
  const altText = layers.images?.length ? (layers.altText ?? '') : artAltText(spec.prompt);
  const matched = layers.images?.length ? null : artMatches(spec.prompt);
  const composed: ComposedHero[] = [];
  // One after the other, because each needs some megabytes of pixels.
  for (const image of await imagesFor(spec, layers)) {
    const encoded = await encodeImage(await image(), spec.format, mostBytesOf(seenWidth(spec)));
    composed.push({ ...encoded, altText, overlays: [], products: [], scrim: 0, matched });
  }
  return composed;
}

async function imagesFor(spec: HeroSpec, { images }: HeroLayers): Promise<(() => Promise<RawImage>)[]> {
  const { prompt, style, width, height, format, brand, seed = 0, variants = 1 } = spec;
  if (images?.length) {
    return images.map((bytes, index) => async () => at(`images/${index}`, fitImage(bytes, width, height)));
  }
  const drawn = await drawLocalVariants(
    { prompt, style, texture: format !== 'png', palette: brand.palette, tone: brand.tone, width, height, seed },
    variants,
  );
  return drawn.map((image) => async () => Promise.resolve(image));
}
