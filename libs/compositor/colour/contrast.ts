import { type Pixels, type Rgb, rgbOf } from './rgb.js';

/** Linear light of each 8-bit sRGB value (WCAG 2 has 0.03928 where sRGB has 0.04045; no 8-bit value lies between). */
export const LINEAR: Float64Array = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/** WCAG 2 relative luminance, 0..1. */
export const luminance = ({ r, g, b }: Rgb): number =>
  0.2126 * (LINEAR[r] ?? 0) + 0.7152 * (LINEAR[g] ?? 0) + 0.0722 * (LINEAR[b] ?? 0);

/** The luminance of the pixel whose bytes begin at `at`. */
export const luminanceAt = (data: Pixels, at: number): number =>
  0.2126 * (LINEAR[data[at] ?? 0] ?? 0) +
  0.7152 * (LINEAR[data[at + 1] ?? 0] ?? 0) +
  0.0722 * (LINEAR[data[at + 2] ?? 0] ?? 0);

/** WCAG 2 contrast ratio of two luminances, 1..21. */
export const contrastOf = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** WCAG 2 contrast ratio of two `#rrggbb` colours, 1..21. */
export const contrastOfColours = (a: string, b: string): number => contrastOf(luminance(rgbOf(a)), luminance(rgbOf(b)));

/**
 * Text counts as large from 24 px, or bold from 18.66 px (WCAG 2: 18 pt and 14 pt at 96 dpi).
 * @param shownSize pixels as the reader sees them, not those of an image that is shown smaller
 */
export const requiredContrast = (shownSize: number, bold: boolean): number =>
  shownSize >= 24 || (bold && shownSize >= 18.66) ? 3 : 4.5;

/** The first candidate with enough contrast to `ground`; otherwise white or black, whichever contrasts more. */
export function readableOn(ground: string, candidates: readonly string[], required = 4.5): string {
  return (
    candidates.find((colour) => contrastOfColours(colour, ground) >= required) ??
    (contrastOfColours('#ffffff', ground) >= contrastOfColours('#000000', ground) ? '#ffffff' : '#000000')
  );
}
