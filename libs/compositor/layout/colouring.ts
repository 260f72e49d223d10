import type { ColourRole, GroundRole } from '../families/types.js';
import { contrastOfColours, luminance, readableOn } from '../colour/contrast.js';
import { toOklab } from '../colour/oklab.js';
import { mix, rgbOf } from '../colour/rgb.js';
import type { Palette } from '../types.js';

/** The colours of one candidate. All texts have at least 4.5:1 with the ground below them. */
export interface Colouring {
  readonly ground: string;
  /** A light ground for plates: the brand's background, or white where that is the ground itself. */
  readonly paper: string;
  /** A quiet second ground, for the images. */
  readonly stage: string;
  /** A ground that stands out: the brand's other strong colour. */
  readonly contrast: string;
  readonly accent: string;
  /** Hairlines and frames. */
  readonly line: string;
  /** Tints for tiles, in turn. */
  readonly tiles: readonly string[];
  /** Strong colours and tints for a mosaic, in turn. */
  readonly mosaic: readonly string[];
  readonly palette: Palette;
}

/** What is set on one ground. */
export interface Inks {
  readonly ink: string;
  readonly soft: string;
  readonly highlight: string;
  readonly button: { readonly fill: string; readonly words: string };
}

const LEGIBLE = 4.5 * 1.04;

/** A loud brand has a stage of a full colour. */
export function colouringOf(role: GroundRole, palette: Palette, loud = false): Colouring {
  const { primary, secondary, accent, background } = palette;
  const ground = groundOf(role, palette);
  const dark = luminance(rgbOf(ground)) < 0.3;
  const lead = [primary, accent, secondary].find((colour) => distance(colour, ground) > 0.2) ?? primary;
  const strong = !dark && distance(ground, '#ffffff') > 0.12;
  const soft = softest(ground, palette);
  const tint = strong ? mix(ground, '#ffffff', 0.5) : mix(ground, soft, isDeep(soft) ? 0.14 : loud ? 0.92 : 0.34);
  const stage = dark ? mix(ground, lighter(ground, palette), 0.14) : tint;
  return {
    ground,
    paper: distance(light(background), ground) > 0.05 ? light(background) : '#ffffff',
    stage,
    contrast: lead,
    accent: [accent, secondary, primary].find((colour) => distance(colour, ground) > 0.15) ?? accent,
    line: readableOn(ground, [palette.text, background]),
    tiles: [
      mix(light(background), accent, 0.34),
      mix(light(background), primary, 0.2),
      mix(light(background), secondary, isDeep(secondary) ? 0.16 : 0.42),
      mix(light(background), accent, 0.16),
    ],
    mosaic: mosaicOn(ground, palette),
    palette,
  };
}

/** Two tints between the brand's colours, so that they have air. */
function mosaicOn(ground: string, { primary, secondary, accent, background }: Palette): string[] {
  const strong = [primary, secondary, accent].filter((colour) => distance(colour, ground) > 0.08);
  const tints = [mix(light(background), accent, 0.22), mix(light(background), secondary, 0.4)];
  return [...strong, ...tints.filter((colour) => distance(colour, ground) > 0.02)];
}

function groundOf(role: GroundRole, palette: Palette): string {
  if (role === 'tint') return mix(palette.background, palette.secondary, 0.22);
  if (role === 'dark') return mix(darkest(palette), '#000000', 0.12);
  return palette[role];
}

const darkest = ({ text, primary }: Palette): string =>
  luminance(rgbOf(primary)) < 0.12 ? primary : luminance(rgbOf(text)) < 0.2 ? text : '#14171a';

/** A base for tints: white, unless the background is nearly white itself. */
const light = (colour: string): string => (distance(colour, '#ffffff') < 0.09 ? colour : '#ffffff');

const lighter = (ground: string, { background, secondary }: Palette): string =>
  [secondary, background].find((colour) => luminance(rgbOf(colour)) > luminance(rgbOf(ground)) + 0.2) ?? '#ffffff';

const softest = (ground: string, { primary, secondary }: Palette): string =>
  distance(secondary, ground) > 0.06 ? secondary : primary;

/** A tint of such a colour is grey unless there is little of it. */
const isDeep = (colour: string): boolean => luminance(rgbOf(colour)) < 0.1;

/** How different two colours look: 0.02 is just seen, 1 is black and white. */
function distance(a: string, b: string): number {
  const [p, q] = [rgbOf(a), rgbOf(b)].map(({ r, g, b: blue }) => toOklab(r, g, blue));
  return p && q ? Math.hypot(p.l - q.l, p.a - q.a, p.b - q.b) : 0;
}

export const colourOf = (role: ColourRole, colouring: Colouring): string => colouring[role];

export function inksOn(ground: string, { palette }: Colouring): Inks {
  const { primary, secondary, accent, background, text } = palette;
  const strong = [text, primary, background, '#ffffff'].find((colour) => contrastOfColours(colour, ground) >= 6.5);
  const ink = strong ?? readableOn(ground, [text, background], LEGIBLE);
  const soft = mix(ink, ground, 0.16);
  const highlights = [accent, secondary, primary].filter((colour) => distance(colour, ink) > 0.1);
  return {
    ink,
    soft: contrastOfColours(soft, ground) >= 5.5 ? soft : ink,
    highlight: highlights.find((colour) => contrastOfColours(colour, ground) >= LEGIBLE) ?? ink,
    button: buttonOn(ground, ink, palette),
  };
}

/** The brand's strongest colour that is told apart from the ground; words are black on a light one. */
function buttonOn(ground: string, ink: string, { accent, primary, secondary, background, text }: Palette) {
  const fills = [accent, primary, secondary, text, background, ink];
  const chosen = fills.find((colour) => distance(colour, ground) > 0.17 && worded(colour)) ?? ink;
  return worded(chosen) ?? { fill: chosen, words: readableOn(chosen, [text, background], LEGIBLE) };

  function worded(colour: string): { fill: string; words: string } | null {
    const shades = [0, 0.05, 0.1, 0.15].map((share) => mix(colour, '#000000', share));
    const fill = shades.find((shade) => contrastOfColours(shade, '#ffffff') >= LEGIBLE);
    if (fill) return { fill, words: '#ffffff' };
    const words = [text, primary, '#111111'].find((one) => contrastOfColours(one, colour) >= LEGIBLE);
    return words ? { fill: colour, words } : null;
  }
}
