import { contrastOfColours } from '../colour/contrast.js';
import { hexOf, mix, rgbOf } from '../colour/rgb.js';
import type { Palette } from '../types.js';
import type { Tone } from './shapes.js';

export type Tones = Readonly<Record<Tone, string>>;

/** How a style paints: its colours, its brush for shapes, and its effects on the whole image. */
export interface Treatment {
  readonly tones: (palette: Palette) => Tones;
  readonly fill: 'plain' | 'soft' | 'shaded' | 'modelled' | 'wash' | 'outline' | 'cut';
  readonly finish: readonly ('grain' | 'paper')[];
  /** Blur of shapes far from the focus, in fractions of the image's shorter side. */
  readonly blur: number;
  /** The subject's size relative to the usual size. */
  readonly scale: number;
}

const WHITE = '#ffffff';
const INK = '#14161c';

/** Derives the colour roles from the brand's colours: its background far away, its main colour in front. */
function brandTones({ primary, secondary, accent, background }: Palette): Tones {
  const isDark = contrastOfColours(background, WHITE) > 3;
  const isFaint = contrastOfColours(primary, background) < (isDark ? 1.8 : 4);
  const deep = isFaint ? mix(primary, isDark ? WHITE : INK, 0.35) : primary;
  const ground = mix(background, secondary, isDark ? 0.24 : 0.42);
  return {
    sky: mix(background, secondary, 0.12),
    far: mix(background, deep, 0.24),
    mid: mix(background, deep, 0.58),
    near: deep,
    dark: mix(deep, INK, 0.45),
    main: secondary,
    accent,
    light: mix(background, WHITE, isDark ? 0.8 : 0.6),
    ground,
    shadow: mix(ground, INK, 0.3),
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
  mapTones(brandTones(palette), (colour) => mix(greyed(colour, 0.12), '#d9a35b', 0.2));

const pastelTones = (palette: Palette): Tones =>
  mapTones(brandTones(palette), (colour, tone) => mix(colour, WHITE, tone === 'dark' || tone === 'near' ? 0.34 : 0.4));

/** Full colours on the brand's own background. */
const boldTones = (palette: Palette): Tones => {
  const tones = brandTones(palette);
  return {
    ...tones,
    sky: palette.background,
    far: mix(palette.background, palette.secondary, 0.5),
    mid: palette.accent,
    ground: mix(palette.background, palette.accent, 0.3),
  };
};

const minimalTones = (palette: Palette): Tones => {
  const tones = brandTones(palette);
  return {
    ...tones,
    sky: mix(tones.sky, palette.background, 0.6),
    far: mix(palette.background, palette.secondary, 0.4),
    mid: mix(palette.background, tones.near, 0.34),
    ground: mix(palette.background, palette.secondary, 0.3),
  };
};

const lineTones = (palette: Palette): Tones => {
  const tones = brandTones(palette);
  const { background, accent } = palette;
  return { ...mapTones(tones, () => tones.near), sky: background, ground: tones.ground, accent };
};

const dusk = (palette: Palette): Tones => {
  const tones = brandTones(palette);
  return { ...tones, sky: mix(tones.sky, tones.near, 0.04), ground: mix(tones.ground, INK, 0.02) };
};

const wetTones = (palette: Palette): Tones =>
  mapTones(brandTones(palette), (colour, tone) => mix(colour, WHITE, tone === 'sky' || tone === 'light' ? 0.6 : 0.04));

const BASE: Treatment = { tones: brandTones, fill: 'plain', finish: [], blur: 0, scale: 1 };

/** One for each name in `STYLES`. */
export const TREATMENTS = {
  photographic: { ...BASE, tones: dusk, fill: 'modelled', finish: ['grain'], blur: 0.012 },
  illustration: { ...BASE, fill: 'shaded', finish: ['grain'] },
  minimal: { ...BASE, tones: minimalTones, fill: 'soft', scale: 0.86 },
  watercolor: { ...BASE, tones: wetTones, fill: 'wash', finish: ['paper'] },
  flat: BASE,
  '3d': { ...BASE, fill: 'modelled', scale: 1.05 },
  vintage: { ...BASE, tones: vintageTones, fill: 'shaded', finish: ['paper'] },
  bold: { ...BASE, tones: boldTones, fill: 'cut', scale: 1.12 },
  pastel: { ...BASE, tones: pastelTones, fill: 'soft' },
  'line-art': { ...BASE, tones: lineTones, fill: 'outline' },
} as const satisfies Readonly<Record<string, Treatment>>;
