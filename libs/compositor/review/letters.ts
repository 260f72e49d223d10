import { coveredShare } from '../critic/boxes.js';
import type { Line } from '../models/read-lines.js';
import type { Box } from '../types.js';

/** The letters of an image, by whether they were laid over it or belong to the things in it. */
export interface Letters {
  /** Lines of text, as an advertisement has them. */
  readonly laidOver: readonly string[];
  /** A word on a label, a cup or a badge. */
  readonly ofThings: readonly string[];
}

/** A reader that is less sure saw a pattern. */
const SURE = 0.75;
const LEAST_LETTERS = 3;
/** So many letters in a line are a sentence; a label has fewer. */
const SENTENCE_LETTERS = 14;
const SENTENCE_WORDS = 3;
/** A level word this high, in fractions of the image's height, is a headline. */
const HEADLINE_HEIGHT = 0.055;
const HEADLINE_WIDTH = 0.1;
/** Engraved or embossed letters have less. */
const HEADLINE_CONTRAST = 0.25;
/** Things are seen at an angle; laid-over text is level. Degrees. */
const LEVEL = 2.5;
/** Lines of one text: their left edges or their middles are so close, in fractions of the width. */
const ALIGNED = 0.03;
/** The share of a line inside a product's own box with which it is the product's own. */
const INSIDE = 0.7;

/**
 * Separates lines of text laid over an image from letters on the things in it. Laid over is what is long, large and
 * level, or set in lines below each other. `own` is the place of a product whose pixels are known; letters within
 * it are the product's.
 */
export function judgeLetters(lines: readonly Line[], own: Box | null = null): Letters {
  const sure = lines.filter(({ text, confidence }) => confidence >= SURE && lettersIn(text) >= LEAST_LETTERS);
  const others = sure.filter(({ box }) => own === null || coveredShare(box, [own]) < INSIDE);
  const laidOver = others.filter(
    (line) => isSentence(line) || isHeadline(line) || others.some((other) => isNextTo(line, other)),
  );
  return {
    laidOver: laidOver.map(({ text }) => text),
    ofThings: sure.filter((line) => !laidOver.includes(line)).map(({ text }) => text),
  };
}

const lettersIn = (text: string): number => [...text.matchAll(/[\p{L}\p{N}]/gu)].length;

const isSentence = ({ text, slope }: Line): boolean =>
  slope <= LEVEL * 2 &&
  (lettersIn(text) >= SENTENCE_LETTERS ||
    text.split(/\s+/u).filter((word) => lettersIn(word) > 0).length >= SENTENCE_WORDS);

const isHeadline = ({ box, slope, contrast }: Line): boolean =>
  slope <= LEVEL && box.height >= HEADLINE_HEIGHT && box.width >= HEADLINE_WIDTH && contrast >= HEADLINE_CONTRAST;

/** Two level lines, one right below the other, that begin or are centred at the same place. */
function isNextTo(line: Line, other: Line): boolean {
  if (line === other || line.slope > LEVEL || other.slope > LEVEL) return false;
  const [upper, lower] = line.box.y < other.box.y ? [line.box, other.box] : [other.box, line.box];
  const gap = lower.y - upper.y - upper.height;
  const centre = ({ x, width }: Box): number => x + width / 2;
  const aligned = Math.abs(upper.x - lower.x) <= ALIGNED || Math.abs(centre(upper) - centre(lower)) <= ALIGNED;
  const wide = Math.max(upper.width, lower.width) >= HEADLINE_WIDTH * 2;
  return aligned && wide && gap > -upper.height / 2 && gap <= Math.max(upper.height, lower.height) * 1.5;
}
