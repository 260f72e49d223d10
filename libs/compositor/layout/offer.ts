import type { FontName } from '../fonts/names.js';
import { normalised, typefaceFor } from '../text/typeface.js';
import type { OfferContent } from './content.js';

/** A number with its sign of percent or currency: 20%, –15 %, € 10, ٢٠٪, 50kr. */
const FIGURE = /[-–−]?\s?(?:\p{Sc}\s?)?\p{Nd}+(?:[.,٫]\p{Nd}+)*(?:\s?[%％٪\p{Sc}])?/u;

/** Splits an offer at its figure. An offer with two numbers or none is set as one piece. */
export function offerContent(text: string, font: FontName): OfferContent {
  const clean = normalised(text);
  const face = (part: string) => (part === '' ? null : typefaceFor(part, font, true, 'offer'));
  const found = FIGURE.exec(clean);
  const rest = found ? clean.slice(0, found.index) + clean.slice(found.index + found[0].length) : clean;
  if (!found || /\p{Nd}/u.test(rest)) {
    return { figure: typefaceFor(clean, font, true, 'offer'), before: null, after: null };
  }
  return {
    figure: typefaceFor(found[0].trim(), font, true, 'offer'),
    before: face(clean.slice(0, found.index).trim()),
    after: face(clean.slice(found.index + found[0].length).trim()),
  };
}
