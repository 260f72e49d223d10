import { CompositionError } from '../composition-error.js';
import { geometryOf, type GridGeometry, type RowShape } from './geometry.js';
import { assign, neighbours, ranked } from './ranking.js';
import { geometryScore, prominences, RANK_POINTS, rankAgreement, type Scored } from './score.js';
import { orderedStructures, structures } from './structures.js';
import { type GridPlan, type GridProduct, MAX_GRID_PRODUCTS } from './types.js';

/** A layout without products. */
export interface Candidate {
  readonly rows: readonly RowShape[];
  readonly points: number;
}

/** The number of best layouts that are kept, because families may rule out the best ones. */
const SHORTLIST = 400;
const shortlists = new Map<string, readonly Candidate[]>();

/** The order of rows matters if families have to be kept apart. Up to this many products all orders are tried. */
const MOST_FOR_ALL_ORDERS = 8;

/** The best layouts for a number of products, independent of the products. Computed once per number and width. */
export function bestStructures(count: number, width: number, families: boolean): readonly Candidate[] {
  const everyOrder = families && count <= MOST_FOR_ALL_ORDERS;
  const key = `${count}/${width}/${everyOrder}`;
  const known = shortlists.get(key);
  if (known) return known;
  const found: Candidate[] = [];
  for (const rows of everyOrder ? structures(count, width) : orderedStructures(count, width)) {
    const scored = describe(rows, width);
    if (scored) found.push({ rows: [...rows], points: geometryScore(scored) });
  }
  const best = found.sort((a, b) => b.points - a.points).slice(0, SHORTLIST);
  shortlists.set(key, best);
  return best;
}

/** Null if no cell is clearly larger than all others (rule H4). */
export function describe(rows: readonly RowShape[], width: number): Scored | null {
  const geometry = geometryOf(rows, width);
  const hero = heroOf(geometry);
  if (hero === null) return null;
  const lastRowFill = rows.at(-1)?.spans.reduce<number>((sum, span) => sum + span, 0) ?? 0;
  return { geometry, kinds: rows.map(({ spans }) => spans.join('+')), lastRowFill, hero };
}

/** The cell whose image is at least a third larger than all others. */
export function heroOf({ boxes }: GridGeometry): number | null {
  const areas = boxes.map((box) => box.width * box.height);
  const largest = Math.max(...areas);
  const hero = areas.indexOf(largest);
  return areas.every((area, index) => index === hero || area <= largest * 0.75 + 1e-6) ? hero : null;
}

/** The plan with the highest possible score for these products. */
export function optimalPlan(products: readonly GridProduct[], width: number): GridPlan {
  const ranking = ranked(products);
  const count = ranking.products.length;
  if (count === 0 || count > MAX_GRID_PRODUCTS) {
    throw new CompositionError(
      'too_many_products',
      `A grid takes 1 to ${MAX_GRID_PRODUCTS} available products.`,
      'products',
    );
  }
  const families = ranking.products.map(({ family }) => family);
  let best: { rows: readonly RowShape[]; cells: readonly number[]; points: number } | null = null;
  for (const { rows, points } of bestStructures(count, width, repeats(families))) {
    if (best && points + RANK_POINTS <= best.points) break;
    const geometry = geometryOf(rows, width);
    const prominence = prominences(geometry);
    // Rule H11 does not apply if no order of the products in these rows can keep each family apart.
    const cells =
      assign(prominence, ranking.priorities, families, neighbours(geometry.rowOf)) ??
      assign(prominence, ranking.priorities, families, []) ??
      [];
    const agreement = rankAgreement(
      cells.map((index) => ranking.priorities[index] ?? 0),
      prominence,
    );
    const total = points + RANK_POINTS * agreement;
    if (!best || total > best.points + 1e-9) best = { rows, cells, points: total };
  }
  return planOf(best?.rows ?? [], best?.cells.map((index) => ranking.products[index]) ?? [], width);
}

const repeats = (families: readonly (string | undefined)[]): boolean => {
  const named = families.filter((family) => family !== undefined);
  return new Set(named).size < named.length;
};

/** Builds a plan from rows and the products of their cells in reading order. */
export function planOf(
  rows: readonly RowShape[],
  products: readonly (GridProduct | undefined)[],
  width: number,
): GridPlan {
  const hero = heroOf(geometryOf(rows, width)) ?? 0;
  let next = 0;
  return {
    version: 1,
    rows: rows.map(({ spans, crops }) => ({
      cells: spans.map((span, index) => {
        const cell = next;
        next += 1;
        return {
          productId: products[cell]?.id ?? '',
          span,
          emphasis: cell === hero ? ('hero' as const) : ('normal' as const),
          crop: crops[index] ?? 'square',
        };
      }),
      mobile: spans.length > 1 && !spans.includes(4) ? ('pair' as const) : ('stack' as const),
    })),
    rationale: 'The most important product leads; the others follow by importance.',
  };
}
