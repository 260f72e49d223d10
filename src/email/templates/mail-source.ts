/** A ready image by its id, with the page of the store that it leads to; the front page unless told. */
export type ImageRef = string | { readonly id: string; readonly href?: string | undefined };

export const imageIdOf = (ref: ImageRef): string => (typeof ref === 'string' ? ref : ref.id);

/**
 * The pictures of a mail: ready images. The tiles of a grid lead to their products. In the source they are `{{ hero }}`,
 * `{{ banner }}` and `{{ grid }}`, or by part: `{{ hero.url }}`, `.width`, `.height`, `.altText`. One that is not mentioned
 * stands at its usual place.
 */
export interface EmailImagesService {
  readonly hero?: ImageRef;
  readonly banner?: ImageRef;
  readonly grid?: ImageRef;
}

/** A place may be there without an image. */
export const imageIdsOf = ({ hero, banner, grid }: EmailImagesService): string[] =>
  [hero, banner, grid].flatMap((ref) => (ref === undefined ? [] : imageIdOf(ref)));

/**
 * What a mail is made of. Exactly one of `body` (Markdown, set in the brand's layout), `mjml` and `html`; Liquid in each
 * of them and in `subject` and `preheader`.
 *
 * Liquid sees `customer` (firstName, lastName, name, email, country, ordersCount, totalSpent, lastOrderAt),
 * `shop` (url), `brand` (name, postalAddress), `lastOrder` (orderedAt, total, currency, products), `products` (the
 * products of the last order: title, url, imageUrl, price), and `unsubscribeUrl`. Without a way to
 * unsubscribe in the source a footer with one is added.
 */
export interface MailSource {
  readonly subject: string;
  readonly preheader?: string | undefined;
  readonly body?: string | undefined;
  readonly mjml?: string | undefined;
  readonly html?: string | undefined;
  readonly images?: EmailImagesService | undefined;
}

/** A mail filled for one recipient. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Size of the HTML part in bytes; above 102,400 Gmail cuts it off, so that is refused. */
  readonly bytes: number;
}

/** As whom a mail is previewed: a customer, or one of the worst cases. */
export type PreviewAs = { readonly customerId: string } | 'longest_name' | 'no_name' | 'right_to_left';

/** A recipient whose mail can't be made, and why. */
export interface Breakage {
  readonly customerId: string;
  readonly problem: string;
}
