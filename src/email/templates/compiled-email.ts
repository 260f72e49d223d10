import type { EmailImage } from './email-assets.service.js';

/** The result of compiling a source: parts in which only Liquid is left. */
export interface CompiledEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export interface PlacedImage extends EmailImage {
  /** The `href` of the link around the image, as HTML with Liquid. A grid has links of its own. */
  readonly link?: string;
  /** Its name in Liquid, if each recipient sees an image of their own. */
  readonly name?: string;
}
/** Orders are loaded only for emails that mention them. */
export const needsOrders = ({ subject, html }: CompiledEmail): boolean => /lastOrder|products/.test(subject + html);

const mentioning = new WeakMap<CompiledEmail, boolean>();

/** Codes are assigned only for emails that mention the offer. The answer is kept, as thousands of emails ask it. */
export function mentionsOffer(email: CompiledEmail): boolean {
  const known = mentioning.get(email);
  if (known !== undefined) return known;
  const found = /\{[{%][^{}]*\boffer\b/.test(email.subject + email.html);
  mentioning.set(email, found);
  return found;
}

/** The images of a source by their place. */
export type PlacedImages = Readonly<Partial<Record<Place, PlacedImage>>>;
export const PLACES = ['hero', 'banner', 'grid'] as const;
export type Place = (typeof PLACES)[number];
export const KINDS = ['body', 'mjml', 'html'] as const;
