import type { Box } from '../types.js';

/** A window of an image in the image's pixels, and the share of the salient area inside the window. */
export interface Crop {
  readonly window: Box;
  readonly retained: number;
}

/**
 * The largest window of an aspect ratio that keeps as much of the salient area as possible, centred on it if there is
 * room. `salient` is in fractions of the image; `aspect` is width over height.
 */
export function cropAround(size: { width: number; height: number }, salient: Box, aspect: number): Crop {
  const width = Math.max(1, Math.min(size.width, Math.round(size.height * aspect)));
  const height = Math.max(1, Math.min(size.height, Math.round(size.width / aspect)));
  const x = place(salient.x * size.width, salient.width * size.width, width, size.width);
  const y = place(salient.y * size.height, salient.height * size.height, height, size.height);
  return { window: { x, y, width, height }, retained: retainedShare(size, salient, { x, y, width, height }) };
}

const place = (from: number, length: number, window: number, size: number): number =>
  Math.round(Math.min(Math.max(0, from + length / 2 - window / 2), size - window));

function retainedShare(size: { width: number; height: number }, salient: Box, window: Box): number {
  const across = overlap(salient.x * size.width, salient.width * size.width, window.x, window.width);
  const down = overlap(salient.y * size.height, salient.height * size.height, window.y, window.height);
  const area = salient.width * size.width * salient.height * size.height;
  return area === 0 ? 1 : Math.round(Math.min(1, (across * down) / area) * 1e6) / 1e6;
}

const overlap = (a: number, aLength: number, b: number, bLength: number): number =>
  Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b));
