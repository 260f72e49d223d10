import type { HeadlineScale } from '../families/types.js';
import type { Content } from './content.js';

/** The largest size of a headline as a share of the side of a square as large as the area of the texts. */
export const HEADLINE: Readonly<Record<HeadlineScale, number>> = {
  small: 0.105,
  quiet: 0.145,
  normal: 0.185,
  loud: 0.23,
  huge: 0.29,
};

/** The figure of an offer, the same way. */
export const FIGURE = 0.42;

/** Other texts, the same way; then the rules and the smallest legible sizes decide. */
export const TEXT = 0.052;
export const LEGAL = 0.026;
export const CAPTION = 0.042;

/** Rules of every banner. */
export const HEADLINE_TO_SUBHEADLINE = 2;
export const BUTTON_TO_HEADLINE = 0.6;
export const LEGAL_TO_SUBHEADLINE = 0.6;
export const FIGURE_TO_HEADLINE = 1.5;

/** The least space between two things, as a share of the short side; a little more than the rule's 1.5%. */
export const LEAST_GAP = 0.018;

/** The margin of crowded words, as a share of the short side; a little more than the rule's 4%. */
export const LEAST_MARGIN = 0.045;

/** Smallest readable sizes in CSS pixels. A button has to be readable at a glance. */
export const SMALLEST = { headline: 12, subheadline: 10, callToAction: 14, legal: 8, caption: 11 } as const;

/** The smallest sizes in pixels of the image that keep the rules for these texts. */
export function smallestSizes({ texts, density, crowding }: Content) {
  const compact = crowding === 'compact';
  const legal = SMALLEST.legal * density;
  const subheadline = Math.max(
    SMALLEST.subheadline * density,
    texts.legal && !compact ? legal / LEGAL_TO_SUBHEADLINE : 0,
  );
  const button = SMALLEST.callToAction * density;
  const headline = Math.max(
    SMALLEST.headline * density,
    texts.subheadline && !compact ? subheadline * HEADLINE_TO_SUBHEADLINE : 0,
    texts.callToAction && !compact ? button / BUTTON_TO_HEADLINE : 0,
    texts.badge ? SMALLEST.caption * density : 0,
  );
  return { headline, subheadline, button, legal, caption: SMALLEST.caption * density };
}

/** The sizes that go with a headline, in the rules' proportions, and the space between two parts. */
export function sizesBeside(
  headline: number,
  content: Content,
  { unit, step }: { readonly unit: number; readonly step: number },
) {
  const { texts, crowding, density, width, height } = content;
  const least = smallestSizes(content);
  const ruled = Math.min(headline / HEADLINE_TO_SUBHEADLINE, Math.max(least.subheadline, unit * TEXT));
  // One size for the subheadline and the button, wherever the rules allow it.
  const text = texts.callToAction ? Math.max(ruled, Math.min(least.button, headline / HEADLINE_TO_SUBHEADLINE)) : ruled;
  const wanted = Math.max(least.caption, unit * CAPTION);
  const space = unit * (crowding === 'none' ? 0.046 : 0.041) * Math.max(crowding === 'none' ? 0.7 : 0.25, step);
  return {
    text,
    button: Math.max(least.button, Math.min(text, headline * BUTTON_TO_HEADLINE)),
    caption: wanted > text * 0.86 && text >= least.caption ? text : Math.min(wanted, headline),
    gap: Math.max(space, crowding === 'compact' ? density * 2.5 : Math.min(width, height) * LEAST_GAP),
  };
}
