import { luminance } from '../colour/contrast.js';
import { rgbOf } from '../colour/rgb.js';
import type { Content } from './content.js';

/** A darker ground is no white one. */
const NEAR_WHITE = 0.8;

/**
 * The near-white ground of the first studio photograph that is shown whole. All tiles beside it get this colour: a
 * single white tile among tints looks like a mistake. `grounds` has null for a cut-out and for a scene.
 */
export const sharedGround = (grounds: readonly (string | null | undefined)[]): string | undefined =>
  grounds.flatMap((ground) => ground ?? []).find((ground) => luminance(rgbOf(ground)) >= NEAR_WHITE);

/**
 * The ground of a whole banner with such a photograph beside other products. On any other ground its tiles would be
 * white boxes. A single photograph fills its part of the banner, whose ground stays the brand's.
 */
export const whiteGroundOf = ({ products }: Pick<Content, 'products'>): string | undefined =>
  products.length > 1 ? sharedGround(products.map(({ studio }) => studio)) : undefined;
