import type { Box, RawImage } from '../types.js';

/** A border is at least this bright in each channel. */
const DARKEST = 235;
/** The share of a row that may differ: dust, noise of compression. */
const DUST = 0.005;
/** A border takes at most this share of the photograph from each side. */
const WIDEST = 0.45;

/** The photograph without the near-white borders that were put around it. */
export function withoutBorders({ width, height, data }: RawImage): Box {
  const isWhite = (x: number, y: number) => {
    const at = (y * width + x) * 4;
    return Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) >= DARKEST;
  };
  const isBorder = (length: number, test: (at: number) => boolean) => {
    let others = 0;
    for (let at = 0; at < length; at += 1) if (!test(at)) others += 1;
    return others <= length * DUST;
  };
  const row = (y: number) => isBorder(width, (x) => isWhite(x, y));
  const column = (x: number) => isBorder(height, (y) => isWhite(x, y));
  const top = count(height, row);
  const bottom = count(height, (at) => row(height - 1 - at));
  const left = count(width, column);
  const right = count(width, (at) => column(width - 1 - at));
  return { x: left, y: top, width: width - left - right, height: height - top - bottom };
}

/** How many lines from the start are border. A photograph that is white up to its middle has a ground, no border. */
function count(length: number, isBorder: (at: number) => boolean): number {
  let lines = 0;
  while (lines < length * WIDEST && isBorder(lines)) lines += 1;
  return lines < length * WIDEST ? lines : 0;
}
