export type CompositionErrorCode =
  | 'text_does_not_fit'
  | 'text_not_drawable'
  | 'image_unreadable'
  | 'image_type_not_allowed'
  | 'image_too_large'
  | 'image_too_small'
  | 'too_many_products';

/**
 * Why an image can't be made. The message is one sentence for a person and quotes only short parts of the input.
 *
 * - `text_does_not_fit`: the text is too long even at the smallest legible size; texts are never cut
 * - `text_not_drawable`: none of the shipped fonts has one of the characters
 * - `image_unreadable`: damaged, or not what its first bytes say
 * - `image_type_not_allowed`: not PNG, JPEG, WebP, GIF or AVIF; SVG and HTML are refused
 * - `image_too_large`: over 10 MB or, by its header, over 40 megapixels
 * - `image_too_small`: under 16 pixels on a side
 * - `too_many_products`: none, or more than the layout can show
 */
export class CompositionError extends Error {
  override readonly name = 'CompositionError';

  constructor(
    readonly code: CompositionErrorCode,
    message: string,
    /** The input: `headline`, `products/1`. Without a leading slash, so that a caller can prepend its own path. */
    readonly place: string | null = null,
  ) {
    super(message);
  }
}
