import { placeCountdown } from '../countdown/layout.js';
import type { TextPlace } from '../text/draw.js';
import type { Box, TextRole } from '../types.js';
import { rounded } from '../boxes.js';
import type { Inks } from './colouring.js';
import type { Part } from './column-parts.js';
import type { FittedColumn } from './fit-column.js';
import type { FittedOffer } from './fit-offer.js';
import { textElement } from './text-element.js';
import type { SceneElement } from './types.js';

export interface ColumnPlace {
  readonly area: Box;
  readonly align: TextPlace['align'];
  readonly anchor: 'top' | 'middle' | 'bottom' | 'spread';
  readonly inks: Inks;
  readonly ground: string;
  /** In pixels. */
  readonly radius: number;
}

const ROLES = { badge: 'eyebrow', headline: 'headline', subheadline: 'subheadline' } as const;

/** Puts the parts of a column below each other and the legal line at the foot of the area. */
export function placeColumn(column: FittedColumn, place: ColumnPlace): SceneElement[] {
  const { area } = place;
  const foot = column.legal ? column.legal.height + column.gap * 1.2 : 0;
  const tops = topsOf(column, { ...area, height: area.height - foot }, place.anchor);
  const elements = column.parts.flatMap((part, index) => placePart(part, tops[index] ?? area.y, place));
  if (column.legal) {
    const top = area.y + area.height - column.legal.height;
    const spot = { x: area.x, top, width: area.width, align: place.align };
    elements.push(textElement(column.legal, spot, { role: 'legal', colour: place.inks.soft, ground: place.ground }));
  }
  return elements;
}

/** The upper edge of each part. */
function topsOf({ parts, height }: FittedColumn, area: Box, anchor: ColumnPlace['anchor']): number[] {
  const free = area.height - height;
  const from = (start: number) => {
    let y = start;
    return parts.map((part, index) => {
      y += index > 0 ? part.space : 0;
      const top = y;
      y += part.height;
      return top;
    });
  };
  if (anchor !== 'spread') return from(area.y + free * { top: 0, middle: 0.5, bottom: 1 }[anchor]);
  const tops = from(area.y);
  const head = parts.findIndex(({ item }) => item !== 'logo' && item !== 'badge');
  const button = parts.findIndex(({ item }) => item === 'callToAction');
  return tops.map((top, index) => {
    if (index === button) return top + free;
    return index < head ? top : top + free * (head > 0 || button < 0 ? 0.5 : 0.28);
  });
}

const startOf = ({ area, align }: ColumnPlace, width: number): number =>
  align === 'left' ? area.x : align === 'right' ? area.x + area.width - width : area.x + (area.width - width) / 2;

function placePart(part: Part, top: number, place: ColumnPlace): SceneElement[] {
  const { area, align, inks, ground } = place;
  if (part.offer) return placeOffer(part.offer, top, place);
  if (part.countdown) {
    return [placeCountdown(part.countdown, { x: startOf(place, part.width), top, align, inks, ground })];
  }
  if (part.item === 'logo') {
    return [{ kind: 'logo', box: rounded({ ...part, x: startOf(place, part.width), y: top }), ground }];
  }
  if (!part.block) return [];
  if (part.item === 'callToAction') return placeButton(part, startOf(place, part.width), top, place);
  const role: TextRole = ROLES[part.item as keyof typeof ROLES];
  const colour = { badge: inks.highlight, headline: inks.ink, subheadline: inks.soft }[part.item as keyof typeof ROLES];
  return [textElement(part.block, { x: area.x, top, width: area.width, align }, { role, colour, ground })];
}

export function placeButton(part: Part, x: number, top: number, { inks, radius }: ColumnPlace): SceneElement[] {
  if (!part.block) return [];
  const box = rounded({ x, y: top, width: part.width, height: part.height });
  const label = {
    x: box.x,
    top: box.y + (box.height - part.block.height) / 2,
    width: box.width,
    align: 'center',
  } as const;
  const { fill, words } = inks.button;
  return [
    { kind: 'button', box, fill, radius: Math.min(radius * 1.6, box.height / 2) },
    textElement(part.block, label, { role: 'callToAction', colour: words, ground: fill }),
  ];
}

export function placeOffer(offer: FittedOffer, top: number, place: ColumnPlace): SceneElement[] {
  const { area, align, inks, ground } = place;
  const look = { role: 'offer', colour: inks.ink, ground } as const;
  const elements: SceneElement[] = [];
  let y = top;
  const line = { x: area.x, width: area.width, align };
  if (offer.before) {
    elements.push(textElement(offer.before, { ...line, top: y }, look));
    y += offer.before.height + offer.gap;
  }
  if (!offer.beside) {
    elements.push(textElement(offer.figure, { ...line, top: y }, look));
    if (offer.after) {
      elements.push(textElement(offer.after, { ...line, top: y + offer.figure.height + offer.gap }, look));
    }
    return elements;
  }
  const { figure, after, gap } = offer;
  const both = figure.width + gap + (after?.width ?? 0);
  const x = startOf(place, both);
  const rightward = figure.face.direction === 'ltr';
  const figureX = rightward ? x : x + both - figure.width;
  elements.push(textElement(figure, { x: figureX, top: y, width: figure.width, align: 'left' }, look));
  if (after) {
    const base = y + figure.ascent - after.ascent;
    elements.push(
      textElement(
        after,
        { x: rightward ? x + figure.width + gap : x, top: base, width: after.width, align: 'left' },
        look,
      ),
    );
  }
  return elements;
}
