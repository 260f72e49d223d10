import { captionHeight, type GridGeometry } from './geometry.js';
import type { GridScore, GridScoreTerm } from './types.js';

const WEIGHTS: Readonly<Record<GridScoreTerm, number>> = {
  rank: 0.2,
  hero: 0.16,
  unique: 0.1,
  orphan: 0.1,
  align: 0.1,
  length: 0.1,
  rhythm: 0.06,
  util: 0.06,
  legible: 0.06,
  variety: 0.06,
};

/** The facts about a layout that its score needs. */
export interface Scored {
  readonly geometry: GridGeometry;
  /** The kinds of rows as text, such as `3+3`, and the sixths that the last row fills. */
  readonly kinds: readonly string[];
  readonly lastRowFill: number;
  /** Index of the hero among the cells. */
  readonly hero: number;
}

/** `ranking` says how well prominence follows priority, 0..1. */
export function scoreOf(scored: Scored, ranking: number): GridScore {
  const terms = { rank: ranking, ...geometryTerms(scored) };
  return { total: round(100 * weigh(terms)), terms };
}

/** The part of the score that does not depend on the products in the cells: at most 80 of 100. */
export const geometryScore = (scored: Scored): number => 100 * weigh({ rank: 0, ...geometryTerms(scored) });

export const RANK_POINTS = 100 * WEIGHTS.rank;

function weigh(terms: Readonly<Record<GridScoreTerm, number>>): number {
  let sum = 0;
  for (const term in WEIGHTS) sum += WEIGHTS[term as GridScoreTerm] * terms[term as GridScoreTerm];
  return sum;
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

function geometryTerms({ geometry, kinds, lastRowFill, hero }: Scored): Omit<Record<GridScoreTerm, number>, 'rank'> {
  const { boxes, rowOf, width, height } = geometry;
  const areas = boxes.map((box) => box.width * box.height);
  const heroArea = areas[hero] ?? 0;
  const others = areas.filter((_, index) => index !== hero).sort((a, b) => a - b);
  const used = boxes.reduce((sum, box) => sum + box.width * (box.height + captionHeight), 0) / (width * height);
  const budget = 300 + 190 * boxes.length;
  const edges = new Set(boxes.map((box) => Math.round(box.x))).size;
  const rowKinds = new Set(kinds).size;
  return {
    hero: others.length === 0 ? 1 : heroTerm(heroArea / median(others)) * (rowOf[hero] === 0 ? 1 : 0.5),
    unique: others.length === 0 ? 1 : clamp((1 - (others.at(-1) ?? 0) / heroArea) / 0.25),
    orphan: lastRowFill === 6 ? 1 : lastRowFill >= 4 ? 0.4 : 0.1,
    align: clamp(1 - Math.max(0, edges - 3) / 4),
    length: height <= budget ? 1 : clamp(1 - (height - budget) / budget),
    rhythm: clamp(1 - unevenness(geometry) / 0.5),
    util: used < 0.78 ? used / 0.78 : used > 0.97 ? clamp(1 - (used - 0.97) / 0.03) : 1,
    legible: boxes.reduce((sum, box) => sum + Math.min(1, box.width / 170), 0) / boxes.length,
    variety: rowKinds === 1 ? 0.6 : rowKinds <= 3 ? 1 : 0.7,
  };
}

/** 0 if the hero is as large as the others, 1 from twice to 4.5 times their size, 0 again at nine times. */
const heroTerm = (ratio: number): number => clamp(Math.min(ratio - 1, 1, (9 - ratio) / 4.5));

const median = (sorted: readonly number[]): number =>
  ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;

/** Mean over the rows of the coefficient of variation of their cells' widths. */
function unevenness({ boxes, rowOf }: GridGeometry): number {
  let sum = 0;
  let rows = 0;
  for (let start = 0; start < boxes.length; rows += 1) {
    let end = start;
    let total = 0;
    let squares = 0;
    for (; end < boxes.length && rowOf[end] === rowOf[start]; end += 1) {
      const own = boxes[end]?.width ?? 0;
      total += own;
      squares += own * own;
    }
    const count = end - start;
    sum += Math.sqrt(Math.max(0, squares / count - (total / count) ** 2)) / (total / count);
    start = end;
  }
  return sum / rows;
}

/** The prominence of each cell: first by its size, then by its height on the page, then by its place in the row. */
export const prominences = ({ boxes, width, height }: GridGeometry): number[] =>
  boxes.map((box) => Math.log(box.width * box.height) - box.y / height - (0.15 * box.x) / width);

/** Kendall's tau-b of two rankings as 0..1; 1 if one of them has no order. */
export function rankAgreement(priorities: readonly number[], prominence: readonly number[]): number {
  let difference = 0;
  let firstPairs = 0;
  let secondPairs = 0;
  for (let i = 0; i < priorities.length; i += 1) {
    for (let j = i + 1; j < priorities.length; j += 1) {
      const first = Math.sign((priorities[i] ?? 0) - (priorities[j] ?? 0));
      const second = Math.sign((prominence[i] ?? 0) - (prominence[j] ?? 0));
      difference += first * second;
      firstPairs += Math.abs(first);
      secondPairs += Math.abs(second);
    }
  }
  return firstPairs === 0 || secondPairs === 0 ? 1 : (difference / Math.sqrt(firstPairs * secondPairs) + 1) / 2;
}
