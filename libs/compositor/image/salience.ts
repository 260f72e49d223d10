import type { Box, RawImage } from '../types.js';
import { type OpenImage, toRaw } from './open.js';

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };
/** The share of the salience that may be outside on each side: dust, noise, a watermark. */
const OUTSIDE = 0.012;
/** Margin around the subject, in fractions of the image: a crop that touches it looks like a mistake. */
const AIR = 0.02;

/** Longer side of the thumbnail in pixels: enough to find the salient area of the whole image. */
const THUMBNAIL = 96;

/**
 * The salient area of an image (where detail and colour stand out), in fractions of its width and height: 0..1 each.
 * @throws CompositionError `image_unreadable`
 */
export const salienceOf = async (image: OpenImage): Promise<Box> =>
  salientBoxOf(await toRaw(image.pixels().resize(THUMBNAIL, THUMBNAIL, { fit: 'inside' })));

/**
 * Where the subject of a thumbnail is, in fractions of its width and height. A transparent ground shows it exactly;
 * otherwise the subject is where colours differ from the border and change from pixel to pixel.
 */
export function salientBoxOf(image: RawImage): Box {
  const map = hasTransparentGround(image) ? alphaOf(image) : contrastOf(image);
  const columns = new Float64Array(image.width);
  const rows = new Float64Array(image.height);
  map.forEach((value, index) => {
    const x = index % image.width;
    const y = Math.floor(index / image.width);
    columns[x] = (columns[x] ?? 0) + value;
    rows[y] = (rows[y] ?? 0) + value;
  });
  const across = spread(columns);
  const down = spread(rows);
  if (!across || !down) return WHOLE;
  return { x: across.from, y: down.from, width: across.to - across.from, height: down.to - down.from };
}

function hasTransparentGround({ data }: RawImage): boolean {
  let transparent = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 16) transparent += 1;
  return transparent > data.length / 4 / 20;
}

const alphaOf = ({ width, height, data }: RawImage): Float64Array =>
  Float64Array.from({ length: width * height }, (_, index) => ((data[index * 4 + 3] ?? 0) > 32 ? 1 : 0));

/**
 * The distance of each pixel from the border's mean colour, plus its difference from the pixel to the right and the
 * pixel below. Small values and values below 90% of the mean become 0.
 */
function contrastOf(image: RawImage): Float64Array {
  const { width, height, data } = image;
  const ground = borderColour(image);
  const map = new Float64Array(width * height);
  let sum = 0;
  for (let index = 0; index < map.length; index += 1) {
    const right = index % width < width - 1 ? index + 1 : index;
    const below = index + width < map.length ? index + width : index;
    let value = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const here = data[index * 4 + channel] ?? 0;
      value += Math.abs(here - (ground[channel] ?? 0));
      value += Math.abs(here - (data[right * 4 + channel] ?? 0)) + Math.abs(here - (data[below * 4 + channel] ?? 0));
    }
    map[index] = value;
    sum += value;
  }
  const mean = sum / map.length;
  return map.map((value) => (value > mean * 0.9 && value > 24 ? value : 0));
}

function borderColour({ width, height, data }: RawImage): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    const step = y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1);
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 4;
      sum[0] += data[at] ?? 0;
      sum[1] += data[at + 1] ?? 0;
      sum[2] += data[at + 2] ?? 0;
      count += 1;
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** The range that contains the mass except for the share `OUTSIDE` at either end, in fractions of the length. */
function spread(mass: Float64Array): { from: number; to: number } | null {
  const total = mass.reduce((sum, value) => sum + value, 0);
  if (total === 0) return null;
  let seen = 0;
  let from = 0;
  let to = mass.length;
  for (let index = 0; index < mass.length; index += 1) {
    const before = seen;
    seen += mass[index] ?? 0;
    if (before <= total * OUTSIDE && seen > total * OUTSIDE) from = index;
    if (before < total * (1 - OUTSIDE) && seen >= total * (1 - OUTSIDE)) to = index + 1;
  }
  return { from: Math.max(0, from / mass.length - AIR), to: Math.min(1, to / mass.length + AIR) };
}
