import type { RawImage } from '../types.js';

/** The plain, near-white ground of a studio photograph. */
export interface StudioGround {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** Colours that differ from the ground by at most this, in the channel that differs most, belong to it. */
  readonly tolerance: number;
  /** The share of the photograph's edge that shows the ground, 0..1. */
  readonly share: number;
}

/** A darker ground is not near white. */
const DARKEST = 222;
/** Where less of the edge shows one colour, the photograph is a scene. */
const LEAST_SHARE = 0.7;
/** Differences of an even ground with the noise of compression. */
const NOISE = 12;

/** The near-white ground that a photograph shows at its edge; null if it has none. */
export function studioGroundOf(image: RawImage): StudioGround | null {
  const edge = edgeOf(image);
  const colour = [0, 1, 2].map((channel) => atRank(countsOf(edge.map((at) => image.data[at + channel] ?? 0)), 0.5));
  const [red = 0, green = 0, blue = 0] = colour;
  if (Math.min(red, green, blue) < DARKEST) return null;
  const near = countsOf(edge.map((at) => differenceAt(image, at, colour))).subarray(0, NOISE + 1);
  const share = sumOf(near) / edge.length;
  if (share < LEAST_SHARE) return null;
  return { red, green, blue, tolerance: atRank(near, 0.95) + 8, share };
}

/** Where the pixels of the edge begin in the data; corners count once. */
function edgeOf({ width, height }: RawImage): Int32Array {
  const edge = new Int32Array(2 * width + 2 * Math.max(0, height - 2));
  let end = 0;
  const take = (x: number, y: number) => {
    edge[end] = (y * width + x) * 4;
    end += 1;
  };
  for (let x = 0; x < width; x += 1) [0, height - 1].forEach((y) => take(x, y));
  for (let y = 1; y < height - 1; y += 1) [0, width - 1].forEach((x) => take(x, y));
  return edge;
}

/** The difference of a pixel from a colour, in the channel that differs most. */
const differenceAt = ({ data }: RawImage, at: number, colour: readonly number[]): number =>
  Math.max(...colour.map((value, channel) => Math.abs((data[at + channel] ?? 0) - value)));

/** How often each of the values 0..255 occurs. */
function countsOf(values: Int32Array): Int32Array {
  const counts = new Int32Array(256);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

const sumOf = (counts: Int32Array): number => counts.reduce((sum, count) => sum + count, 0);

/** The value below which this share of the counted values is. */
function atRank(counts: Int32Array, share: number): number {
  let left = Math.floor(sumOf(counts) * share);
  const found = counts.findIndex((count) => {
    left -= count;
    return left < 0;
  });
  return Math.max(0, found);
}
