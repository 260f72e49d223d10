import { type FontName, FONTS } from './names.js';

/** The shipped font that stands for another one. */
export interface FontMatch {
  readonly font: FontName;
  /** `name`: it is the same font. `kind`: it is of the same kind. */
  readonly by: 'name' | 'kind';
}

/** Well-known families and words in names, by the shipped font that is nearest. The first line that fits counts. */
const KINDS: readonly (readonly [RegExp, FontName])[] = [
  [/script|hand|brush|cursive|pacifico|lobster|satisfy|vibes|sacramento|amatic|comic|caveat/, 'Caveat'],
  [/didot|didone|bodoni|abril|playfair|cormorant|cinzel|yeseva|prata|rozha|gilda|marcellus/, 'Playfair Display'],
  [/sans|grotes[qk]|gothic/, 'Inter'],
  [/noto serif|source serif|droid serif|times|georgia|tinos|cambria|slab|arvo|bitter|rockwell/, 'Noto Serif'],
  [/serif|garamond|baskerville|caslon|lora|merriweather|crimson|spectral|vollkorn|cardo|palatino|alegreya/, 'Lora'],
  [/montserrat|poppins|raleway|futura|gotham|avenir|josefin|jost|league|outfit|urbanist|century/, 'Montserrat'],
  [/rubik|quicksand|nunito|varela|fredoka|comfortaa|baloo|dosis|mulish|karla/, 'Rubik'],
];

/**
 * The shipped font for a family, which may be written as a theme writes it: `Google_Playfair+Display_400`, or `Georgia,
 * serif`. Undefined for an empty name. A family of an unknown kind gets the plain sans.
 */
export function matchFont(family: string): FontMatch | undefined {
  const names = family
    .split(',')
    .map((name) =>
      name
        .replace(/^\s*google_/i, '')
        .replace(/_[\w,+]*$/, '')
        .replace(/[+_]/g, ' ')
        .replace(/["']/g, '')
        .trim()
        .toLowerCase(),
    )
    .filter((name) => name !== '');
  const [first] = names;
  if (first === undefined) return undefined;
  const same = FONTS.find((font) => font.toLowerCase() === first);
  if (same) return { font: same, by: 'name' };
  // The families after the first one are its fallbacks, which are of its kind.
  const kind = names.flatMap((name) => KINDS.find(([words]) => words.test(name))?.[1] ?? [])[0];
  return { font: kind ?? 'Inter', by: 'kind' };
}
