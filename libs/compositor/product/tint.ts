import { mix } from '../colour/rgb.js';

/** The ground of a tile with a cut-out: a light tint of one of the brand's colours. */
export const tileTint = (colour: string): string => mix(colour, '#ffffff', 0.82);
