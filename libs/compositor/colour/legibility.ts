import { contrastOf, LINEAR, luminance } from './contrast.js';
import { rgbOf } from './rgb.js';

/** Contrast is measured with this share of worst pixels: single pixels do not hide a letter. */
const WORST = 0.01;

/** Pixels behind a text: RGBA as a canvas returns them. */
export interface Ground {
  readonly data: Uint8ClampedArray | Buffer;
  /** The contrast that the text on them needs. */
  readonly required: number;
}

/** WCAG 2 contrast of a colour with the worst 1% of the pixels. */
export function worstContrast(data: Ground['data'], textColour: string): number {
  const text = luminance(rgbOf(textColour));
  const pixels = data.length / 4;
  const counts = new Uint32Array(2101);
  for (let at = 0; at < data.length; at += 4) {
    const behind = lightAt(data, at);
    const slot = Math.floor(contrastOf(text, behind) * 100 + 1e-6);
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  let seen = 0;
  for (let slot = 100; slot < counts.length; slot += 1) {
    seen += counts[slot] ?? 0;
    if (seen > pixels * WORST) return slot / 100;
  }
  return 21;
}

const lightAt = (data: Ground['data'], at: number): number =>
  0.2126 * (LINEAR[data[at] ?? 0] ?? 0) +
  0.7152 * (LINEAR[data[at + 1] ?? 0] ?? 0) +
  0.0722 * (LINEAR[data[at + 2] ?? 0] ?? 0);

/** A text colour, and the opacity of the layer of `colour` that it needs below it. */
export interface Scrim {
  readonly textColour: string;
  readonly colour: string;
  /** 0..1. */
  readonly alpha: number;
}

/** Encoders change colours a little, so the target is a little above the requirement. */
const MARGIN = 1.03;

/** A later pair has to save this much opacity, because the first pairs are the brand's colours. */
const WORTH_A_CHANGE = 0.1;

/** The pair of colours that needs the least scrim, with that scrim's opacity. */
export function leastScrim(grounds: readonly Ground[], pairs: readonly Omit<Scrim, 'alpha'>[]): Scrim {
  const scrims = pairs.map((pair) => ({ ...pair, alpha: neededAlpha(grounds, pair) }));
  return scrims.reduce((best, scrim) => (scrim.alpha < best.alpha - WORTH_A_CHANGE ? scrim : best));
}

/** The smallest opacity at which every ground has enough contrast, found by bisection. */
function neededAlpha(grounds: readonly Ground[], { textColour, colour }: Omit<Scrim, 'alpha'>): number {
  const worst = grounds.map((ground) => ({ ...worstPixels(ground, textColour), required: ground.required }));
  const enough = (alpha: number) =>
    worst.every(
      ({ data, skip, required }) => contrastUnder(data, skip, textColour, colour, alpha) >= required * MARGIN,
    );
  if (enough(0)) return 0;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 8; step += 1) {
    const middle = (low + high) / 2;
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Keeps a few times the decisive number of pixels, because a layer may change their order. */
const SHORTLIST = 4;

/** The pixels nearest to the text's luminance, and how many of them may be worse than required. */
function worstPixels({ data }: Ground, textColour: string): { data: Uint8ClampedArray; skip: number } {
  const text = luminance(rgbOf(textColour));
  const pixels = data.length / 4;
  const wanted = Math.ceil(pixels * WORST * SHORTLIST) + 1;
  const counts = new Uint32Array(2101);
  const slots = new Uint16Array(pixels);
  for (let index = 0; index < pixels; index += 1) {
    const slot = Math.floor(contrastOf(text, lightAt(data, index * 4)) * 100);
    slots[index] = slot;
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  let limit = 0;
  for (let seen = 0; limit < counts.length && seen < wanted; limit += 1) seen += counts[limit] ?? 0;
  const found: number[] = [];
  for (let index = 0; index < pixels; index += 1) {
    if ((slots[index] ?? 0) < limit) {
      found.push(data[index * 4] ?? 0, data[index * 4 + 1] ?? 0, data[index * 4 + 2] ?? 0, 255);
    }
  }
  return { data: Uint8ClampedArray.from(found), skip: Math.floor(pixels * WORST) };
}

function contrastUnder(
  data: Uint8ClampedArray,
  skip: number,
  textColour: string,
  colour: string,
  alpha: number,
): number {
  const { r, g, b } = rgbOf(colour);
  const text = luminance(rgbOf(textColour));
  const blend = (value: number, layer: number) => LINEAR[Math.round(value + (layer - value) * alpha)] ?? 0;
  const contrasts = new Float64Array(data.length / 4);
  for (let at = 0; at < data.length; at += 4) {
    const behind =
      0.2126 * blend(data[at] ?? 0, r) + 0.7152 * blend(data[at + 1] ?? 0, g) + 0.0722 * blend(data[at + 2] ?? 0, b);
    contrasts[at / 4] = contrastOf(text, behind);
  }
  return contrasts.sort()[Math.min(skip, contrasts.length - 1)] ?? 21;
}
