import type { FallbackName } from '../fonts/catalogue.js';
import { hasJoinedEmoji } from './joined-emoji.js';

export type Direction = 'ltr' | 'rtl';

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LETTER = /\p{L}/u;

/** Direction marks are strong characters, although nobody sees them. */
const MARKS: Readonly<Record<string, Direction>> = { '\u200e': 'ltr', '\u200f': 'rtl', '\u061c': 'rtl' };

/**
 * The direction of the first letter or direction mark, as Unicode's bidirectional algorithm decides for a paragraph
 * (UAX 9, P2).
 */
export function directionOf(text: string): Direction {
  for (const character of text) {
    const marked = MARKS[character];
    if (marked) return marked;
    if (LETTER.test(character)) return RIGHT_TO_LEFT.test(character) ? 'rtl' : 'ltr';
  }
  return 'ltr';
}

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/**
 * Which of the shipped fonts a text may need besides the brand's. Han characters are drawn as the text's kana or hangul
 * suggest, since Japan, Korea and China draw many of them differently.
 */
export function fallbacksFor(text: string): FallbackName[] {
  const names: FallbackName[] = [];
  if (/\p{Script=Hebrew}/u.test(text)) names.push('hebrew');
  if (/\p{Script=Arabic}/u.test(text)) names.push('arabic');
  if (/\p{Script=Devanagari}/u.test(text)) names.push('devanagari');
  // The sign of the baht belongs to no script, and only the Thai font has it.
  if (/[\p{Script=Thai}\u0e3f]/u.test(text)) names.push('thai');
  if (KANA.test(text)) names.push('japanese', 'chinese', 'korean');
  else if (HANGUL.test(text)) names.push('korean', 'japanese', 'chinese');
  else if (HAN.test(text) || /[\u3000-\u303f\uff00-\uffef]/u.test(text)) names.push('chinese', 'japanese', 'korean');
  if (/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3]/u.test(text)) names.push('emoji');
  if (hasJoinedEmoji(text)) names.push('joinedEmoji');
  return names;
}

/** Distance between baselines in multiples of the font size: marks and full-height characters need room. */
export function lineHeightOf(text: string, tight: boolean): number {
  if (/[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}]/u.test(text)) return tight ? 1.4 : 1.55;
  if (HAN.test(text) || KANA.test(text) || HANGUL.test(text)) return tight ? 1.28 : 1.5;
  return tight ? 1.12 : 1.38;
}
