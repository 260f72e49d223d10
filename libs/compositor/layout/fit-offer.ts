import { fitText, type TextBlock } from '../text/fit.js';
import type { OfferContent } from './content.js';
import { FIGURE_TO_HEADLINE } from './type-scale.js';

/** An offer in its size: the figure, and its words above it, or at its foot and below. */
export interface FittedOffer {
  readonly figure: TextBlock;
  readonly before: TextBlock | null;
  readonly after: TextBlock | null;
  readonly beside: boolean;
  readonly gap: number;
  readonly width: number;
  readonly height: number;
}

interface OfferRoom {
  readonly width: number;
  readonly height: number;
  readonly largest: number;
  /** The words of an offer have the size of the headline, so that there is one size less. */
  readonly words: number;
  readonly smallest: number;
  /** The least space between its parts. */
  readonly gap: number;
}

/** Null if it would be smaller than it has to be beside the headline. */
export function fitOffer(offer: OfferContent, room: OfferRoom): FittedOffer | null {
  const word = (face: OfferContent['after']) =>
    face &&
    fitText(face, { ...room, minSize: room.smallest, maxSize: room.words, maxLines: 2, tight: true, whole: true });
  const [before, after] = [word(offer.before), word(offer.after)];
  if ((offer.before && !before) || (offer.after && !after)) return null;
  const minSize = Math.min(room.largest, room.words * (offer.before || offer.after ? FIGURE_TO_HEADLINE : 1));
  const short = after !== null && after.lines.length === 1 && offer.figure.direction === offer.after?.direction;
  const figureAt = (width: number, height: number, lines: number) =>
    fitText(offer.figure, { width, height, minSize, maxSize: room.largest, maxLines: lines, tight: true, whole: true });
  const lines = offer.before || offer.after ? 1 : 3;
  const gapOf = (figure: TextBlock) => Math.max(room.words * 0.22, figure.size * 0.09, room.gap);
  const stacked = Math.max(room.words * 0.35, room.gap);
  const above = before ? before.height + stacked : 0;
  if (short && after.width < room.width * 0.42) {
    const figure = figureAt(room.width - after.width - stacked, room.height - above, lines);
    if (figure && figure.size >= room.words * 1.7) {
      const gap = gapOf(figure);
      const width = Math.max(before?.width ?? 0, figure.width + gap + after.width);
      if (width <= room.width) {
        return { figure, before, after, beside: true, gap, width, height: above + figure.height };
      }
    }
  }
  const below = after ? after.height + stacked : 0;
  const figure = figureAt(room.width, room.height - above - below, lines);
  if (!figure) return null;
  const width = Math.max(before?.width ?? 0, figure.width, after?.width ?? 0);
  return { figure, before, after, beside: false, gap: stacked, width, height: above + figure.height + below };
}
