import { fitCountdown, type FittedCountdown, placeCountdown } from '../countdown/layout.js';
import type { TextPlace } from '../text/draw.js';
import { fitText, type TextBlock } from '../text/fit.js';
import type { Box } from '../types.js';
import type { Content } from './content.js';
import { buttonSize, type ColumnWish, type Part } from './column-parts.js';
import { fitColumn, fitLegal, type FittedColumn } from './fit-column.js';
import { fitOffer, type FittedOffer } from './fit-offer.js';
import { type ColumnPlace, placeButton, placeColumn, placeOffer } from './place-column.js';
import { textElement } from './text-element.js';
import { LEAST_GAP, SMALLEST } from './type-scale.js';
import type { SceneElement } from './types.js';

/** Parts side by side: the logo, an offer, the column of words, the button. */
export interface FittedRow {
  readonly column: FittedColumn;
  readonly offer: FittedOffer | null;
  readonly logo: { readonly width: number; readonly height: number } | null;
  readonly button: Part | null;
  readonly countdown: FittedCountdown | null;
  readonly space: number;
  readonly width: number;
  /** The legal line below all parts, where their column has no room for it. */
  readonly foot?: { readonly legal: TextBlock; readonly gap: number };
}

/** Shares of the width for the offer, in the order in which they are tried; without its own share it gets too small. */
const OFFER_SHARES = [0.34, 0.26, 0.44, 0.2];

/** The largest digits of a countdown, as a share of the height. */
const COUNTDOWN = 0.34;

const half = ({ width, height }: Box) => ({ width: width / 2, height });

export function fitRow(content: Content, area: Box, wish: ColumnWish): FittedRow | null {
  const row = rowIn(content, area, wish);
  const { texts, crowding, density } = content;
  if (row || crowding === 'none' || !texts.legal || !wish.legal) return row;
  const legal = fitLegal(texts.legal, area, { unit: 0, sub: 0, least: SMALLEST.legal * density });
  if (!legal) return null;
  const above = aboveFoot(area, legal, Math.min(content.width, content.height) * LEAST_GAP);
  const crowded = rowIn(content, above, { ...wish, legal: false });
  return crowded && { ...crowded, foot: { legal, gap: area.height - above.height - legal.height } };
}

const aboveFoot = (area: Box, { height }: TextBlock, gap: number): Box => ({
  ...area,
  height: Math.max(1, area.height - height - gap),
});

function rowIn(content: Content, area: Box, wish: ColumnWish): FittedRow | null {
  const { texts, crowding, density } = content;
  const isCompact = crowding === 'compact';
  const space = Math.max(area.height * 0.16, density * 6);
  const least = SMALLEST.callToAction * density;
  const size = Math.max(least, Math.min(area.height * 0.15, area.width * 0.028));
  const labelWithin = (share: number) =>
    texts.callToAction &&
    fitText(texts.callToAction, {
      width: area.width * share,
      height: area.height * 0.7,
      minSize: least,
      maxSize: size,
      maxLines: 2,
      tight: false,
      whole: true,
    });
  const label = (crowding === 'dense' && labelWithin(0.2)) || labelWithin(isCompact ? 0.6 : 0.34);
  if (texts.callToAction && !label) return null;
  const plate = label && buttonSize(label);
  if (plate && plate.height > area.height) return null;
  const button: Part | null = label && plate && { item: 'callToAction', space, block: label, offer: null, ...plate };
  const logo = logoIn(content, area);
  const countdown =
    texts.countdown && fitCountdown(texts.countdown, { ...half(area), size: area.height * COUNTDOWN, density });
  if (texts.countdown && !countdown) return null;
  const fixed = [button, logo, countdown].reduce((sum, part) => sum + (part ? part.width + space : 0), 0);
  const rest = area.width - fixed;
  for (const share of texts.offer ? OFFER_SHARES : [0]) {
    const words = rest * (1 - share) - (share > 0 ? space : 0);
    const inner = {
      ...wish,
      order: wish.order.filter((item) => !['logo', 'offer', 'countdown', 'callToAction'].includes(item)),
    };
    const column = words > 0 ? fitColumn(content, { width: words, height: area.height }, inner) : null;
    if (!column) continue;
    const head = column.parts.find(({ item }) => item === 'headline')?.block?.size ?? size;
    const offer =
      texts.offer &&
      fitOffer(texts.offer, {
        width: rest * share,
        height: area.height * 0.94,
        largest: area.height * 0.9,
        words: Math.min(head, area.height * 0.24),
        smallest: SMALLEST.subheadline * density,
        gap: isCompact ? 0 : Math.min(content.width, content.height) * LEAST_GAP,
      });
    if (texts.offer && !offer) continue;
    if (label && !isCompact && label.size > head * 0.6 + 0.5) continue;
    const parts = [logo?.width, offer?.width, column.width, countdown?.width, button?.width].filter(
      (one) => one !== undefined,
    );
    const width = parts.reduce((sum, one) => sum + one, 0) + space * (parts.length - 1);
    return { column, offer, logo, button, countdown, space, width };
  }
  return null;
}

