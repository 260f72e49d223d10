import type { HeadlineScale, TextItem } from '../families/types.js';
import { fitText, type TextBlock, type TextRoom } from '../text/fit.js';
import type { Typeface } from '../text/typeface.js';
import type { Content } from './content.js';
import { type FittedOffer, fitOffer } from './fit-offer.js';
import {
  BUTTON_TO_HEADLINE,
  CAPTION,
  FIGURE,
  HEADLINE,
  HEADLINE_TO_SUBHEADLINE,
  LEGAL,
  LEAST_GAP,
  LEGAL_TO_SUBHEADLINE,
  smallestSizes,
  TEXT,
} from './type-scale.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a column in its size. Parts stand below each other with `space` before each but the first. */
export interface Part extends Size {
  readonly item: TextItem;
  readonly space: number;
  readonly block: TextBlock | null;
  readonly offer: FittedOffer | null;
}

export interface FittedColumn extends Size {
  readonly parts: readonly Part[];
  readonly legal: TextBlock | null;
  /** Between the last part and the legal line, at least. */
  readonly gap: number;
  /** The size for captions, so that all small texts have one size. */
  readonly caption: number;
  /** The size for prices that stand out. */
  readonly text: number;
}

export interface ColumnWish {
  readonly order: readonly TextItem[];
  readonly headline: HeadlineScale;
  readonly headlineLines: number;
  /** Reserves the foot of the area for the legal line. */
  readonly legal: boolean;
  /** An area whose square sets the type; default the column's own. */
  readonly unit?: number;
}

/** Shares of the largest headline that are tried, until everything fits. */
const STEPS = [1, 0.91, 0.83, 0.75, 0.68, 0.62, 0.56, 0.5, 0.44, 0.38, 0.32, 0.26, 0.2];

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
    whole: !content.compact,
  });
  if (!headline) return null;
  const ruled = Math.min(headline.size / HEADLINE_TO_SUBHEADLINE, Math.max(least.subheadline, unit * TEXT));
  // One size for the subheadline and the button, wherever the rules allow it.
  const text = texts.callToAction
    ? Math.max(ruled, Math.min(least.button, headline.size / HEADLINE_TO_SUBHEADLINE))
    : ruled;
  const button = Math.max(least.button, Math.min(text, headline.size * BUTTON_TO_HEADLINE));
  const wanted = Math.max(least.caption, unit * CAPTION);
  const caption = wanted > text * 0.86 && text >= least.caption ? text : Math.min(wanted, headline.size);
  const space = unit * 0.046 * Math.max(content.compact ? 0.25 : 0.55, step);
  const gap = Math.max(
    space,
    content.compact ? content.density * 2.5 : Math.min(content.width, content.height) * LEAST_GAP,
  );
  const blocks: Partial<Record<TextItem, TextBlock | null>> = { headline };
  const many = content.compact ? 12 : 6;
  if (texts.subheadline && has('subheadline')) {
    const width = Math.min(room.width, text * 26);
    const lines = room.width < text * 14 ? 6 : 4;
    const block = fit(texts.subheadline, text, Math.max(least.subheadline, text * 0.97), lines, { width });
    blocks.subheadline = block ?? fit(texts.subheadline, text, least.subheadline, many, { whole: !content.compact });
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
  const parts = partsOf(content, wish, blocks, { gap, unit, room });
  const withoutOffer = heightOf(parts);
  const offer =
    texts.offer && has('offer')
      ? fitOffer(texts.offer, {
          width: room.width,
          height: room.height - foot - withoutOffer - gap * 1.3,
          largest: Math.max(headline.size * 2.9, unit * FIGURE * Math.max(0.5, step)),
          words: headline.size,
          smallest: least.subheadline,
          gap: content.compact ? 0 : Math.min(content.width, content.height) * LEAST_GAP,
        })
      : null;
  if (texts.offer && has('offer') && !offer) return null;
  const all = offer ? withOffer(parts, offer, wish.order, gap) : parts;
  const height = heightOf(all);
  const width = Math.max(...all.map((part) => part.width), legal?.width ?? 0);
  if (height + foot > room.height || width > room.width) return null;
  return { parts: all, legal, gap, caption, text: sub, width, height };
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

const heightOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { height, space }, index) => sum + height + (index > 0 ? space : 0), 0);

/** Space before a part in multiples of the gap. */
const SPACE: Readonly<Record<TextItem, number>> = {
  logo: 1.5,
  badge: 1.4,
  headline: 1.15,
  offer: 1.3,
  subheadline: 1.55,
  callToAction: 1.75,
};

function partsOf(
  { logo }: Content,
  wish: ColumnWish,
  blocks: Partial<Record<TextItem, TextBlock | null>>,
  { gap, unit, room }: { readonly gap: number; readonly unit: number; readonly room: Size },
): Part[] {
  return wish.order.flatMap((item): Part[] => {
    const space = gap * SPACE[item];
    if (item === 'logo') {
      if (logo === null) return [];
      const height = Math.min(unit * 0.085, (room.width * 0.5) / logo.aspect);
      return [{ item, space, block: null, offer: null, width: height * logo.aspect, height }];
    }
    const block = blocks[item];
    if (!block) return [];
    if (item !== 'callToAction') return [{ item, space, block, offer: null, width: block.width, height: block.height }];
    const { width, height } = buttonSize(block);
    return [{ item, space, block, offer: null, width, height }];
  });
}

/** A button has room around its label. Its height does not depend on the label's ink. */
export const buttonSize = (label: TextBlock): Size => ({
  width: label.width + label.size * 2.4,
  height: Math.max(label.height + label.size * 1.2, label.size * 2.3),
});

function withOffer(parts: readonly Part[], offer: FittedOffer, order: readonly TextItem[], gap: number): Part[] {
  const part: Part = {
    item: 'offer',
    space: gap * SPACE.offer,
    block: null,
    offer,
    width: offer.width,
    height: offer.height,
  };
  return [...parts, part].toSorted((a, b) => order.indexOf(a.item) - order.indexOf(b.item));
}
