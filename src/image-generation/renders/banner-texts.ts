import type { BannerLayers, BannerProduct, BannerSpec } from '#libs/compositor';
import type { BannerImageSpec, SpecProduct } from './image-spec.js';

/** The banner as the compositor takes it, without the brand. */
export function bannerTexts(spec: BannerImageSpec): Omit<BannerSpec, 'brand'> {
  const { width, height, shownWidth, format, headline, subheadline, callToAction, legal, offer, badge, family } = spec;
  const { countdown } = spec;
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
    ...(countdown ? { countdown: { ...countdown, endsAt: Date.parse(countdown.endsAt) } } : {}),
  };
}

/** What a banner says of a product. */
export const productWords = ({
  title,
  price,
  compareAtPrice,
}: SpecProduct): Pick<BannerProduct, 'title' | 'price' | 'compareAtPrice'> => ({
  title,
  ...(price === null ? {} : { price }),
  ...(compareAtPrice === undefined ? {} : { compareAtPrice }),
});

/** A background that the compositor draws itself. */
export const drawingOf = ({
  prompt,
  style,
}: NonNullable<BannerImageSpec['background']>): BannerLayers['background'] => ({
  prompt,
  ...(style === null ? {} : { style }),
});
