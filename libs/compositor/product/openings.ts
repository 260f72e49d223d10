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

/** Pixels of a map that are connected. */
type Patch = Int32Array;

/** Connected pixels of the ground's colour that no flood reaches. */
function patchesOf(ground: GroundMask, { reached, distance, tolerance, width }: Enclosed): Patch[] {
  /** 1 where a pixel of a patch was not found yet. */
  const open = new Uint8Array(ground.length);
  let size = 0;
  for (let index = 0; index < open.length; index += 1) {
    if (ground[index] !== 0 || reached[index] !== DRY || (distance[index] ?? 0) > tolerance) continue;
    open[index] = 1;
    size += 1;
  }
  const found = new Int32Array(size);
  const patches: Patch[] = [];
  for (let end = 0, start = open.indexOf(1); start >= 0; start = open.indexOf(1, start)) {
    const patch = found.subarray(end, (end = collect(open, width, start, found, end)));
    patches.push(patch);
  }
  return patches;
}

/** Moves all open pixels that touch `start` from the map into `found`, from `begin` on. Returns the end. */
function collect(open: Uint8Array, width: number, start: number, found: Int32Array, begin: number): number {
  let end = begin;
  const take = (index: number) => {
    if (open[index] !== 1) return;
    open[index] = 0;
    found[end] = index;
    end += 1;
  };
  take(start);
  for (let next = begin; next < end; next += 1) {
    const index = found[next] ?? 0;
    const x = index % width;
    if (x > 0) take(index - 1);
    if (x < width - 1) take(index + 1);
    take(index - width);
    take(index + width);
  }
  return end;
}

/** Its pixels off the edge have the colour of the ground. */
function isEven(patch: Patch, { distance, tolerance, width }: Enclosed): boolean {
  const isNear = (index: number) => (distance[index] ?? DRY) <= tolerance;
  let sum = 0;
  let inside = 0;
  for (const index of patch) {
    if (!isNear(index - 3) || !isNear(index + 3) || !isNear(index - 3 * width) || !isNear(index + 3 * width)) continue;
    sum += distance[index] ?? 0;
    inside += 1;
  }
  return inside > 0 && sum / inside <= MOST_MEAN;
}

/** Whether the patch encloses anything that differs from the ground. */
function hasMarks(patch: Patch, { distance, width }: Enclosed): boolean {
  const box = boxOf(patch, width);
  const across = box.width + 2;
  const open = new Uint8Array(across * (box.height + 2)).fill(1);
  for (const index of patch) {
    open[(Math.floor(index / width) - box.y + 1) * across + (index % width) - box.x + 1] = 0;
  }
  collect(open, across, 0, new Int32Array(open.length), 0);
  let marks = 0;
  for (let at = open.indexOf(1); at >= 0; at = open.indexOf(1, at + 1)) {
    const index = (Math.floor(at / across) + box.y - 1) * width + (at % across) + box.x - 1;
    if ((distance[index] ?? 0) > MARK) marks += 1;
  }
  return marks > patch.length * MOST_ISLANDS;
}

function boxOf(patch: Patch, width: number): Box {
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0];
  for (const index of patch) {
    const x = index % width;
    const y = (index - x) / width;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** For each pixel about how far it is to the ground, in pixels: steps to the side count 1, diagonal ones 1.4. */
function distanceToGround(ground: GroundMask, width: number): Float32Array {
  const far = new Float32Array(ground.length);
  for (let index = 0; index < far.length; index += 1) if (ground[index] === 0) far[index] = Infinity;
  relax(far, 0, 1, width);
  relax(far, far.length - 1, -1, width);
  return far;
}

/** Takes shorter ways to the ground over the pixels that come before, in the order of `step`. */
function relax(far: Float32Array, start: number, step: 1 | -1, width: number): void {
  const row = step * width;
  for (let index = start; index >= 0 && index < far.length; index += step) {
    const own = far[index] ?? 0;
    if (own === 0) continue;
    const straight = Math.min(far[index - step] ?? Infinity, far[index - row] ?? Infinity) + 1;
    const slanting = Math.min(far[index - row - step] ?? Infinity, far[index - row + step] ?? Infinity) + 1.4;
    far[index] = Math.min(own, straight, slanting);
  }
}

function isHandle(patch: Patch, walls: Float32Array, { width, product }: Enclosed): boolean {
  const side = Math.min(product.width, product.height);
  const own = new Uint8Array(walls.length);
  for (const index of patch) own[index] = 1;
  const isInside = (index: number) => {
    const x = index % width;
    return (
      (x === 0 || own[index - 1] === 1) &&
      (x === width - 1 || own[index + 1] === 1) &&
      own[index - width] !== 0 &&
      own[index + width] !== 0
    );
  };
  let [edge, walled, closed] = [0, 0, 0];
  for (const index of patch) {
    if (isInside(index)) continue;
    const thickness = ((walls[index] ?? 0) - SOFT) / side;
    edge += 1;
    if (thickness >= WALL.from && thickness <= WALL.to) walled += 1;
    if (thickness >= BODY.from) closed += 1;
  }
  return walled >= edge * WALLED && closed >= edge * BODY.share;
}
