import type { IntervalPoint } from './interval-points.js';

/** From the lowest to the highest value that is drawn, and the values with a line. */
export interface Axis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 5, 10] as const;
const LINES = 4;

/** The first intervals are so wide that they would hide the last. So they are cut off beyond twice its width. */
export function valueAxis(points: readonly IntervalPoint[]): Axis {
  const last = points.at(-1) ?? { low: 0, high: 1 };
  const width = Math.max(1, last.high - last.low);
  const lowest = Math.max(Math.min(...points.map(({ low }) => low)), last.low - width);
  const highest = Math.min(Math.max(...points.map(({ high }) => high)), last.high + width);
  return axisOf(Math.min(0, lowest), Math.max(0, highest));
}

/** Whole numbers, because customers are counted. */
function axisOf(lowest: number, highest: number): Axis {
  const wanted = Math.max(1, (highest - lowest) / LINES);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * (STEPS.find((each) => each * power >= wanted) ?? 10);
  const [first, last] = [Math.floor(lowest / step), Math.max(Math.ceil(highest / step), Math.floor(lowest / step) + 1)];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { low: first * step, high: last * step, ticks };
}
