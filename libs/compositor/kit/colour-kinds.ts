import { type Oklab, toOklab } from '../colour/oklab.js';
import { rgbOf } from '../colour/rgb.js';

/** OKLab of a `#rrggbb` colour. */
export function labOfHex(colour: string): Oklab {
  const { r, g, b } = rgbOf(colour);
  return toOklab(r, g, b);
}

export const distance = (a: Oklab, b: Oklab): number => Math.hypot(a.l - b.l, a.a - b.a, a.b - b.b);

/** How colourful a colour is: 0 for greys, about 0.3 for the purest red. */
export function chromaOf(colour: string): number {
  const { a, b } = labOfHex(colour);
  return Math.hypot(a, b);
}

/** Below this chroma a colour looks like a grey, a black or a white. */
const CHROMATIC = 0.035;

export const isChromatic = (colour: string): boolean => chromaOf(colour) >= CHROMATIC;

/** A neutral that serves as a ground and not as a colour of a brand. */
export const isNearWhite = (colour: string): boolean => !isChromatic(colour) && labOfHex(colour).l > 0.9;

/** A neutral that serves as a colour of text. */
export const isNearBlack = (colour: string): boolean => !isChromatic(colour) && labOfHex(colour).l < 0.4;
