import { BoundedMap } from '#libs/bounded-map';
import { lineHeightOf } from './scripts.js';
import { type Ink, measure, type Typeface } from './typeface.js';
import { graphemesOf, type Unit, unitsOf } from './units.js';

/** The box for a text, in pixels. */
export interface TextRoom {
  readonly width: number;
  readonly height: number;
  readonly minSize: number;
  readonly maxSize: number;
  readonly maxLines: number;
  /** Puts lines closer together, for headlines. */
  readonly tight: boolean;
  /** Never breaks a word. Default: false. */
  readonly whole?: boolean;
}

export interface TextLine extends Ink {
  readonly text: string;
}

/** A text broken into lines, complete. */
export interface TextBlock {
  readonly face: Typeface;
  readonly size: number;
  readonly lines: readonly TextLine[];
  /** Distance between baselines. */
  readonly leading: number;
  /** From the top of the first line's ink to the first baseline. */
  readonly ascent: number;
  readonly width: number;
  readonly height: number;
}

interface MeasuredUnit extends Unit {
  /** In multiples of the font size. */
  readonly width: number;
  readonly spaceWidth: number;
}

/** Widths are measured once at this size and scaled: outlines are not hinted, so widths are proportional. */
const RULER_SIZE = 100;

/**
 * The text at the largest size at which it fits the box, broken into lines of similar length. Null if it does not fit
 * at the smallest size. A word is broken only if it is wider than the box at that size.
 */
export function fitText(face: Typeface, room: TextRoom): TextBlock | null {
  const known = fittedIn(face);
  const { width, height, minSize, maxSize, maxLines, tight, whole = false } = room;
  const name = [width, height, minSize, maxSize, maxLines, tight, whole].join(' ');
  const found = known.get(name);
  if (found !== undefined) return found;
  const block = fitted(face, room);
  known.set(name, block);
  return block;
}

/** The blocks of a text in the rooms that were tried last: the banners of a template repeat them. */
const blocks = new WeakMap<Typeface, Map<string, TextBlock | null>>();

function fittedIn(face: Typeface): Map<string, TextBlock | null> {
  const known = blocks.get(face) ?? new BoundedMap<string, TextBlock | null>(100);
  blocks.set(face, known);
  return known;
}

function fitted(face: Typeface, room: TextRoom): TextBlock | null {
  const units = unitsIn(face);
  if (units.length === 0) return null;
  let tooLarge = largestSize(units, face, room) + 1;
  for (let size = tooLarge - 1; size >= room.minSize; size = Math.floor(size * 0.97)) {
    const block = blockAt(units, face, room, size);
    if (block) return largestBetween(units, face, room, block, tooLarge);
    tooLarge = size;
  }
  return room.whole ? null : blockAt(measured(face, brokenUnits(face, room)), face, room, room.minSize);
}

/** The search above skips sizes; this finds the largest one that fits. */
function largestBetween(
  units: readonly MeasuredUnit[],
  face: Typeface,
  room: TextRoom,
  fits: TextBlock,
  tooLarge: number,
): TextBlock {
  const middle = Math.floor((fits.size + tooLarge) / 2);
  if (middle <= fits.size) return fits;
  const block = blockAt(units, face, room, middle);
  return block ? largestBetween(units, face, room, block, tooLarge) : largestBetween(units, face, room, fits, middle);
}

/** A text is measured once, however many boxes are tried. */
const measuredUnits = new WeakMap<Typeface, readonly MeasuredUnit[]>();

function unitsIn(face: Typeface): readonly MeasuredUnit[] {
  const found = measuredUnits.get(face) ?? measured(face, unitsOf(face.text));
  measuredUnits.set(face, found);
  return found;
}

const measured = (face: Typeface, units: readonly Unit[]): MeasuredUnit[] =>
  units.map((unit) => {
    const width = measure(face, unit.text, RULER_SIZE).width / RULER_SIZE;
    return { ...unit, width, spaceWidth: unit.space ? measure(face, ' ', RULER_SIZE).width / RULER_SIZE : 0 };
  });

function largestSize(units: readonly MeasuredUnit[], face: Typeface, room: TextRoom): number {
  let low = Math.ceil(room.minSize);
  let high = Math.floor(room.maxSize);
  const leading = lineHeightOf(face.text, room.tight);
  const widest = Math.max(...units.map(({ width }) => width));
  while (low < high) {
    const size = Math.ceil((low + high) / 2);
    const lines = widest * size > room.width ? Infinity : greedy(units, room.width / size).length;
    const fits = lines <= room.maxLines && (lines - 1) * leading * size + size * 0.68 <= room.height;
    if (fits) low = size;
    else high = size - 1;
  }
  return low;
}

/** Fills line after line. `width` is in multiples of the font size. */
function greedy(units: readonly MeasuredUnit[], width: number): MeasuredUnit[][] {
  const lines: MeasuredUnit[][] = [];
  let used = 0;
  for (const unit of units) {
    const line = lines.at(-1);
    const gap = line?.at(-1)?.spaceWidth ?? 0;
    if (line && used + gap + unit.width <= width) {
      line.push(unit);
      used += gap + unit.width;
    } else {
      lines.push([unit]);
      used = unit.width;
    }
  }
  return lines;
}

/** The narrowest width that gives the same number of lines makes the lines similar in length. */
function balanced(units: readonly MeasuredUnit[], width: number): MeasuredUnit[][] {
  const best = greedy(units, width);
  let low = Math.max(...units.map((unit) => unit.width));
  let high = width;
  for (let step = 0; step < 8 && best.length > 1; step += 1) {
    const middle = (low + high) / 2;
    if (greedy(units, middle).length <= best.length) high = middle;
    else low = middle;
  }
  return best.length > 1 ? greedy(units, high) : best;
}

function blockAt(units: readonly MeasuredUnit[], face: Typeface, room: TextRoom, size: number): TextBlock | null {
  if (Math.max(...units.map(({ width }) => width)) * size > room.width) return null;
  const texts = balanced(units, room.width / size).map(joined);
  const lines = texts.map((text) => ({ text, ...measure(face, text, size) }));
  const width = Math.max(...lines.map((line) => line.width));
  const leading = leadingOf(lines, lineHeightOf(face.text, room.tight) * size, size);
  const ascent = lines[0]?.ascent ?? 0;
  const height = ascent + leading * (lines.length - 1) + (lines.at(-1)?.descent ?? 0);
  if (lines.length > room.maxLines || width > room.width || height > room.height) return null;
  return { face, size, lines, leading, ascent, width, height };
}

const joined = (line: readonly MeasuredUnit[]): string =>
  line.map(({ text, space }, index) => text + (index < line.length - 1 ? space : '')).join('');

/** In whole pixels, and large enough that the ink of two lines never touches. */
const leadingOf = (lines: readonly Ink[], wanted: number, size: number): number =>
  Math.ceil(
    lines.reduce((leading, { ascent }, index) => {
      const above = lines[index - 1];
      return above ? Math.max(leading, above.descent + ascent + size * 0.05) : leading;
    }, wanted),
  );

/** Cuts words between characters if they are wider than the box at the smallest size. */
function brokenUnits(face: Typeface, room: TextRoom): Unit[] {
  const limit = room.width / room.minSize;
  return unitsOf(face.text).flatMap((unit) => {
    const width = measure(face, unit.text, RULER_SIZE).width / RULER_SIZE;
    if (width <= limit) return [unit];
    const parts = graphemesOf(unit.text);
    return parts.map((text, index) => ({ text, space: index === parts.length - 1 ? unit.space : '' }));
  });
}
