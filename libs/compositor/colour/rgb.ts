/** 8-bit sRGB. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** RGBA as a canvas or a file has it. */
export type Pixels = Uint8ClampedArray | Buffer;

/** Parses `#rrggbb`. */
export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return { r: (value >> 16) & 255, g: (value >> 8) & 255, b: value & 255 };
}

export const hexOf = ({ r, g, b }: Rgb): string =>
  `#${[r, g, b]
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Mixes two colours. `share` is that of the second, 0..1. */
export function mix(first: string, second: string, share: number): string {
  const a = rgbOf(first);
  const b = rgbOf(second);
  const part = (from: number, to: number) => from + (to - from) * share;
  return hexOf({ r: part(a.r, b.r), g: part(a.g, b.g), b: part(a.b, b.b) });
}

/** The colour for a canvas, with an opacity of 0..1. */
export function withAlpha(hex: string, alpha: number): string {
  const { r, g, b } = rgbOf(hex);
  return `rgba(${r},${g},${b},${alpha.toFixed(4)})`;
}
