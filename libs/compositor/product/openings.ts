import type { Box } from '../types.js';
import { DRY, type GroundMask } from './flood.js';

/** What openings are looked for in. All maps have a value for each pixel. */
export interface Enclosed {
  /** For each pixel the tolerance with which the flood reached it. */
  readonly reached: Uint8Array;
  /** The difference of each pixel from the ground. */
  readonly distance: Uint8Array;
  readonly tolerance: number;
  /** In pixels. */
  readonly width: number;
  /** The box around the product. */
  readonly product: Box;
}

/** In shares of the product's box: a smaller patch is noise, and a larger one may be a product that is see-through. */
const AREA = { from: 0.0012, to: 0.25 };
/** The mean difference of a patch from the ground: white paint and white cloth have light and shade. */
const MOST_MEAN = 2.5;
/** The most pixels within a patch that are not of it, as a share: a dial has hands, a label has letters. */
const MOST_ISLANDS = 0.004;
/** Compression makes pixels differ from the ground by less. */
const MARK = 48;
/** How thick a handle is, in shares of the product's shorter side. An outline is thinner, a body is thicker. */
const WALL = { from: 0.015, to: 0.12 };
/** Pixels beside a wall that are partly ground, or that compression made restless. */
const SOFT = 5;
/** The least share of the patch's edge at such a wall. */
const WALLED = 0.3;
/**
 * A handle is closed by the body of its product: there the edge is farther from the ground. A patch within a wall on
 * all sides is a plate in its rim or a mirror in its frame as often as the inside of a ring, so it stays.
 */
const BODY = { from: 0.11, share: 0.08 };

/**
 * Turns the insides of handles into ground: even patches of the ground's colour that the product encloses, beside a
 * part of it that is as thick as a handle. Other patches of that colour are white parts of the product and stay.
 */
export function openHandles(ground: GroundMask, enclosed: Enclosed): void {
  const { product } = enclosed;
  const whole = product.width * product.height;
  const patches = patchesOf(ground, enclosed).filter(
    ({ length }) => length >= whole * AREA.from && length <= whole * AREA.to,
  );
  const even = patches.filter((patch) => isEven(patch, enclosed) && !hasMarks(patch, enclosed));
  if (even.length === 0) return;
  const walls = distanceToGround(ground, enclosed.width);
  for (const patch of even) {
    if (!isHandle(patch, walls, enclosed)) continue;
    for (const index of patch) ground[index] = 1;
  }
}

/** Connected pixels of the ground's colour that no flood reaches. */
function patchesOf(ground: GroundMask, { reached, distance, tolerance, width }: Enclosed): number[][] {
  const seen = new Uint8Array(ground.length);
  const belongs = (index: number) =>
    seen[index] === 0 && ground[index] === 0 && reached[index] === DRY && (distance[index] ?? 0) <= tolerance;
  const patches: number[][] = [];
  for (let start = 0; start < ground.length; start += 1) {
    if (!belongs(start)) continue;
    const patch = [start];
    seen[start] = 1;
    for (let next = 0; next < patch.length; next += 1) {
      for (const other of around(patch[next] ?? 0, width, ground.length)) {
        if (!belongs(other)) continue;
        seen[other] = 1;
        patch.push(other);
      }
    }
    patches.push(patch);
  }
  return patches;
}

function around(index: number, width: number, size: number): number[] {
  const x = index % width;
  const found: number[] = [];
  if (x > 0) found.push(index - 1);
  if (x < width - 1) found.push(index + 1);
  if (index >= width) found.push(index - width);
  if (index < size - width) found.push(index + width);
  return found;
}

/** Its pixels off the edge have the colour of the ground. */
function isEven(patch: readonly number[], { distance, tolerance, width }: Enclosed): boolean {
  let sum = 0;
  let inside = 0;
  for (const index of patch) {
    const near = [index - 3, index + 3, index - 3 * width, index + 3 * width];
    if (near.some((other) => (distance[other] ?? DRY) > tolerance)) continue;
    sum += distance[index] ?? 0;
    inside += 1;
  }
  return inside > 0 && sum / inside <= MOST_MEAN;
}

/** Whether the patch encloses anything that differs from the ground. */
function hasMarks(patch: readonly number[], { distance, width }: Enclosed): boolean {
  const box = boxOf(patch, width);
  const across = box.width + 2;
  const map = new Uint8Array(across * (box.height + 2));
  for (const index of patch) {
    map[(Math.floor(index / width) - box.y + 1) * across + (index % width) - box.x + 1] = 1;
  }
  const outside = [0];
  map[0] = 1;
  for (let next = 0; next < outside.length; next += 1) {
    for (const other of around(outside[next] ?? 0, across, map.length)) {
      if (map[other] !== 0) continue;
      map[other] = 1;
      outside.push(other);
    }
  }
  let marks = 0;
  map.forEach((seen, at) => {
    const index = (Math.floor(at / across) + box.y - 1) * width + (at % across) + box.x - 1;
    if (seen === 0 && (distance[index] ?? 0) > MARK) marks += 1;
  });
  return marks > patch.length * MOST_ISLANDS;
}

function boxOf(patch: readonly number[], width: number): Box {
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0];
  for (const index of patch) {
    const x = index % width;
    const y = Math.floor(index / width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** For each pixel about how far it is to the ground, in pixels: steps to the side count 1, diagonal ones 1.4. */
function distanceToGround(ground: GroundMask, width: number): Float32Array {
  const far = Float32Array.from(ground, (value) => (value === 0 ? Infinity : 0));
  const relax = (index: number, steps: readonly number[]) => {
    let best = far[index] ?? 0;
    steps.forEach((step, at) => {
      best = Math.min(best, (far[index + step] ?? Infinity) + (at % 2 === 0 ? 1 : 1.4));
    });
    far[index] = best;
  };
  const back = [-1, -width - 1, -width, -width + 1];
  const ahead = [1, width + 1, width, width - 1];
  for (let index = 0; index < far.length; index += 1) if (far[index] !== 0) relax(index, back);
  for (let index = far.length - 1; index >= 0; index -= 1) if (far[index] !== 0) relax(index, ahead);
  return far;
}

function isHandle(patch: readonly number[], walls: Float32Array, { width, product }: Enclosed): boolean {
  const side = Math.min(product.width, product.height);
  const own = new Set(patch);
  const edge = patch.filter((index) => around(index, width, walls.length).some((other) => !own.has(other)));
  const thickness = edge.map((index) => ((walls[index] ?? 0) - SOFT) / side);
  const walled = thickness.filter((one) => one >= WALL.from && one <= WALL.to).length;
  const closed = thickness.filter((one) => one >= BODY.from).length;
  return walled >= edge.length * WALLED && closed >= edge.length * BODY.share;
}
