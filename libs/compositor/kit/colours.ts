import { type Oklab, toOklab } from '../colour/oklab.js';
import { distance } from './colour-kinds.js';
import { hexOf } from '../colour/rgb.js';
import type { RawImage } from '../types.js';

/** A colour of a logo and its share of the opaque area, 0..1. */
export interface WeightedColour {
  readonly colour: string;
  readonly weight: number;
}

/** Colours that are nearer to each other are one colour with noise. */
const SAME = 0.07;
const OPAQUE = 250;
const LEAST_WEIGHT = 0.004;

interface Bin {
  count: number;
  r: number;
  g: number;
  b: number;
}

/** The colours of a logo, heaviest first. Each one is that of its most frequent pixels: soft edges don't move it. */
export function coloursOf(image: RawImage): WeightedColour[] {
  const bins = binsOf(image);
  const all = total(bins);
  return clusters([...bins.values()].toSorted((a, b) => b.count - a.count))
    .map(({ head, count }) => ({ colour: hexOf(meanOf(head)), weight: count / all }))
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .toSorted((a, b) => b.weight - a.weight);
}

const total = (bins: ReadonlyMap<number, Bin>): number => [...bins.values()].reduce((sum, { count }) => sum + count, 0);

const meanOf = ({ count, r, g, b }: Bin) => ({ r: r / count, g: g / count, b: b / count });

/** Counts opaque pixels by their colour in steps of eight. */
function binsOf({ data }: RawImage): Map<number, Bin> {
  const bins = new Map<number, Bin>();
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha < OPAQUE) continue;
    const key = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
    const bin = bins.get(key) ?? { count: 0, r: 0, g: 0, b: 0 };
    bin.count += 1;
    bin.r += r;
    bin.g += g;
    bin.b += b;
    bins.set(key, bin);
  }
  return bins;
}

/** Heavy bins gather the lighter ones around them. */
function clusters(sorted: readonly Bin[]): { readonly head: Bin; count: number }[] {
  const found: { readonly head: Bin; readonly lab: Oklab; count: number }[] = [];
  for (const bin of sorted) {
    const lab = labOf(bin);
    let [nearest, apart]: [(typeof found)[number] | undefined, number] = [undefined, SAME];
    for (const cluster of found) {
      const to = distance(cluster.lab, lab);
      if (to < apart) [nearest, apart] = [cluster, to];
    }
    if (nearest) nearest.count += bin.count;
    else found.push({ head: bin, lab, count: bin.count });
  }
  return found;
}

function labOf(bin: Bin): Oklab {
  const { r, g, b } = meanOf(bin);
  return toOklab(Math.round(r), Math.round(g), Math.round(b));
}
