/** The id of a ready image, with the page of the store that it links to; without `href` the store's front page. */
export type ImageRef = string | { readonly id: string; readonly href?: string | undefined };

export const imageIdOf = (ref: ImageRef): string => (typeof ref === 'string' ? ref : ref.id);
