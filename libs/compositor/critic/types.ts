/** What one rule found in a scene. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly holds: boolean;
  /** A scene that breaks a hard rule is served only if every other candidate breaks at least as many. */
  readonly hard: boolean;
}

export interface Verdict {
  /** A rule that does not apply, such as the size of a subheadline that is not there, has no figure. */
  readonly figures: readonly Figure[];
  /** The hard rules that are broken. */
  readonly violations: readonly Figure[];
  /** What the merits reach, 0..100, whether or not a hard rule is broken. */
  readonly points: number;
  /** The points, or 0 if a hard rule is broken. */
  readonly score: number;
}

/** Boxes are rounded to whole pixels, so sums of them are not exact. */
const ROUNDING = 1e-6;

type Measured = Pick<Figure, 'name' | 'value' | 'limit' | 'hard'>;

export const atLeast = (figure: Measured, slack = 0): Figure => ({
  ...figure,
  holds: figure.value + slack + ROUNDING >= figure.limit,
});

export const atMost = (figure: Measured, slack = 0): Figure => ({
  ...figure,
  holds: figure.value - slack - ROUNDING <= figure.limit,
});
