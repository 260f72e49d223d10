import { contrastOf, LINEAR, luminance } from './contrast.js';
import { rgbOf } from './rgb.js';

/** Contrast is measured with this share of worst pixels: single pixels do not hide a letter. */
const WORST = 0.01;

/** RGBA as a canvas returns it. */
type Pixels = Uint8ClampedArray | Buffer;

/** WCAG 2 contrast of a colour with the worst 1% of the pixels. */
export function worstContrast(data: Pixels, textColour: string): number {
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

const lightAt = (data: Pixels, at: number): number =>
  0.2126 * (LINEAR[data[at] ?? 0] ?? 0) +
  0.7152 * (LINEAR[data[at + 1] ?? 0] ?? 0) +
  0.0722 * (LINEAR[data[at + 2] ?? 0] ?? 0);
