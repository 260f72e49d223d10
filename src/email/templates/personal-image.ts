/** An image of an email that is made for each person, as its compiled template names it. */
export interface PersonalImageRef {
  /** The id of the request whose image it is made after. */
  readonly requestId: string;
  /** Whether it shows the code of the offer. */
  readonly needsCode: boolean;
}

/** What a recipient sees. */
export interface ShownImage {
  /** Absolute. */
  readonly url: string;
  readonly altText: string;
}

/** The values of `images` in Liquid, by the name of the image. */
export type ShownImages = Readonly<Record<string, ShownImage>>;

/** The name of the image in Liquid: a letter for its kind, and the id of its request. */
export const nameOf = ({ requestId, needsCode }: PersonalImageRef): string =>
  `${needsCode ? 'c' : 'p'}${requestId.replaceAll('-', '')}`;

/** A field of the recipient's image, or of the request's where there is none. Filling escapes the value. */
export const personalField = (name: string, field: keyof ShownImage, otherwise: string): string =>
  `{{ images.${name}.${field} | default: "${otherwise.replaceAll(/["'\\{}%|]/g, unicode)}" }}`;

const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const NAMED = /\{\{ images\.([cp])([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.url /g;
const known = new WeakMap<object, readonly PersonalImageRef[]>();

/** The personal images of a compiled email. The answer is kept, because thousands of emails ask it. */
export function personalImagesIn(email: { readonly html: string }): readonly PersonalImageRef[] {
  const kept = known.get(email);
  if (kept) return kept;
  const named = new Map<string, PersonalImageRef>();
  for (const [, kind, ...parts] of email.html.matchAll(NAMED)) {
    const requestId = parts.join('-');
    named.set(requestId, { requestId, needsCode: kind === 'c' });
  }
  const found = [...named.values()];
  known.set(email, found);
  return found;
}
