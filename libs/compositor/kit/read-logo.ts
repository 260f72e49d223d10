import { encodeImage } from '../image/encode.js';
import type { EncodedImage, RawImage } from '../types.js';
import { coloursOf, type WeightedColour } from './colours.js';
import { cleared, isSeenInDark, isSeenInLight, recoloured } from './dark-logo.js';
import { pixelsOf, trimmed } from './pixels.js';
import { withoutWhiteBox } from './white-box.js';

/** What was done to a logo. */
export type LogoChange = 'whiteBoxRemoved' | 'trimmed' | 'darkened' | 'lightened';

/** A logo as images and emails can use it. */
export interface LogoReading {
  /** PNG, for light grounds. */
  readonly logo: EncodedImage;
  /** PNG, for dark grounds: the same file where it is seen there. Null where none could be made. */
  readonly dark: EncodedImage | null;
  /** Heaviest first. */
  readonly colours: readonly WeightedColour[];
  readonly changes: readonly LogoChange[];
}

/** Below this share of transparent pixels a logo has a ground of its own. */
const LEAST_CLEAR = 0.02;

/** Trims a logo, reads its colours, and makes what dark mode needs. Null for a file in which nothing is visible. */
export async function readLogo(bytes: Uint8Array): Promise<LogoReading | null> {
  const pixels = await pixelsOf(bytes);
  const unboxed = withoutWhiteBox(pixels);
  const image = trimmed(unboxed ?? pixels);
  if (!image) return null;
  const colours = coloursOf(image);
  const changes: LogoChange[] = [
    ...(unboxed ? (['whiteBoxRemoved'] as const) : []),
    ...(image.width < pixels.width || image.height < pixels.height ? (['trimmed'] as const) : []),
  ];
  const original = await encodeImage(image, 'png');
  // Its own ground is behind it in every mode.
  if (!isClear(image)) return { logo: original, dark: original, colours, changes };
  if (isSeenInDark(colours)) {
    const darkened = isSeenInLight(colours) ? undefined : recoloured(image, colours, 'light');
    const clear = unboxed && cleared(image, colours);
    if (!darkened) {
      return { logo: original, dark: clear ? await encodeImage(clear, 'png') : original, colours, changes };
    }
    return { logo: await encodeImage(darkened, 'png'), dark: original, colours, changes: [...changes, 'darkened'] };
  }
  const light = recoloured(image, colours, 'dark');
  if (!light) return { logo: original, dark: null, colours, changes };
  return { logo: original, dark: await encodeImage(light, 'png'), colours, changes: [...changes, 'lightened'] };
}

function isClear({ data }: RawImage): boolean {
  let clear = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < 128) clear += 1;
  return clear >= (data.length / 4) * LEAST_CLEAR;
}
