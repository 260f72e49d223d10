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
  const [red, green, blue] = [0, 1, 2].map((channel) => medianOf(edge, channel)) as [number, number, number];
  if (Math.min(red, green, blue) < DARKEST) return null;
  const distances = edge
    .map((pixel) =>
      Math.max(Math.abs((pixel[0] ?? 0) - red), Math.abs((pixel[1] ?? 0) - green), Math.abs((pixel[2] ?? 0) - blue)),
    )
    .toSorted((a, b) => a - b);
  const near = distances.filter((distance) => distance <= NOISE);
  const share = near.length / distances.length;
  if (share < LEAST_SHARE) return null;
  const usual = near[Math.floor(near.length * 0.95)] ?? 0;
  return { red, green, blue, tolerance: usual + 8, share };
}

function edgeOf({ width, height, data }: RawImage): number[][] {
  const edge: number[][] = [];
  const take = (x: number, y: number) => {
    const at = (y * width + x) * 4;
    edge.push([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]);
  };
  for (let x = 0; x < width; x += 1) [0, height - 1].forEach((y) => take(x, y));
  for (let y = 1; y < height - 1; y += 1) [0, width - 1].forEach((x) => take(x, y));
  return edge;
}

function medianOf(pixels: readonly number[][], channel: number): number {
  const values = pixels.map((pixel) => pixel[channel] ?? 0).toSorted((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
}
