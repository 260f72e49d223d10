import type { Inks } from '../layout/colouring.js';
import { textElement } from '../layout/text-element.js';
import type { CountdownElement } from '../layout/types.js';
import type { TextPlace } from '../text/draw.js';
import { fitText, type TextBlock } from '../text/fit.js';
import { measure, type Typeface } from '../text/typeface.js';
import type { Box } from '../types.js';

/** The words of a countdown, shaped. */
export interface CountdownContent {
  /** All ten digits. */
  readonly digits: Typeface;
  /** Days, hours, minutes, seconds. */
  readonly units: readonly Typeface[];
  readonly ended: Typeface;
}

/** A countdown in its size: four tiles with two digits each, and their units below. */
export interface FittedCountdown {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly tile: { readonly width: number; readonly height: number };
  readonly gap: number;
  readonly cell: { readonly width: number; readonly height: number };
  readonly digits: Typeface;
  readonly units: readonly TextBlock[];
  readonly ended: TextBlock;
}

interface CountdownRoom {
  readonly width: number;
  readonly height: number;
  /** The wanted size of the digits, in pixels. */
  readonly size: number;
  /** Image pixels per CSS pixel. */
  readonly density: number;
}

/** Smallest sizes in CSS pixels. */
const SMALLEST = { digits: 15, units: 9, ended: 12 } as const;
/** Measures in sizes of the digits. */
const TILE = { height: 1.5, padding: 0.3, gap: 0.2, radius: 0.16 };
const UNIT = { size: 0.3, above: 0.22 };

/** Null if it would be illegible in this room. */
export function fitCountdown(content: CountdownContent, room: CountdownRoom): FittedCountdown | null {
  const least = Math.ceil(SMALLEST.digits * room.density);
  for (let size = Math.max(least, Math.floor(room.size)); size >= least; size = Math.floor(size * 0.94)) {
    const fitted = fittedAt(content, room, size);
    if (fitted && fitted.width <= room.width && fitted.height <= room.height) return fitted;
  }
  return null;
}

function fittedAt({ digits, units, ended }: CountdownContent, room: CountdownRoom, size: number) {
  const unitSize = Math.max(SMALLEST.units * room.density, size * UNIT.size);
  const line = { width: room.width, height: unitSize * 2, maxLines: 1, tight: false, whole: true };
  const blocks = units.map((face) => fitText(face, { ...line, minSize: unitSize * 0.9, maxSize: unitSize }));
  const words = blocks.filter((block) => block !== null);
  if (words.length < units.length) return null;
  const cell = {
    width: Math.ceil(Math.max(...Array.from('0123456789', (digit) => measure(digits, digit, size).width))),
    height: Math.ceil(size * 1.1),
  };
  const tile = {
    width: Math.ceil(
      Math.max(cell.width * 2 + size * TILE.padding * 2, ...words.map(({ width }) => width + size * TILE.gap)),
    ),
    height: Math.ceil(size * TILE.height),
  };
  const gap = Math.round(size * TILE.gap);
  const width = tile.width * 4 + gap * 3;
  const height = Math.ceil(tile.height + size * UNIT.above + Math.max(...words.map((word) => word.height)));
  const end = fitText(ended, {
    width,
    height,
    minSize: SMALLEST.ended * room.density,
    maxSize: Math.max(SMALLEST.ended * room.density, size * 0.8),
    maxLines: 3,
    tight: true,
    whole: true,
  });
  return end && { width, height, size, tile, gap, cell, digits, units: words, ended: end };
}

interface CountdownSpot {
  readonly x: number;
  readonly top: number;
  readonly align: TextPlace['align'];
  readonly inks: Inks;
  readonly ground: string;
}

/** Where text runs from right to left the days are on the right. */
export function placeCountdown(fitted: FittedCountdown, { x, top, align, inks, ground }: CountdownSpot) {
  const { tile, gap, cell, size, digits, ended } = fitted;
  const left = Math.round(x);
  const upper = Math.round(top);
  const box: Box = { x: left, y: upper, width: fitted.width, height: fitted.height };
  const fromRight = fitted.units[0]?.face.direction === 'rtl';
  const tiles = fitted.units.map((_, index): Box => {
    const place = fromRight ? fitted.units.length - 1 - index : index;
    return { x: left + place * (tile.width + gap), y: upper, ...tile };
  });
  const cells = tiles.flatMap((one) => {
    const y = one.y + Math.round((tile.height - cell.height) / 2);
    const first = one.x + Math.round(tile.width / 2) - cell.width;
    return [first, first + cell.width].map((start): Box => ({ x: start, y, ...cell }));
  });
  const unitsTop = upper + tile.height + size * UNIT.above;
  const units = fitted.units.map((block, index) => {
    const spot = { x: tiles[index]?.x ?? left, top: unitsTop, width: tile.width, align: 'center' } as const;
    return textElement(block, spot, { role: 'legal', colour: inks.soft, ground });
  });
  const end = { x: left, top: upper + (fitted.height - ended.height) / 2, width: fitted.width, align };
  const element: CountdownElement = {
    kind: 'countdown',
    box,
    tiles,
    cells,
    units,
    ended: textElement(ended, end, { role: 'offer', colour: inks.ink, ground }),
    digits: { face: digits, size, colour: ground },
    fill: inks.ink,
    radius: size * TILE.radius,
    ground,
  };
  return element;
}
