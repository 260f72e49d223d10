import { type Oklab, toOklab } from '../colour/oklab.js';
import type { Box, RawImage } from '../types.js';

/** Where a product was found in an image, and how much it is like the real one there. */
export interface Likeness {
  /** 0 (another thing) to 1 (the same pixels). */
  readonly value: number;
  /** In pixels of the image. */
  readonly box: Box;
}

/** How far from its place a product is looked for: shares of its size. */
const SHIFTS = [-0.03, -0.015, 0, 0.015, 0.03];
const SCALES = [0.95, 1, 1.05];
/** About so many points of the product are compared. */
const POINTS = 2_500;
/** A mean distance in OKLab at which it is another product. */
const OTHER = 0.12;
/** Light may change so much: it is taken out before the colours are compared. */
const RELIT = 0.1;
/** A product whose lightness varies less has no pattern to compare. */
const PATTERN = 0.03;

interface Point extends Oklab {
  readonly x: number;
  readonly y: number;
}

/**
 * How much the product at a place is like the real one. Colours and the pattern of light and dark both count, and the
 * worse of them decides. Both images are as large as the product is shown; the place may be a little off.
 */
export function likenessAt(image: RawImage, product: RawImage, place: Box): Likeness {
  const points = pointsOf(product);
  let best: Likeness = { value: 0, box: place };
  for (const scale of SCALES) {
    for (const across of SHIFTS) {
      for (const down of SHIFTS) {
        const box = moved(place, scale, across, down);
        const value = compared(image, points, box);
        if (value > best.value) best = { value, box };
      }
    }
  }
  return best;
}

const moved = ({ x, y, width, height }: Box, scale: number, across: number, down: number): Box => ({
  x: x + width * (across + (1 - scale) / 2),
  y: y + height * (down + (1 - scale) / 2),
  width: width * scale,
  height: height * scale,
});

/** Solid pixels of the product, by their place in it from 0 to 1. Soft edges show the ground. */
function pointsOf({ width, height, data }: RawImage): Point[] {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / POINTS)));
  const isSolid = (x: number, y: number): boolean => (data[(y * width + x) * 4 + 3] ?? 0) >= 250;
  const points: Point[] = [];
  for (let y = 2; y < height - 2; y += step) {
    for (let x = 2; x < width - 2; x += step) {
      if (![isSolid(x, y), isSolid(x - 2, y), isSolid(x + 2, y), isSolid(x, y - 2), isSolid(x, y + 2)].every(Boolean)) {
        continue;
      }
      const at = (y * width + x) * 4;
      points.push({
        x: (x + 0.5) / width,
        y: (y + 0.5) / height,
        ...toOklab(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0),
      });
    }
  }
  return points;
}

function compared({ width, height, data }: RawImage, points: readonly Point[], box: Box): number {
  if (points.length === 0) return 0;
  const seen = points.map(({ x, y }) => {
    const column = Math.min(width - 1, Math.max(0, Math.floor(box.x + x * box.width)));
    const row = Math.min(height - 1, Math.max(0, Math.floor(box.y + y * box.height)));
    const at = (row * width + column) * 4;
    return toOklab(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  });
  const mean = (list: readonly Oklab[]): number => list.reduce((sum, { l }) => sum + l, 0) / list.length;
  const [ownMean, seenMean] = [mean(points), mean(seen)];
  const shift = Math.max(-RELIT, Math.min(RELIT, seenMean - ownMean));
  let [distance, both, own, other] = [0, 0, 0, 0];
  points.forEach((point, index) => {
    const there = seen[index] ?? point;
    distance += Math.hypot(there.l - point.l - shift, there.a - point.a, there.b - point.b);
    both += (point.l - ownMean) * (there.l - seenMean);
    own += (point.l - ownMean) ** 2;
    other += (there.l - seenMean) ** 2;
  });
  const colour = Math.max(0, 1 - distance / points.length / OTHER);
  if (Math.sqrt(own / points.length) < PATTERN) return colour;
  return Math.min(colour, other === 0 ? 0 : Math.max(0, both / Math.sqrt(own * other)));
}
