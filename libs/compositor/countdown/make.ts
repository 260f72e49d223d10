import { toRaw } from '../image/open.js';
import { sharp } from '../image/sharp.js';
import type { CountdownElement } from '../layout/types.js';
import type { RawImage } from '../types.js';
import { digitsOf, endOf } from './paint.js';
import { gifAt, MOST_DAYS, type Plate, packed } from './plate.js';

/** A countdown that is drawn but for its time. */
export interface MadeCountdown {
  /** For `countdownGif`. */
  readonly bytes: Buffer;
  /** The size of its largest GIF. */
  readonly gifBytes: number;
}

/** Numbers of colours that are tried, until the GIF is small enough; the last one is taken as it is. */
const COLOURS = [256, 128, 64, 32, 16];
/** Less than usual: scattered pixels make a GIF large. */
const DITHER = 0.5;
/** A minute in which all digits change. */
const LONG = MOST_DAYS * 86_400_000 + 30_000;

/** Reduces a image with a countdown to one palette for all its frames. `image` has empty tiles. */
export async function makeCountdown(
  image: RawImage,
  element: CountdownElement,
  { endsAt, mostBytes }: { readonly endsAt: number; readonly mostBytes: number },
): Promise<MadeCountdown> {
  let made: MadeCountdown | null = null;
  for (const colours of COLOURS) {
    const plate = await plateOf(image, element, { endsAt, colours });
    made = { bytes: packed(plate), gifBytes: gifAt(plate, endsAt - LONG).length };
    if (made.gifBytes <= mostBytes) break;
  }
  if (!made) throw new Error('a countdown has a number of colours');
  return made;
}

interface PlateWish {
  readonly endsAt: number;
  readonly colours: number;
}

async function plateOf(image: RawImage, element: CountdownElement, { endsAt, colours }: PlateWish): Promise<Plate> {
  const { width, height } = image;
  const parts = [image, endOf(element), digitsOf(element)];
  const reduced = await toRaw(sharp(await withColours(stacked(parts, width), colours)));
  const { palette, indices } = indexed(reduced);
  let top = 0;
  const [base, ended, digits] = parts.map((part) => {
    const own = new Uint8Array(part.width * part.height);
    for (let row = 0; row < part.height; row += 1) {
      const from = (top + row) * width;
      own.set(indices.subarray(from, from + part.width), row * part.width);
    }
    top += part.height;
    return own;
  });
  if (!base || !ended || !digits) throw new Error('a countdown has three parts');
  const { box, cells } = element;
  return { plan: { width, height, endsAt, box, cells }, palette, base, ended, digits };
}

/** The parts below each other, from the left edge. */
function stacked(parts: readonly RawImage[], width: number): RawImage {
  const height = parts.reduce((sum, part) => sum + part.height, 0);
  const data = Buffer.alloc(width * height * 4, 0xff);
  let top = 0;
  for (const part of parts) {
    for (let row = 0; row < part.height; row += 1) {
      part.data.copy(data, (top + row) * width * 4, row * part.width * 4, (row + 1) * part.width * 4);
    }
    top += part.height;
  }
  return { width, height, data };
}

const withColours = ({ width, height, data }: RawImage, colours: number): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ palette: true, colours, dither: DITHER, compressionLevel: 1 })
    .toBuffer();

/** Each pixel as its place in the palette. */
function indexed({ data }: RawImage): { palette: Uint8Array; indices: Uint8Array } {
  const places = new Map<number, number>();
  const indices = new Uint8Array(data.length / 4);
  for (let index = 0, at = 0; index < indices.length; index += 1, at += 4) {
    const colour = data.readUIntBE(at, 3);
    const place = places.get(colour) ?? places.size;
    if (place === places.size) places.set(colour, place);
    indices[index] = place;
  }
  const palette = Uint8Array.from(
    [...places.keys()].flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]),
  );
  return { palette, indices };
}
