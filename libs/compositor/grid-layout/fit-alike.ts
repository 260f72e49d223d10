import { CompositionError } from '../composition-error.js';
import { fitText, type TextBlock } from '../text/fit.js';
import type { Typeface } from '../text/typeface.js';
import type { CaptionWish } from './caption-wish.js';

interface Sizes {
  readonly most: number;
  readonly least: number;
  /** Of a text in the largest size; a longer text is set in more lines. */
  readonly lines: number;
}

/** A text that does not fit its lines makes all others smaller, but not by more than this share. */
const FLOOR = 0.84;
const MOST_LINES = 24;
/** No limit: rows are as high as their words. */
const HEIGHT = 6000;

/**
 * Sets one text of each cell, all in the largest size at which they fit. @throws CompositionError `text_does_not_fit`
 */
export function fitAlike(
  wishes: readonly CaptionWish[],
  faceOf: (wish: CaptionWish) => Typeface | null,
  { most, least, lines }: Sizes,
): (TextBlock | null)[] {
  const floor = Math.max(least, Math.round(most * FLOOR));
  const room = { height: HEIGHT, tight: false };
  const sizes = wishes.flatMap((wish) => {
    const face = faceOf(wish);
    if (!face) return [];
    const limits = { minSize: floor, maxSize: Math.max(most, floor), maxLines: lines, whole: true };
    return fitText(face, { ...room, ...limits, width: wish.width })?.size ?? floor;
  });
  const size = Math.min(...sizes);
  return wishes.map((wish) => {
    const face = faceOf(wish);
    if (!face) return null;
    const limits = { minSize: size, maxSize: size, maxLines: MOST_LINES };
    const block = fitText(face, { ...room, ...limits, width: wish.width });
    if (block) return block;
    const detail = 'The title or the price is too long for its cell.';
    throw new CompositionError('text_does_not_fit', detail, wish.content.place);
  });
}
