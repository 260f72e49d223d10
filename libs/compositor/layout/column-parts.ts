import type { FittedCountdown } from '../countdown/layout.js';
import type { HeadlineScale, TextItem } from '../families/types.js';
import type { TextBlock } from '../text/fit.js';
import type { Content } from './content.js';
import type { FittedOffer } from './fit-offer.js';

export interface Size {
  readonly width: number;
  readonly height: number;
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

/** A part of a column in its size. Parts stand below each other with `space` before each but the first. */
export interface Part extends Size {
  readonly item: TextItem;
  readonly space: number;
  readonly block: TextBlock | null;
  readonly offer: FittedOffer | null;
  readonly countdown?: FittedCountdown;
}

export const heightOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { height, space }, index) => sum + height + (index > 0 ? space : 0), 0);

/** Space before a part in multiples of the gap. */
export const SPACE: Readonly<Record<TextItem, number>> = {
  logo: 1.5,
  badge: 1.4,
  headline: 1.15,
  offer: 1.75,
  subheadline: 1.7,
  countdown: 1.6,
  callToAction: 1.9,
};

export function partsOf(
  { logo }: Content,
  wish: ColumnWish,
  blocks: Partial<Record<TextItem, TextBlock | null>>,
  {
    gap,
    unit,
    room,
    countdown,
  }: {
    readonly gap: number;
    readonly unit: number;
    readonly room: Size;
    readonly countdown: FittedCountdown | null;
  },
): Part[] {
  return wish.order.flatMap((item): Part[] => {
    const space = gap * SPACE[item];
    if (item === 'logo') {
      if (logo === null) return [];
      const height = Math.min(unit * 0.085, (room.width * 0.5) / logo.aspect);
      return [{ item, space, block: null, offer: null, width: height * logo.aspect, height }];
    }
    if (item === 'countdown') {
      return countdown ? [{ item, space, block: null, offer: null, countdown, ...sizeOf(countdown) }] : [];
    }
    const block = blocks[item];
    if (!block) return [];
    if (item !== 'callToAction') return [{ item, space, block, offer: null, width: block.width, height: block.height }];
    const { width, height } = buttonSize(block);
    return [{ item, space, block, offer: null, width, height }];
  });
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

/** A button has room around its label. Its height does not depend on the label's ink. */
export const buttonSize = (label: TextBlock): Size => ({
  width: label.width + label.size * 2.4,
  height: Math.max(label.height + label.size * 1.2, label.size * 2.3),
});

export function withOffer(parts: readonly Part[], offer: FittedOffer, order: readonly TextItem[], gap: number): Part[] {
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
