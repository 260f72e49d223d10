import { toOklab } from '../colour/oklab.js';
import type { RawImage } from '../types.js';
import type { Staged } from './stage.js';

/** What is around a product's outline in an image. */
export interface Outline {
  /** The share of the outline along which colours change: 1 where a thing of the same shape stands there. */
  readonly held: number;
  /** The share of the pixels around the outline that are edges: 0 on an even ground. */
  readonly busy: number;
}

/** Pixels between two points that are compared: an outline may be soft. */
const STEP = 4;
/** A distance in OKLab that is seen as an edge. */
const EDGE = 0.05;
/** The width of the area around the outline, as a share of the product's size. */
const AROUND = 0.5;

/** Looks along the outline of a product at its place, and around it. */
export function outlineIn(image: RawImage, { box, pixels }: Staged): Outline {
  const inside = (x: number, y: number): boolean =>
    x >= 0 &&
    y >= 0 &&
    x < pixels.width &&
    y < pixels.height &&
    (pixels.data[(y * pixels.width + x) * 4 + 3] ?? 0) > 127;
  const distance = (x: number, y: number, otherX: number, otherY: number): number =>
    distanceIn(image, box.x + x, box.y + y, box.x + otherX, box.y + otherY);
  let [points, held, ring, busy] = [0, 0, 0, 0];
  for (let y = 0; y < pixels.height; y += 1) {
    for (let x = 0; x < pixels.width; x += 1) {
      if (!inside(x, y)) continue;
      for (const [dx, dy] of [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
      ] as const) {
        if (inside(x + dx, y + dy)) continue;
        points += 1;
        if (distance(x - dx * STEP, y - dy * STEP, x + dx * STEP, y + dy * STEP) > EDGE) held += 1;
      }
    }
  }
  const wide = Math.round(AROUND * Math.max(pixels.width, pixels.height));
  const near = grown(inside, pixels, wide, wide);
  const close = grown(inside, pixels, STEP * 2, wide);
  const width = pixels.width + wide * 2;
  near.forEach((isNear, index) => {
    const [x, y] = [(index % width) - wide, Math.floor(index / width) - wide];
    // An outline is several pixels wide, so a quarter of the pixels shows it.
    if (isNear === 0 || close[index] === 1 || x % 2 !== 0 || y % 2 !== 0) return;
    ring += 1;
    if (Math.max(distance(x, y, x - STEP, y), distance(x, y, x, y - STEP)) > EDGE) busy += 1;
  });
  return { held: points === 0 ? 0 : held / points, busy: ring === 0 ? 1 : busy / ring };
}

function distanceIn({ width, height, data }: RawImage, x: number, y: number, otherX: number, otherY: number): number {
  const colourAt = (column: number, row: number) => {
    const at = (Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))) * 4;
    return toOklab(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  };
  const [p, q] = [colourAt(x, y), colourAt(otherX, otherY)];
  return Math.hypot(p.l - q.l, p.a - q.a, p.b - q.b);
}

/** The product's shape with `by` pixels around it, on a sheet with a margin: first along rows, then along columns. */
function grown(
  inside: (x: number, y: number) => boolean,
  { width, height }: RawImage,
  by: number,
  margin: number,
): Uint8Array {
  const columns = width + margin * 2;
  const rows = height + margin * 2;
  const across = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!inside(x, y)) continue;
      const from = (y + margin) * columns + x + margin;
      if (!inside(x - 1, y) || !inside(x + 1, y)) across.fill(1, from - by, from + by + 1);
      else across[from] = 1;
    }
  }
  const all = new Uint8Array(columns * rows);
  for (let x = 0; x < columns; x += 1) {
    let last = -Infinity;
    for (let y = 0; y < rows; y += 1) {
      if (across[y * columns + x] === 1) last = y;
      if (y - last <= by) all[y * columns + x] = 1;
    }
    last = Infinity;
    for (let y = rows - 1; y >= 0; y -= 1) {
      if (across[y * columns + x] === 1) last = y;
      if (last - y <= by) all[y * columns + x] = 1;
    }
  }
  return all;
}
