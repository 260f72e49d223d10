import type { Scene } from '../layout/types.js';
import type { Palette } from '../types.js';
import * as grids from './grid-rules.js';
import * as merits from './merits.js';
import * as images from './image-rules.js';
import * as space from './space-rules.js';
import * as type from './type-rules.js';
import type { Figure, Verdict } from './types.js';

type Rule = (scene: Scene, palette: Palette) => Figure | null;

const RULES: readonly Rule[] = [type, space, images, grids, merits].flatMap((rules) =>
  Object.values<Rule>({ ...rules }),
);

/** A figure that counts for the score: nothing at `from`, everything at `to`. */
interface Merit {
  readonly name: string;
  readonly weight: number;
  readonly from: number;
  readonly to: number;
}

/** Together 100. A figure that does not apply counts as reached. */
const MERITS: readonly Merit[] = [
  { name: 'productShare', weight: 18, from: 0.05, to: 0.32 },
  { name: 'focalPoint', weight: 10, from: 1, to: 1.8 },
  { name: 'hierarchy', weight: 11, from: 1, to: 2.2 },
  { name: 'balance', weight: 9, from: 0.25, to: 0.03 },
  { name: 'whiteSpace', weight: 10, from: 0.1, to: 0.45 },
  { name: 'brandColours', weight: 5, from: 0.3, to: 1 },
  { name: 'buttonColour', weight: 4, from: 0.25, to: 0 },
  { name: 'headlineFill', weight: 5, from: 0.3, to: 0.85 },
  { name: 'typeSizes', weight: 3, from: 6, to: 3 },
  { name: 'pricesShown', weight: 9, from: 0, to: 1 },
  { name: 'productSeen', weight: 6, from: 1.1, to: 1.6 },
  { name: 'paleEdges', weight: 4, from: 1, to: 0 },
  { name: 'logoSeen', weight: 6, from: 1.4, to: 2.5 },
];

/** The same for grids, which have no headline. */
const GRID_MERITS: readonly Merit[] = [
  { name: 'productShare', weight: 24, from: 0.1, to: 0.4 },
  { name: 'cellShare', weight: 17, from: 0.45, to: 0.75 },
  { name: 'wordShare', weight: 13, from: 0.24, to: 0.06 },
  { name: 'subjectLost', weight: 11, from: 0.6, to: 0.05 },
  { name: 'brandColours', weight: 9, from: 0.3, to: 1 },
  { name: 'whiteSpace', weight: 7, from: 0.05, to: 0.3 },
  { name: 'balance', weight: 5, from: 0.25, to: 0.03 },
  { name: 'typeSizes', weight: 5, from: 6, to: 3 },
  { name: 'productSeen', weight: 9, from: 1.1, to: 1.6 },
];

/**
 * Measures a scene by every rule. `shown` has the figures that need what the scene was made of. The score weighs the
 * soft figures; a broken hard rule makes it 0.
 */
export function judge(scene: Scene, palette: Palette, shown: readonly Figure[] = []): Verdict {
  const measured = RULES.map((rule) => rule(scene, palette)).filter((figure) => figure !== null);
  const figures = [...measured, ...shown];
  const violations = figures.filter(({ hard, holds }) => hard && !holds);
  const points = pointsOf(figures, scene.cells ? GRID_MERITS : MERITS);
  return { figures, violations, points, score: violations.length > 0 ? 0 : points };
}

function pointsOf(figures: readonly Figure[], merits: readonly Merit[]): number {
  const points = merits.reduce((sum, merit) => {
    const found = figures.find(({ name }) => name === merit.name);
    return sum + merit.weight * (found ? reached(found.value, merit) : 1);
  }, 0);
  return Math.round(points * 10) / 10;
}

const reached = (value: number, { from, to }: Merit): number => Math.min(1, Math.max(0, (value - from) / (to - from)));

/** For sorting, best first: fewer broken hard rules, then the higher score. */
export const better = (a: Verdict, b: Verdict): number =>
  a.violations.length - b.violations.length || b.points - a.points;
