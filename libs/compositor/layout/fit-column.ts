import { fitCountdown } from '../countdown/layout.js';
import type { TextItem } from '../families/types.js';
import { fitText, type TextBlock, type TextRoom } from '../text/fit.js';
import type { Typeface } from '../text/typeface.js';
import type { Content } from './content.js';
import { withAir } from './air.js';
import { type ColumnWish, heightOf, type Part, partsOf, type Size, SPACE, withOffer } from './column-parts.js';
import { fitOffer } from './fit-offer.js';
import { FIGURE, HEADLINE, LEGAL, LEAST_GAP, LEGAL_TO_SUBHEADLINE, sizesBeside, smallestSizes } from './type-scale.js';

export interface FittedColumn extends Size {
  readonly parts: readonly Part[];
  readonly legal: TextBlock | null;
  /** Between the last part and the legal line, at least. */
  readonly gap: number;
  /** The size for captions, so that all small texts have one size. */
  readonly caption: number;
  /** The size for prices that stand out. */
  readonly text: number;
  readonly headline: number;
}

/** Shares of the largest headline that are tried, until everything fits. */
const STEPS = [1, 0.91, 0.83, 0.75, 0.68, 0.62, 0.56, 0.5, 0.44, 0.38, 0.32, 0.26, 0.2];

/** The share of their room that uncrowded words take. */
const FULL = 0.94;

/** The digits of a countdown in sizes of the subheadline. */
const COUNTDOWN = 2.1;

/** The parts of a column as large as they fit together, in the rules' proportions; null if they don't fit at all. */
export function fitColumn(content: Content, room: Size, wish: ColumnWish): FittedColumn | null {
  const least = smallestSizes(content).headline;
  const unit = wish.unit ?? Math.sqrt(room.width * room.height);
  const largest = Math.max(least, unit * HEADLINE[wish.headline] * (content.loud ? 1.12 : 1));
  let before = Infinity;
  for (const step of STEPS) {
    const size = Math.max(least, Math.floor(largest * step));
    if (size >= before) break;
    before = size;
    const fitted = attempt(content, room, wish, { size, unit, step });
    if (fitted) return fitted;
  }
  return null;
}

interface Try {
  readonly size: number;
  readonly unit: number;
  readonly step: number;
}

function attempt(content: Content, room: Size, wish: ColumnWish, { size, unit, step }: Try): FittedColumn | null {
  const { texts } = content;
  const isCompact = content.crowding === 'compact';
  const least = smallestSizes(content);
  const fit = (face: Typeface, max: number, min: number, lines: number, more: Partial<TextRoom> = {}) =>
    fitText(face, {
      ...room,
      minSize: min,
      maxSize: Math.max(min, max),
      maxLines: lines,
      tight: false,
      whole: true,
      ...more,
    });
  const has = (item: TextItem) => wish.order.includes(item);
  const headline = fit(texts.headline, size, Math.max(least.headline, size * 0.9), wish.headlineLines, {
    tight: true,
    whole: !isCompact,
  });
  if (!headline) return null;
  const { text, button, caption, gap } = sizesBeside(headline.size, content, { unit, step });
  const blocks: Partial<Record<TextItem, TextBlock | null>> = { headline };
  const many = isCompact ? 12 : 6;
  if (texts.subheadline && has('subheadline')) {
    const width = Math.min(room.width, text * 26);
    const lines = room.width < text * 14 ? 6 : 4;
    const block = fit(texts.subheadline, text, Math.max(least.subheadline, text * 0.97), lines, { width });
    blocks.subheadline = block ?? fit(texts.subheadline, text, least.subheadline, many, { whole: !isCompact });
    if (!blocks.subheadline) return null;
  }
  const sub = blocks.subheadline?.size ?? text;
  if (texts.callToAction && has('callToAction')) {
    blocks.callToAction = fit(texts.callToAction, button, least.button, 2, { width: room.width - button * 2.4 });
    if (!blocks.callToAction) return null;
  }
  if (texts.badge && has('badge')) {
    blocks.badge = fit(texts.badge, caption, least.caption, 2);
    if (!blocks.badge) return null;
  }
  const legal = texts.legal && wish.legal ? fitLegal(texts.legal, room, { unit, sub, least: least.legal }) : null;
  if (texts.legal && wish.legal && !legal) return null;
  const foot = legal ? legal.height + gap * 1.2 : 0;
  const countdown =
    texts.countdown && has('countdown')
      ? fitCountdown(texts.countdown, { ...room, size: text * COUNTDOWN, density: content.density })
      : null;
  if (texts.countdown && has('countdown') && !countdown) return null;
  const parts = partsOf(content, wish, blocks, { gap, unit, room, countdown });
  const full = content.crowding === 'none' ? FULL : 1;
  const left = { width: room.width, height: room.height * full - foot - heightOf(parts) - gap * SPACE.offer };
  const offer = has('offer') ? offerIn(content, left, { headline: headline.size, unit, step }) : null;
  if (texts.offer && has('offer') && !offer) return null;
  const all = offer ? withOffer(parts, offer, wish.order, gap) : parts;
  const height = heightOf(all);
  const width = Math.max(...all.map((part) => part.width), legal?.width ?? 0);
  if (height + foot > room.height * full || width > room.width) return null;
  const aired = withAir(all, room.height - foot - height);
  return { parts: aired, legal, gap, caption, text: sub, headline: headline.size, width, height: heightOf(aired) };
}

function offerIn(
  content: Content,
  left: Size,
  { headline, unit, step }: { readonly headline: number; readonly unit: number; readonly step: number },
) {
  const { texts, crowding, width, height } = content;
  return (
    texts.offer &&
    fitOffer(texts.offer, {
      ...left,
      largest: Math.max(headline * 2.9, unit * FIGURE * Math.max(0.5, step)),
      words: headline,
      smallest: smallestSizes(content).subheadline,
      gap: crowding === 'compact' ? 0 : Math.min(width, height) * LEAST_GAP,
    })
  );
}

export function fitLegal(
  face: Typeface,
  room: Size,
  { unit, sub, least }: { readonly unit: number; readonly sub: number; readonly least: number },
): TextBlock | null {
  const maxSize = Math.max(least, Math.min(sub * LEGAL_TO_SUBHEADLINE, unit * LEGAL));
  return fitText(face, {
    ...room,
    height: room.height * 0.4,
    minSize: least,
    maxSize,
    maxLines: 6,
    tight: false,
    whole: true,
  });
}
