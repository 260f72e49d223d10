import type { Box } from '../types.js';

export const areaOf = ({ width, height }: Box): number => Math.max(0, width) * Math.max(0, height);

export const overlapOf = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** The free pixels between two boxes; negative if they overlap. */
export const gapBetween = (a: Box, b: Box): number =>
  Math.max(
    Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width),
    Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height),
  );

/** The free pixels between a box and the edge of the one around it; negative if it sticks out. */
export const gapInside = (inner: Box, outer: Box): number =>
  Math.min(
    inner.x - outer.x,
    inner.y - outer.y,
    outer.x + outer.width - inner.x - inner.width,
    outer.y + outer.height - inner.y - inner.height,
  );

/** Boxes are rounded outwards, so a text may seem to leave its plate by a pixel. */
export const contains = (outer: Box, inner: Box): boolean => gapInside(inner, outer) >= -1;

/** Whether a box reaches into the ellipse that fills another box. */
export function reachesIntoDisc(box: Box, disc: Box): boolean {
  const centreX = disc.x + disc.width / 2;
  const centreY = disc.y + disc.height / 2;
  const x = Math.min(Math.max(centreX, box.x), box.x + box.width) - centreX;
  const y = Math.min(Math.max(centreY, box.y), box.y + box.height) - centreY;
  return (x / (disc.width / 2)) ** 2 + (y / (disc.height / 2)) ** 2 < 1;
}

/** The share of a box, 0..1, that the others cover together. */
export function coveredShare(box: Box, covers: readonly Box[]): number {
  const near = covers.filter((cover) => overlapOf(box, cover) > 0);
  if (near.length < 2) return near[0] ? overlapOf(box, near[0]) / areaOf(box) : 0;
  const edges = edgesOf(
    near.flatMap(({ x, width }) => [x, x + width]),
    box.x,
    box.x + box.width,
  );
  let [covered, left] = [0, box.x];
  for (const right of edges) {
    const length =
      right > left
        ? lengthOf(
            near.filter(({ x, width }) => x < right && x + width > left),
            box,
          )
        : 0;
    covered += (right - left) * length;
    left = right;
  }
  return covered / areaOf(box);
}

/** How much of a box's height the others cover together. */
function lengthOf(covers: readonly Box[], box: Box): number {
  let [covered, below] = [0, box.y];
  for (const { y, height } of covers.toSorted((a, b) => a.y - b.y)) {
    const end = Math.min(y + height, box.y + box.height);
    if (end <= below) continue;
    covered += end - Math.max(y, below);
    below = end;
  }
  return covered;
}

const edgesOf = (edges: readonly number[], from: number, to: number): number[] =>
  [...edges.map((edge) => Math.min(Math.max(edge, from), to)), to].toSorted((a, b) => a - b);
