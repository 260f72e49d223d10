import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { BoundedMap } from '#libs/bounded-map';
import { CompositionError } from '../composition-error.js';
import type { FontName } from '../fonts/names.js';
import { fontStack } from '../fonts/registry.js';
import { drawn } from './joined-emoji.js';
import { type Direction, directionOf, fallbacksFor } from './scripts.js';

/** How a text is drawn. */
export interface Typeface {
  readonly text: string;
  readonly direction: Direction;
  readonly bold: boolean;
  /** Space after each letter in multiples of the size, for a small line in capitals. */
  readonly spacing: number;
  /** The value of `ctx.font` for a size in pixels. */
  readonly font: (size: number) => string;
}

/** Invisible characters, which no font needs to have: joiners, selectors, direction marks, white space. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Zs}\ufe00-\ufe0f\u{e0020}-\u{e007f}]/u;

/** Collapses white space and composes letters, because a font rarely has combining parts. The text reads the same. */
export const normalised = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[^\S\u00a0\u202f]+/gu, ' ')
    .trim();

/** Banners of one template share most of their texts, and a text is measured once for each typeface object. */
const typefaces = new BoundedMap<string, Typeface>(500);

/** Equal texts get the same object. @throws CompositionError `text_not_drawable` */
export function typefaceFor(text: string, font: FontName, bold: boolean, place: string): Typeface {
  const name = JSON.stringify([text, font, bold]);
  const known = typefaces.get(name);
  if (known) return known;
  const face = newTypeface(text, font, bold, place);
  typefaces.set(name, face);
  return face;
}

function newTypeface(text: string, font: FontName, bold: boolean, place: string): Typeface {
  const clean = normalised(text);
  const visible = Array.from(drawn(clean))
    .filter((character) => !INVISIBLE.test(character))
    .map((one) => one.codePointAt(0) ?? 0);
  const { css, missing } = fontStack(font, fallbacksFor(clean), new Set(visible));
  if (missing !== null) {
    const name = `U+${(missing.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    throw new CompositionError('text_not_drawable', `No font has the character ${missing} (${name}).`, place);
  }
  const weight = bold ? 'bold' : 'normal';
  return { text: clean, direction: directionOf(clean), bold, spacing: 0, font: (size) => `${weight} ${size}px ${css}` };
}

/** Letters whose capitals depend on the language, and those that no word in capitals has. */
const NO_CAPITALS = /[ıİğĞşŞß]/u;
const CAPITALS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{N}\p{P}\p{S}\p{Zs}]+$/u;

/** A short text in spaced capitals, where its script has them; otherwise as it is. */
export function eyebrowFaceFor(text: string, font: FontName, place: string): Typeface {
  const clean = normalised(text);
  if (!CAPITALS.test(clean) || NO_CAPITALS.test(clean)) return typefaceFor(clean, font, true, place);
  return { ...typefaceFor(clean.toUpperCase(), font, true, place), spacing: 0.12 };
}

/** Figures of one height on one line: a font may have others, which read as words in a price. */
export const FIGURES = '"lnum" 1';

const ruler: SKRSContext2D = createCanvas(1, 1).getContext('2d');
ruler.fontFeatureSettings = FIGURES;

/** The ink of a line in pixels. `ascent` and `descent` are its extent above and below the baseline. */
export interface Ink {
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

export function measure(face: Typeface, text: string, size: number): Ink {
  ruler.font = face.font(size);
  ruler.direction = face.direction;
  ruler.textAlign = 'left';
  ruler.letterSpacing = `${face.spacing * size}px`;
  const found = ruler.measureText(drawn(text));
  const width = Math.max(found.width, found.actualBoundingBoxLeft + found.actualBoundingBoxRight);
  return { width, ascent: found.actualBoundingBoxAscent, descent: found.actualBoundingBoxDescent };
}
