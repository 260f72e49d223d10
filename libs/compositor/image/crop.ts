import type { Box } from '../types.js';
import { acrossOf, downOf, type Held, heldAcross, heldDown, holding, type Span } from './hold.js';

/** A window of an image in the image's pixels, and the share of the salient area inside the window. */
export interface Crop {
  readonly window: Box;
  readonly retained: number;
}

/**
 * The largest window of an aspect ratio that keeps as much of the salient area as possible, centred on it if there is
 * room for that and for the faces. `salient` and `faces` are in fractions of the image; `aspect` is width over height.
 */
export function cropAround(
  size: { width: number; height: number },
  salient: Box,
  aspect: number,
  faces: readonly Box[] = [],
): Crop {
  const width = Math.max(1, Math.min(size.width, Math.round(size.height * aspect)));
  const height = Math.max(1, Math.min(size.height, Math.round(size.width / aspect)));
  const x = place(acrossOf(salient), width, size.width, faces.map(heldAcross));
  const y = place(downOf(salient), height, size.height, faces.map(heldDown));
  return { window: { x, y, width, height }, retained: retainedShare(size, salient, { x, y, width, height }) };
}

const place = ({ from, to }: Span, window: number, size: number, faces: readonly Held[]): number =>
  Math.round(holding((from + to) / 2 - window / size / 2, window / size, faces) * size);

function retainedShare(size: { width: number; height: number }, salient: Box, window: Box): number {
  const across = overlap(salient.x * size.width, salient.width * size.width, window.x, window.width);
  const down = overlap(salient.y * size.height, salient.height * size.height, window.y, window.height);
  const area = salient.width * size.width * salient.height * size.height;
  return area === 0 ? 1 : Math.round(Math.min(1, (across * down) / area) * 1e6) / 1e6;
}

const overlap = (a: number, aLength: number, b: number, bLength: number): number =>
  Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b));
