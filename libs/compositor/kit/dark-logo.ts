import { contrastOf, contrastOfColours, luminance } from '../colour/contrast.js';
import { type Oklab, toOklab } from '../colour/oklab.js';
import { rgbOf } from '../colour/rgb.js';
import type { RawImage } from '../types.js';
import type { WeightedColour } from './colours.js';
import { chromaOf, distance, labOfHex } from './colour-kinds.js';
import { repaired } from './repair.js';

/** About the ground of emails in dark mode, and of emails otherwise. */
const GROUNDS = { dark: '#191919', light: '#ffffff' } as const;
export type Mode = keyof typeof GROUNDS;
/** A neutral ink becomes this on the ground. */
const NEUTRAL = { dark: '#ffffff', light: '#1d2327' } as const;

/** Logos are large: less contrast than text needs is enough. White grounds don't glare beside them as black ones do. */
const SEEN = { dark: 2.5, light: 1.5 } as const;
/** Parts that are smaller may vanish. */
const LEAST_PART = 0.03;
/** Contrast of the tint that a hidden ink gets beside others: words may be thin. */
const TINT = 12;
/** Shades of one ink. */
const ONE_INK = 0.09;
const GREY = 0.04;
/** The soft edges of a grey part have a little colour. */
const ABOUT_GREY = 0.06;
/** Pixels between two parts that touch. */
const NEAR = 4;
/** The share of a part's pixels that may be beside the other one by chance. */
const BY_CHANCE = 0.01;

const isSeenOn = (mode: Mode, { colour }: WeightedColour): boolean =>
  contrastOfColours(colour, GROUNDS[mode]) >= SEEN[mode];

/** Whether a logo is whole on dark grounds. */
export const isSeenInDark = (colours: readonly WeightedColour[]): boolean =>
  parts(colours).every((part) => isSeenOn('dark', part));

/** A logo of one ink whose white parts become clear: on a dark ground the insides of letters must not shine. */
export function cleared(image: RawImage, colours: readonly WeightedColour[]): RawImage | undefined {
  const white = parts(colours).find((part) => !isSeenOn('light', part));
  const [ink, ...others] = parts(colours).filter((part) => isSeenOn('light', part));
  return white && ink && others.length === 0
    ? inAnotherInk(image, ink.colour, white.colour, 'dark', ink.colour)
    : undefined;
}

/** Whether anything of a logo is seen on light grounds. White parts of an ink are cut out of it. */
export const isSeenInLight = (colours: readonly WeightedColour[]): boolean =>
  parts(colours).some((part) => isSeenOn('light', part));

const parts = (colours: readonly WeightedColour[]): WeightedColour[] =>
  colours.filter(({ weight }, index) => index === 0 || weight >= LEAST_PART);

/**
 * The logo in colours that are seen on the ground of the mode; undefined where that can't be done with certainty. A
 * logo of one ink gets another ink, and what was cut out of the ink in the colour of the ground becomes transparent. In
 * a logo of several inks only neutral parts change, or the only one that is hidden.
 */
export function recoloured(image: RawImage, colours: readonly WeightedColour[], mode: Mode): RawImage | undefined {
  const hidden = parts(colours).filter((part) => !isSeenOn(mode, part));
  const seen = parts(colours).filter((part) => !hidden.includes(part));
  const [ink] = hidden;
  if (!ink) return undefined;
  const isOneInk = hidden.every(({ colour }) => distance(labOfHex(colour), labOfHex(ink.colour)) <= ONE_INK);
  const opposite = mode === 'dark' ? 'light' : 'dark';
  const isCutOut = seen.every((part) => !isSeenOn(opposite, part));
  if (isOneInk && isCutOut) return inAnotherInk(image, ink.colour, seen[0]?.colour, mode);
  const isNeutral = hidden.every(({ colour }) => chromaOf(colour) < GREY);
  if (!isNeutral) return isOneInk ? withInkIn(image, ink.colour, seen, mode) : undefined;
  const alike = seen.filter(({ colour }) => contrastOfColours(colour, NEUTRAL[mode]) < SEEN.light);
  return alike.length === 0 || !touches(image, ink.colour, alike[0]?.colour ?? ink.colour)
    ? withNeutralsIn(image, NEUTRAL[mode], mode)
    : undefined;
}

/**
 * The hidden ink in a light tint of its hue. Undefined where it touches another part, because the edge between them has
 * colours of both, and where the tint is like another part.
 */
function withInkIn(image: RawImage, ink: string, seen: readonly WeightedColour[], mode: Mode): RawImage | undefined {
  const tint = repaired(ink, GROUNDS[mode], TINT);
  const to = rgbOf(tint);
  const from = labOfHex(ink);
  const isClear = seen.every(
    ({ colour }) => distance(labOfHex(colour), labOfHex(tint)) > ONE_INK && !touches(image, ink, colour),
  );
  return isClear
    ? mapped(image, (lab, _, alpha, own) => (distance(lab, from) <= ONE_INK ? [to.r, to.g, to.b, alpha] : own))
    : undefined;
}

function inAnotherInk(
  image: RawImage,
  ink: string,
  cutOut: string | undefined,
  mode: Mode,
  other = chromaOf(ink) < GREY ? NEUTRAL[mode] : repaired(ink, GROUNDS[mode]),
): RawImage {
  const to = rgbOf(other);
  const [from, away] = [luminance(rgbOf(ink)), cutOut === undefined ? undefined : luminance(rgbOf(cutOut))];
  return mapped(image, (_, light, alpha) => {
    const share = away === undefined ? 1 : Math.min(1, Math.max(0, (away - light) / (away - from)));
    return [to.r, to.g, to.b, Math.round(alpha * share)];
  });
}

function withNeutralsIn(image: RawImage, colour: string, mode: Mode): RawImage {
  const to = rgbOf(colour);
  const ground = luminance(rgbOf(GROUNDS[mode]));
  return mapped(image, ({ a, b }, light, alpha, own) =>
    Math.hypot(a, b) < ABOUT_GREY && contrastOf(light, ground) < 4 ? [to.r, to.g, to.b, alpha] : own,
  );
}

/** Whether the part in one colour lies beside the part in the other. */
function touches({ width, height, data }: RawImage, one: string, other: string): boolean {
  const is = (colour: string) => {
    const { r, g, b } = rgbOf(colour);
    return (x: number, y: number): boolean => {
      if (x < 0 || y < 0 || x >= width || y >= height) return false;
      const at = (y * width + x) * 4;
      const apart =
        Math.abs((data[at] ?? 0) - r) + Math.abs((data[at + 1] ?? 0) - g) + Math.abs((data[at + 2] ?? 0) - b);
      return (data[at + 3] ?? 0) > 128 && apart < 60;
    };
  };
  const [isOne, isOther] = [is(one), is(other)];
  let [pixels, beside] = [0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isOther(x, y)) continue;
      pixels += 1;
      if (isOne(x - NEAR, y) || isOne(x + NEAR, y) || isOne(x, y - NEAR) || isOne(x, y + NEAR)) beside += 1;
    }
  }
  return beside > pixels * BY_CHANCE;
}

type Pixel = readonly [number, number, number, number];

function mapped(
  { width, height, data }: RawImage,
  map: (lab: Oklab, light: number, alpha: number, own: Pixel) => Pixel,
): RawImage {
  const out = Buffer.alloc(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha > 0) out.set(map(toOklab(r, g, b), luminance({ r, g, b }), alpha, [r, g, b, alpha]), at);
  }
  return { width, height, data: out };
}
