import type { MailPicture } from './mail-assets.service.js';

/** What the source is made into once: only Liquid is left in the parts. */
export interface CompiledMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export interface PlacedPicture extends MailPicture {
  /** What stands in `href` around it: HTML with Liquid. A grid has links of its own. */
  readonly link?: string;
}
/** Orders are read only for mails that speak of them. */
export const needsOrders = ({ subject, html }: CompiledMail): boolean => /lastOrder|products/.test(subject + html);

/** The pictures of a source by their place. */
export type PlacedPictures = Readonly<Partial<Record<Place, PlacedPicture>>>;
export const PLACES = ['hero', 'banner', 'grid'] as const;
export type Place = (typeof PLACES)[number];
export const KINDS = ['body', 'mjml', 'html'] as const;
