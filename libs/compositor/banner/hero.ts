import type { BrandKit, ImageFormat } from '../types.js';
import type { ComposedPicture } from '../types.js';

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
}

/**
 * Pictures without text (kinds `generate` and `hero`), one for each variant, exactly as large as asked: files are cut
 * around their salient area, nothing is stretched. Deterministic.
 *
 * @throws CompositionError of `inspectPicture` with `place` = `pictures/0`
 */
export async function composeHero(spec: HeroSpec, layers: HeroLayers = {}): Promise<ComposedPicture[]> {
  await Promise.resolve([spec, layers]);
  throw new Error('not yet');
}
