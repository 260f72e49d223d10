import { addressProblem } from './allowed-html.js';

const words = (text: string): string => text.trim().split(/\s+/).join('|');

/** Families of properties: each name allows all its parts too, such as `border-top-color`. */
const FAMILIES = words(`background border margin padding font list-style text outline overflow mso column flex grid
  animation transition transform word white-space line letter table caption`);
const SINGLE = words(`accent-color align-content align-items align-self aspect-ratio bottom box-shadow box-sizing clear
  clip color color-scheme content cursor direction display empty-cells fill float gap height hyphens inset
  justify-content justify-items justify-self left max-height max-width min-height min-width mix-blend-mode object-fit object-position
  opacity order orphans page-break-after page-break-before page-break-inside pointer-events position quotes resize right
  row-gap src supported-color-schemes tab-size top touch-action unicode-bidi unicode-range user-select vertical-align
  visibility widows width z-index zoom`);
const VENDOR = words(`font-smoothing interpolation-mode osx-font-smoothing tap-highlight-color text-fill-color
  text-size-adjust user-select box-shadow border-radius box-sizing hyphens transform transition animation appearance
  overflow-scrolling line-clamp background-clip`);
const PROPERTY = new RegExp(
  `^(?:(?:${FAMILIES})(?:-[a-z-]+)?|${SINGLE}|-(?:webkit|moz|ms|o)-(?:${VENDOR})|--[a-z][\\w-]*)$`,
);
const AT_RULE = new RegExp(
  `^(?:${words('media import font-face charset supports keyframes -webkit-keyframes namespace page viewport -ms-viewport')}|${
    // MJML writes them to hide an accordion from Gmail.
    words('goodbye gmail')
  })$`,
);
/** Functions, and words of @media and of selectors that a bracket may follow too, such as `and` and `is`. */
const FUNCTION = new RegExp(
  `^(?:${words(`url rgb rgba hsl hsla calc min max clamp var format local linear-gradient radial-gradient
  repeating-linear-gradient repeating-radial-gradient cubic-bezier steps rotate scale scalex scaley translate translatex
  translatey translate3d matrix skew blur and or not only media supports import is where nth-child nth-last-child
  nth-of-type nth-last-of-type lang`)})$`,
);

/** Every part of the rules that is not allowed. `css` is the content of a style element. */
export function cssProblems(css: string): string[] {
  if (/[\\<]/.test(css)) return ['rules with a backslash or <'];
  const { skeleton, addresses } = dissect(css);
  if (/["']/.test(skeleton)) return ['rules with a quotation mark that is not closed'];
  return [
    ...addresses.flatMap((address) => addressProblem(address, true) ?? []),
    ...others(skeleton, /@([\w-]*)/g, AT_RULE).map((name) => `the rule @${name}`),
    ...others(skeleton, /([\w-]+)\s*\(/g, FUNCTION).map((name) => `the function ${name}()`),
    ...declared(skeleton)
      .filter((name) => !PROPERTY.test(name))
      .map((name) => `the property ${name.slice(0, 60)}`),
  ];
}

const others = (text: string, pattern: RegExp, allowed: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase()).filter((name) => !allowed.test(name));

/** Addresses, comments and strings, in one pattern because each may contain the beginning of another. */
const PART = /url\(\s*([^"'\s)][^)]*)\)|\/\*[^]*?(?:\*\/|$)|"([^"\n]*)"|'([^'\n]*)'/gi;

/** The rules without comments and strings, and the addresses in them. */
function dissect(css: string): { skeleton: string; addresses: string[] } {
  const addresses: string[] = [];
  let skeleton = '';
  let done = 0;
  for (const { 0: part, 1: bare, 2: double, 3: single, index } of css.matchAll(PART)) {
    skeleton += css.slice(done, index);
    done = index + part.length;
    const text = double ?? single;
    if (bare !== undefined) addresses.push(bare);
    else if (text !== undefined && /(?:url\(|@import)\s*$/i.test(skeleton.slice(-40))) addresses.push(text);
    skeleton += bare === undefined ? ' ' : 'url()';
  }
  return { skeleton: skeleton + css.slice(done), addresses };
}

/** The names of the properties. Text before a brace is a selector. */
function declared(skeleton: string): string[] {
  const pieces = [...skeleton.matchAll(/([^;{}]*)([;{}]|$)/g)];
  return pieces.flatMap(([, piece = '', end]) => {
    const [, name] = /^\s*([^:]*?)\s*:/.exec(piece) ?? [];
    return end === '{' || name === undefined || piece.trim().startsWith('@') ? [] : [name.toLowerCase()];
  });
}
