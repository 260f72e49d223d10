import { contrastOfColours } from '../colour/contrast.js';
import { hexOf, mix, rgbOf } from '../colour/rgb.js';
import type { Palette } from '../types.js';
import type { Shape, Tone } from './shapes.js';

export type Tones = Readonly<Record<Tone, string>>;

/** How a style paints: its colours, its brush for shapes, and its effects on the whole image. */
export interface Treatment {
  readonly tones: (palette: Palette) => Tones;
  readonly fill: 'plain' | 'shaded' | 'modelled' | 'wash' | 'outline' | 'cut';
  readonly finish: readonly ('grain' | 'paper' | 'vignette' | 'halftone' | 'rays' | 'bokeh' | 'frame')[];
  /** Blur of shapes far from the focus, in fractions of the image's shorter side. */
  readonly blur: number;
  /** The shapes that are painted; a minimal image omits small ones. */
  readonly keep: (shape: Shape) => boolean;
  /** The subject's size relative to the usual size. */
  readonly scale: number;
}

const WHITE = '#ffffff';
const INK = '#14161c';

/** Derives the colour roles from the brand's colours: light in the distance, dark in front. */
function brandTones({ primary, secondary, accent, background }: Palette): Tones {
  const deep = contrastOfColours(primary, WHITE) < 4 ? mix(primary, INK, 0.35) : primary;
  const paper = contrastOfColours(background, WHITE) > 3 ? mix(background, WHITE, 0.82) : background;
  return {
    sky: mix(paper, secondary, 0.16),
    far: mix(paper, deep, 0.24),
    mid: mix(paper, deep, 0.58),
    near: deep,
    dark: mix(deep, INK, 0.45),
    main: secondary,
    accent,
    light: mix(paper, WHITE, 0.6),
    ground: mix(paper, secondary, 0.46),
    shadow: mix(mix(paper, secondary, 0.46), INK, 0.3),
  };
}

const mapTones = (tones: Tones, change: (colour: string, tone: Tone) => string): Tones =>
  Object.fromEntries(Object.entries(tones).map(([tone, colour]) => [tone, change(colour, tone as Tone)])) as Record<
    Tone,
    string
  >;

const greyed = (colour: string, share: number): string => {
  const { r, g, b } = rgbOf(colour);
  const grey = 0.3 * r + 0.59 * g + 0.11 * b;
  return mix(colour, hexOf({ r: grey, g: grey, b: grey }), share);
};

const vintageTones = (palette: Palette): Tones =>
  mapTones(brandTones(palette), (colour) => mix(greyed(colour, 0.3), '#d9a35b', 0.26));

const pastelTones = (palette: Palette): Tones =>
  mapTones(brandTones(palette), (colour, tone) => mix(colour, WHITE, tone === 'dark' || tone === 'near' ? 0.34 : 0.44));

function boldTones(palette: Palette): Tones {
  const tones = brandTones(palette);
  return {
    ...tones,
    sky: palette.accent,
    far: mix(palette.accent, INK, 0.22),
    mid: tones.near,
    ground: palette.secondary,
    shadow: mix(palette.secondary, INK, 0.3),
    accent: palette.background,
    main: tones.dark,
    near: tones.near,
  };
}

const minimalTones = (palette: Palette): Tones => {
  const tones = brandTones(palette);
  return {
    ...tones,
    sky: mix(tones.sky, WHITE, 0.35),
    far: mix(tones.sky, tones.near, 0.1),
    ground: mix(tones.sky, palette.secondary, 0.22),
  };
};

const lineTones = (palette: Palette): Tones => {
  const tones = brandTones(palette);
  return {
    ...mapTones(tones, () => tones.near),
    sky: mix(palette.background, WHITE, 0.4),
    accent: palette.accent,
    light: tones.near,
  };
};

const dusk = (palette: Palette): Tones => {
  const tones = brandTones(palette);
  return { ...tones, sky: mix(tones.sky, tones.near, 0.16), ground: mix(tones.ground, INK, 0.06) };
};

const wetTones = (palette: Palette): Tones =>
  mapTones(brandTones(palette), (colour, tone) => mix(colour, WHITE, tone === 'sky' || tone === 'light' ? 0.6 : 0.06));

const all = () => true;
const sizeable = ({ points }: Shape): boolean => {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys)) > 900;
};

const BASE: Treatment = { tones: brandTones, fill: 'plain', finish: [], blur: 0, keep: all, scale: 1 };

/** One for each name in `STYLES`. */
export const TREATMENTS = {
  photographic: { ...BASE, tones: dusk, fill: 'modelled', finish: ['bokeh', 'vignette', 'grain'], blur: 0.03 },
  illustration: { ...BASE, fill: 'shaded', finish: ['grain'] },
  minimal: { ...BASE, tones: minimalTones, keep: sizeable, scale: 0.86 },
  watercolor: { ...BASE, tones: wetTones, fill: 'wash', finish: ['paper'] },
  flat: BASE,
  '3d': { ...BASE, fill: 'modelled', finish: ['vignette'], scale: 1.05 },
  vintage: { ...BASE, tones: vintageTones, fill: 'shaded', finish: ['rays', 'halftone', 'frame', 'paper'] },
  bold: { ...BASE, tones: boldTones, fill: 'cut', scale: 1.18 },
  pastel: { ...BASE, tones: pastelTones, fill: 'shaded' },
  'line-art': {
    ...BASE,
    tones: lineTones,
    fill: 'outline',
    keep: ({ form, depth }: Shape) => form !== 'flat' || depth > 0.03,
  },
} as const satisfies Record<string, Treatment>;
