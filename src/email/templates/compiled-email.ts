import type { EmailImage } from './email-assets.service.js';

/** What the source is made into once: only Liquid is left in the parts. */
export interface CompiledEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export interface PlacedImage extends EmailImage {
  /** What stands in `href` around it: HTML with Liquid. A grid has links of its own. */
  readonly link?: string;
}
/** Orders are read only for emails that speak of them. */
export const needsOrders = ({ subject, html }: CompiledEmail): boolean => /lastOrder|products/.test(subject + html);

/** The images of a source by their place. */
export type PlacedImages = Readonly<Partial<Record<Place, PlacedImage>>>;
export const PLACES = ['hero', 'banner', 'grid'] as const;
export type Place = (typeof PLACES)[number];
export const KINDS = ['body', 'mjml', 'html'] as const;
