import { LIQUID_WORD } from '../liquid.js';
import { hasPhrases, withMarks } from '../phrases.js';

/** Lines end where `withBreaks` and the filter `phrases` say. A phrase wider than its column breaks anywhere. */
export const PHRASE_CSS = '.rk-page td{word-break:keep-all !important;overflow-wrap:anywhere}';

const TAGS = /(<[^>]*>)/;
const LIQUID = new RegExp(`(${LIQUID_WORD.source})`);

/** The pieces between the separators, changed. A pattern in brackets keeps the separators as every second piece. */
const between = (text: string, separator: RegExp, change: (piece: string) => string): string =>
  text
    .split(separator)
    .map((piece, index) => (index % 2 === 0 ? change(piece) : piece))
    .join('');

/** HTML of a language with phrases, with a place for the end of a line between them. Values of Liquid stay whole. */
export const withBreaks = (html: string, language: string): string =>
  hasPhrases(language) ? between(html, TAGS, (text) => between(text, LIQUID, withMarks)) : html;

/** The last two words of a short line stay together, so that "days" does not stand alone below its number. */
export const withoutOrphan = (line: string): string => line.replace(/(?<=\S\s+\S+\s+\S+) (?=\S{1,8}$)/, '\u00a0');
