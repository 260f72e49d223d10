import type { Palette, RawPicture } from '../types.js';

/** Styles with a treatment of their own; any other words get the nearest. */
export const STYLES = [
  'photographic',
  'illustration',
  'minimal',
  'watercolor',
  'flat',
  '3d',
  'vintage',
  'bold',
  'pastel',
  'line-art',
] as const;

export type StyleName = (typeof STYLES)[number];

export interface ArtOptions {
  /** What to draw: known words choose the subject, all words together the composition. Any length. */
  readonly prompt: string;
  /** One of `STYLES` or free text. */
  readonly style: string;
  readonly palette: Palette;
  /** Pixels, 64..4096. */
  readonly width: number;
  readonly height: number;
  /** The same options with the same seed give the same pixels; another seed gives another composition. */
  readonly seed: number;
}

/** Draws a picture without any service. Deterministic. */
export function drawLocalArt(options: ArtOptions): RawPicture {
  throw new Error(`not yet ${options.seed}`);
}

/**
 * `count` (1..4) pictures for one prompt, each at least `MIN_VARIANT_DISTANCE` from the others. The first is
 * `drawLocalArt` with the same options.
 */
export async function drawLocalVariants(options: ArtOptions, count: number): Promise<RawPicture[]> {
  await Promise.resolve([options, count]);
  throw new Error('not yet');
}

/** What a picture shows, in at most 125 characters, for people who can't see it. */
export function artAltText(prompt: string): string {
  return prompt;
}
