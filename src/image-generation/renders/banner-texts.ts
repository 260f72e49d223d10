import type { BannerSpec } from '#libs/compositor';
import type { BannerImageSpec } from './image-spec.js';

/** The banner as the compositor takes it, without the brand. */
export function bannerTexts(spec: BannerImageSpec): Omit<BannerSpec, 'brand'> {
  const { width, height, shownWidth, format, headline, subheadline, callToAction, legal, offer, badge, family } = spec;
  return {
    width,
    height,
    shownWidth,
    format,
    headline,
    ...(subheadline === undefined ? {} : { subheadline }),
    ...(callToAction === undefined ? {} : { callToAction }),
    ...(legal === undefined ? {} : { legal }),
    ...(offer === undefined ? {} : { offer }),
    ...(badge === undefined ? {} : { badge }),
    ...(family === undefined ? {} : { family }),
  };
}
