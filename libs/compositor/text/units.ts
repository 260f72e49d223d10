import { continuesPhrase, isJapanese } from './japanese.js';

/** A piece of text that is never broken, and the white space after it, which is dropped at the end of a line. */
export interface Unit {
  readonly text: string;
  readonly space: string;
}

/** Scripts without spaces between words: the segmenter's dictionary finds the ends of words. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
/** What never starts a line: closing brackets and quotes, stops, small kana, the length mark, units. */
const NOT_FIRST =
  /^[\p{Pe}\p{Pf}!?.,:;…%‰°′″¢€₽₪₩、。，．・：；！？％ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶฯๆ،؛؟।॥）」』】〉》〕]/u;
/** What never ends a line: opening brackets and quotes, currency and number signs. */
const NOT_LAST = /[\p{Ps}\p{Pi}$£¥#№（「『【〈《〔¿¡]$/u;
/** A quotation after a stop begins a line as a word does. */
const STOP = /[、。，．！？」』】〉》〕）]$/u;
const OPENING = /^[「『【〈《〔（]/u;
const GLUE = /[\u00a0\u202f\u2060]/u;
const SPACE = /^[^\S\u00a0\u202f]+$/u;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Splits a text at all places where a line may end. */
export function unitsOf(text: string): Unit[] {
  const units: { text: string; space: string }[] = [];
  const japanese = isJapanese(text);
  let word = '';
  for (const { segment } of segmenter.segment(text)) {
    const last = units.at(-1);
    if (SPACE.test(segment)) {
      if (last) last.space += segment;
    } else if (last && !last.space && japanese && continuesPhrase(last.text, word, segment)) {
      last.text += segment;
    } else if (last && !last.space && !mayBreak(last.text, segment)) {
      last.text += segment;
    } else if (last?.space && NOT_FIRST.test(segment) && /^[!?:;»%]/u.test(segment)) {
      // French puts a space before these characters, but they must not start a line.
      last.text += last.space + segment;
      last.space = '';
    } else {
      units.push({ text: segment, space: '' });
    }
    word = segment;
  }
  return units;
}

function mayBreak(before: string, after: string): boolean {
  if (NOT_FIRST.test(after) || NOT_LAST.test(before) || GLUE.test(before.at(-1) ?? '') || GLUE.test(after)) {
    return false;
  }
  if (/[-‐–—/]$/u.test(before)) return /\p{L}[-‐–—/]$/u.test(before) && /^\p{L}/u.test(after);
  const left = lastCharacter(before);
  if (/\p{N}/u.test(left)) return false;
  return SPACELESS.test(left) || SPACELESS.test(after.slice(0, 2)) || (STOP.test(left) && OPENING.test(after));
}

const lastCharacter = (text: string): string => graphemesOf(text.slice(-16)).at(-1) ?? '';

/** User-perceived characters: letters with their marks, joined emoji. */
export const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);
