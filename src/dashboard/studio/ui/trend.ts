/** An estimate with the ends of its interval, at an instant in milliseconds. */
export interface TrendPoint {
  readonly at: number;
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

export interface Plot {
  /** For `points` of a polygon and of a line. */
  readonly band: string;
  readonly line: string;
  /** The place of the amount zero. */
  readonly zero: number;
  readonly least: number;
  readonly most: number;
}

/** Places the points in a box of this size. The amount zero is always inside. A single point is in the middle. */
export function plotOf(points: readonly TrendPoint[], width: number, height: number): Plot {
  const least = Math.min(0, ...points.map(({ low }) => low));
  const most = Math.max(0, ...points.map(({ high }) => high));
  const [first = 0, last = 0] = [points[0]?.at, points.at(-1)?.at];
  const x = (at: number): number => (last === first ? width / 2 : ((at - first) / (last - first)) * width);
  const y = (amount: number): number =>
    most === least ? height : height - ((amount - least) / (most - least)) * height;
  const place = (at: number, amount: number): string => `${x(at).toFixed(1)},${y(amount).toFixed(1)}`;
  return {
    band: [
      ...points.map(({ at, high }) => place(at, high)),
      ...points.toReversed().map(({ at, low }) => place(at, low)),
    ].join(' '),
    line: points.map(({ at, estimate }) => place(at, estimate)).join(' '),
    zero: y(0),
    least,
    most,
  };
}
