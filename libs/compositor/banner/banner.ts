import type { ComposedPicture } from '../types.js';
import type { BannerLayers, BannerSpec } from './types.js';

/**
 * Sets the text of an offer and real product pictures on a background. Text is shaped and broken for its script, as
 * large as its box allows, and never cut; behind it lies as little scrim as makes it legible. Deterministic.
 *
 * @throws CompositionError `text_does_not_fit` and `text_not_drawable` with `place` = the field; `too_many_products`;
 * those of `inspectPicture` with `place` = `background`, `logo` or `products/0`
 */
export async function composeBanner(spec: BannerSpec, layers: BannerLayers = {}): Promise<ComposedPicture> {
  await Promise.resolve([spec, layers]);
  throw new Error('not yet');
}

/** The offer word for word: headline, subheadline, call to action and legal line, then the products. */
export function bannerAltText(spec: BannerSpec, layers: BannerLayers = {}): string {
  return `${spec.headline}${layers.products?.length}`;
}
