import { artAltText, drawLocalVariants } from '../art/local-art.js';
import { encodePicture } from '../picture/encode.js';
import { fitPicture } from '../picture/fit.js';
import type { BrandKit, ComposedPicture, ImageFormat, RawPicture } from '../types.js';
import { at } from '../picture/at.js';

export interface HeroSpec {
  readonly prompt: string;
  /** One of `STYLES` or free text. */
  readonly style: string;
  readonly width: number;
  readonly height: number;
  readonly format: ImageFormat;
  readonly brand: BrandKit;
  /** 1..4. */
  readonly variants?: number;
  readonly seed?: number;
}

export interface HeroLayers {
  /** Picture files from a provider, one for each variant; without any they are drawn in the brand's palette. */
  readonly pictures?: readonly Uint8Array[];
  /** What the files show, for people who can't see it; of a drawing the compositor knows it. */
  readonly altText?: string;
}

/**
 * Pictures without text (kinds `generate` and `hero`), one for each variant, exactly as large as asked: files are cut
 * around their salient area, nothing is stretched. Deterministic.
 *
 * @throws CompositionError of `inspectPicture` with `place` = `pictures/0`
 */
export async function composeHero(spec: HeroSpec, layers: HeroLayers = {}): Promise<ComposedPicture[]> {
  const altText = layers.pictures?.length ? (layers.altText ?? '') : artAltText(spec.prompt);
  const composed: ComposedPicture[] = [];
  // One after the other: each holds some megabytes of pixels.
  for (const picture of await picturesFor(spec, layers)) {
    const encoded = await encodePicture(await picture(), spec.format);
    composed.push({ ...encoded, altText, overlays: [], products: [], scrim: 0 });
  }
  return composed;
}

async function picturesFor(spec: HeroSpec, { pictures }: HeroLayers): Promise<(() => Promise<RawPicture>)[]> {
  const { prompt, style, width, height, brand, seed = 0, variants = 1 } = spec;
  if (pictures?.length) {
    return pictures.map((bytes, index) => async () => at(`pictures/${index}`, fitPicture(bytes, width, height)));
  }
  const drawn = await drawLocalVariants({ prompt, style, palette: brand.palette, width, height, seed }, variants);
  return drawn.map((picture) => async () => Promise.resolve(picture));
}
