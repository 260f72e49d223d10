export type CompositionErrorCode =
  | 'text_does_not_fit'
  | 'text_not_drawable'
  | 'image_unreadable'
  | 'image_type_not_allowed'
  | 'image_too_large'
  | 'image_too_small'
  | 'too_many_products';

/**
 * Why there is no image. The message is one sentence for a person and holds nothing of the input but short quotations.
 *
 * - `text_does_not_fit`: not at the smallest legible size either; nothing is ever cut
 * - `text_not_drawable`: a character that none of the shipped fonts has
 * - `image_unreadable`: damaged, or not what its first bytes say
 * - `image_type_not_allowed`: neither PNG, JPEG, WebP, GIF nor AVIF (SVG and HTML among the rest)
 * - `image_too_large`: over 10 MB or, by its header, over 40 megapixels
 * - `image_too_small`: under 16 pixels on a side
 * - `too_many_products`: none, or more than the layout takes
 */
export class CompositionError extends Error {
  override readonly name = 'CompositionError';

  constructor(
    readonly code: CompositionErrorCode,
    message: string,
    /** Which input: `headline`, `products/1`. Without a leading slash, so that a caller can put its own path before it. */
    readonly place: string | null = null,
  ) {
    super(message);
  }
}
