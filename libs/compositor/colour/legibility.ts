import { contrastOf, luminance, luminanceAt } from './contrast.js';
import { type Pixels, rgbOf } from './rgb.js';

/** Contrast is measured with this share of worst pixels: single pixels do not hide a letter. */
const WORST = 0.01;

/** WCAG 2 contrast of a colour with the worst 1% of the pixels. */
export function worstContrast(data: Pixels, textColour: string): number {
  const text = luminance(rgbOf(textColour));
  const pixels = data.length / 4;
  const counts = new Uint32Array(2101);
  let slot = 0;
  for (let at = 0; at < data.length; at += 4) {
    // Most grounds are even.
    if (at === 0 || !isEven(data, at)) slot = Math.floor(contrastOf(text, luminanceAt(data, at)) * 100 + 1e-6);
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  let seen = 0;
  for (let contrast = 100; contrast < counts.length; contrast += 1) {
    seen += counts[contrast] ?? 0;
    if (seen > pixels * WORST) return contrast / 100;
  }
  return 21;
}

/** Whether the pixel is the same as the one before. */
const isEven = (data: Pixels, at: number): boolean =>
  data[at] === data[at - 4] && data[at + 1] === data[at - 3] && data[at + 2] === data[at - 2];
