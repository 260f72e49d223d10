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
  const xs = edgesOf(
    near.flatMap(({ x, width }) => [x, x + width]),
    box.x,
    box.x + box.width,
  );
  const ys = edgesOf(
    near.flatMap(({ y, height }) => [y, y + height]),
    box.y,
    box.y + box.height,
  );
  let covered = 0;
  for (const [left, right] of spans(xs)) {
    for (const [top, bottom] of spans(ys)) {
      const cell = { x: left, y: top, width: right - left, height: bottom - top };
      if (near.some((cover) => overlapOf(cell, cover) > 0)) covered += areaOf(cell);
    }
  }
  return covered / areaOf(box);
}

const edgesOf = (edges: readonly number[], from: number, to: number): number[] =>
  [...new Set([from, ...edges.map((edge) => Math.min(Math.max(edge, from), to)), to])].toSorted((a, b) => a - b);

const spans = (edges: readonly number[]): [number, number][] =>
  edges.slice(1).map((edge, index) => [edges[index] ?? edge, edge]);
