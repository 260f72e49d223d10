/**
 * The id of a ready image, optionally with `href`, the page of the store that the image links to. Default: the store's
 * front page, if its address is known. A grid must not have `href`, because its tiles link to their products. With
 * `personal` each recipient sees an image of their own, made after this one.
 */
export type ImageRef =
  string | { readonly id: string; readonly href?: string | undefined; readonly personal?: boolean | undefined };

export const isPersonal = (ref: ImageRef): boolean => typeof ref === 'object' && ref.personal === true;

export const imageIdOf = (ref: ImageRef): string => (typeof ref === 'string' ? ref : ref.id);
