import { contrastOfColours } from '../colour/contrast.js';
import { mix } from '../colour/rgb.js';

const STEPS = 12;

/** The colour, mixed with as little black or white as gives it the contrast to the ground. */
export function repaired(colour: string, ground: string, required = 4.5): string {
  if (contrastOfColours(colour, ground) >= required) return colour;
  const end = contrastOfColours('#000000', ground) >= contrastOfColours('#ffffff', ground) ? '#000000' : '#ffffff';
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (contrastOfColours(mix(colour, end, middle), ground) >= required) high = middle;
    else low = middle;
  }
  return mix(colour, end, high);
}
