import type { RawImage } from '../types.js';

/** Each channel of a white ground is at least this. */
const WHITE = 235;
/** Pixels of a ground differ from it by at most this in each channel: JPEG is noisy. */
const NOISE = 14;
/** The share of the outermost pixels that has to be ground. */
const MOST = 0.96;
/** The steps from the ground to the ink of a shape, over which its edge is soft. */
const SOFT = 2;

/** The logo without a white box around it; undefined where there is none, or where the box is not plain. */
export function withoutWhiteBox(image: RawImage): RawImage | undefined {
  const ground = whiteGround(image);
  if (!ground) return undefined;
  const { width, height } = image;
  const data = Buffer.from(image.data);
  const depth = floodFromEdge(image, ground);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const steps = depth[pixel] ?? 0;
    if (steps === OUTSIDE) data[pixel * 4 + 3] = 0;
    else if (steps > 0) withoutGround(data, pixel * 4, ground);
  }
  return { width, height, data };
}

type Rgb = readonly [number, number, number];

function whiteGround({ width, height, data }: RawImage): Rgb | undefined {
  const edge = edgePixels(width, height);
  const channel = (index: number): number =>
    edge.map((pixel) => data[pixel * 4 + index] ?? 0).toSorted((a, b) => a - b)[edge.length >> 1] ?? 0;
  const ground: Rgb = [channel(0), channel(1), channel(2)];
  if (channel(3) < 255 || Math.min(...ground) < WHITE) return undefined;
  const plain = edge.filter((pixel) => isGround(data, pixel * 4, ground)).length;
  return plain >= edge.length * MOST ? ground : undefined;
}

function edgePixels(width: number, height: number): number[] {
  const pixels: number[] = [];
  for (let x = 0; x < width; x += 1) pixels.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y += 1) pixels.push(y * width, y * width + width - 1);
  return pixels;
}

const isGround = (data: Buffer, at: number, ground: Rgb): boolean =>
  ground.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) <= NOISE);

const OUTSIDE = 255;

/** `OUTSIDE` for ground that reaches the edge of the image; 1, 2 for the soft edge beside it; 0 for the logo. */
function floodFromEdge({ width, height, data }: RawImage, ground: Rgb): Uint8Array {
  const depth = new Uint8Array(width * height);
  let front: number[] = [];
  const enter = (pixel: number, into: number[], level: number): void => {
    if (depth[pixel] !== 0) return;
    depth[pixel] = level;
    into.push(pixel);
  };
  const outside: number[] = [];
  for (const pixel of edgePixels(width, height)) {
    if (isGround(data, pixel * 4, ground)) enter(pixel, outside, OUTSIDE);
  }
  for (let next = outside.pop(); next !== undefined; next = outside.pop()) {
    front.push(next);
    for (const pixel of neighbours(next, width, height)) {
      if (isGround(data, pixel * 4, ground)) enter(pixel, outside, OUTSIDE);
    }
  }
  for (let level = 1; level <= SOFT; level += 1) {
    const following: number[] = [];
    for (const from of front) {
      for (const pixel of neighbours(from, width, height)) enter(pixel, following, level);
    }
    front = following;
  }
  return depth;
}

function neighbours(pixel: number, width: number, height: number): number[] {
  const x = pixel % width;
  const found: number[] = [];
  if (x > 0) found.push(pixel - 1);
  if (x < width - 1) found.push(pixel + 1);
  if (pixel >= width) found.push(pixel - width);
  if (pixel < width * (height - 1)) found.push(pixel + width);
  return found;
}

/** Takes the ground out of a mixed pixel: the least opacity over the ground that gives the same colour. */
function withoutGround(data: Buffer, at: number, ground: Rgb): void {
  const shares = ground.map((value, channel) => {
    const own = data[at + channel] ?? 0;
    return own <= value ? (value - own) / Math.max(1, value) : (own - value) / Math.max(1, 255 - value);
  });
  const alpha = Math.min(1, Math.max(...shares));
  ground.forEach((value, channel) => {
    const own = data[at + channel] ?? 0;
    data[at + channel] = alpha === 0 ? value : Math.round(Math.min(255, Math.max(0, (own - value) / alpha + value)));
  });
  data[at + 3] = Math.round(alpha * 255);
}