function logoIn({ logo }: Content, area: Box) {
  if (logo === null) return null;
  const height = Math.min(area.height * 0.36, (area.width * 0.15) / logo.aspect);
  return { width: height * logo.aspect, height };
}

/** The button is at the far end, the other parts are at the near end; all are centred in height. */
export function placeRow({ foot, ...row }: FittedRow, place: ColumnPlace): SceneElement[] {
  const { area, align, inks, ground } = place;
  if (foot) {
    const { legal, gap } = foot;
    const spot = { ...area, top: area.y + area.height - legal.height, align: startAlign(align) };
    const line = textElement(legal, spot, { role: 'legal', colour: inks.soft, ground });
    return [...placeRow(row, { ...place, area: aboveFoot(area, legal, gap) }), line];
  }
  const fromRight = align === 'right';
  const elements: SceneElement[] = [];
  let used = 0;
  const next = (width: number): number => {
    const x = fromRight ? area.x + area.width - used - width : area.x + used;
    used += width + row.space;
    return x;
  };
  const middle = (height: number): number => area.y + (area.height - height) / 2;
  if (row.logo) {
    const x = next(row.logo.width);
    const box = { x: Math.round(x), y: Math.round(middle(row.logo.height)), ...whole(row.logo) };
    elements.push({ kind: 'logo', box, ground: place.ground });
  }
  if (row.offer) {
    const x = next(row.offer.width);
    const within = { ...place, area: { ...area, x, width: row.offer.width }, align: startAlign(align) };
    elements.push(...placeOffer(row.offer, middle(row.offer.height), within));
  }
  const after = [row.button, row.countdown].reduce((sum, part) => sum + (part ? part.width + row.space : 0), 0);
  const width = area.width - used - after;
  const x = next(width);
  elements.push(
    ...placeColumn(row.column, { ...place, area: { ...area, x, width }, align: startAlign(align), anchor: 'middle' }),
  );
  if (row.countdown) {
    const { width: wide, height } = row.countdown;
    const beside = row.button ? row.button.width + row.space : 0;
    const start = fromRight ? area.x + beside : area.x + area.width - beside - wide;
    const spot = { x: start, top: middle(height), align: 'center', inks, ground } as const;
    elements.push(placeCountdown(row.countdown, spot));
  }
  if (row.button) {
    const end = fromRight ? area.x : area.x + area.width - row.button.width;
    elements.push(...placeButton(row.button, end, middle(row.button.height), place));
  }
  return elements;
}

const whole = ({ width, height }: { width: number; height: number }) => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
});

const startAlign = (align: TextPlace['align']): TextPlace['align'] => (align === 'center' ? 'left' : align);
