import { luminance } from '../colour/contrast.js';
import { rgbOf } from '../colour/rgb.js';
import type { Palette } from '../types.js';
import type { Content } from './content.js';

/** A darker ground is no white one. */
const NEAR_WHITE = 0.8;

/**
 * The near-white ground of the first of several products that is a studio photograph and shown whole. All tiles beside
 * it get this colour: a single white tile among tints looks like a mistake. `grounds` has null for a cut-out and for a
 * scene.
 */
export const sharedGround = (grounds: readonly (string | null | undefined)[]): string | undefined =>
  grounds.length > 1
    ? grounds.flatMap((ground) => ground ?? []).find((ground) => luminance(rgbOf(ground)) >= NEAR_WHITE)
    : undefined;

/** The palette of an image with such a ground. */
export const paletteOn = (white: string | undefined, palette: Palette): Palette =>
  white === undefined ? palette : { ...palette, background: white };

/**
 * The ground of a whole banner with such a photograph beside other products. On any other ground its tiles would be
 * white boxes. A single photograph fills its part of the banner, whose ground stays the brand's.
 */
export const whiteGroundOf = ({ products }: Pick<Content, 'products'>): string | undefined =>
  sharedGround(products.map(({ studio }) => studio));
