import { CROPS, DEFAULT_WIDTH, geometryOfPlan, type RowShape, spansFor } from './geometry.js';
import { optimalPlan, planOf } from './optimise.js';
import { ranked } from './ranking.js';
import { repairedPlans } from './repair.js';
import { prominences, rankAgreement, scoreOf } from './score.js';
import type { CellSpan, ChosenGrid, GridOptions, GridPlan, GridProduct, GridScore, GridViolation } from './types.js';
import { violationsOf } from './validate.js';

/**
 * Chooses the layout to serve. `proposal` is a model's answer (parsed JSON of any shape, or undefined). It is checked
 * by the hard rules and repaired. If it is still broken, or scores below the rule-based layouts, the optimum replaces
 * it. Titles and other texts of products never influence a layout. Deterministic.
 *
 * @throws CompositionError `too_many_products` for no available product or more than `MAX_GRID_PRODUCTS`
 */
export function planGrid(products: readonly GridProduct[], options: GridOptions = {}, proposal?: unknown): ChosenGrid {
  const { width = DEFAULT_WIDTH } = options;
  const optimum = optimalPlan(products, width);
  const best = scoreGridPlan(optimum, products, options);
  const reference = {
    optimum: best.total,
    ruleBased: geometryOnly(ruleBased(products, width), products, width),
    uniform: Math.max(
      ...([2, 3] as const).map((columns) => geometryOnly(uniform(products, columns, width), products, width)),
    ),
  };
  const fallback = { plan: optimum, score: best, source: 'optimiser' as const, reference };
  if (proposal === undefined) return { ...fallback, proposal: null };
  const violations = violationsOf(proposal, products, width);
  const valid = violations.length === 0;
  const candidates = valid ? [proposal as GridPlan] : repairedPlans(proposal, products, width);
  const [chosen] = candidates
    .map((plan) => ({ plan, score: scoreGridPlan(plan, products, options) }))
    .toSorted((a, b) => b.score.total - a.score.total);
  const points = chosen?.score.total ?? 0;
  const judged = { score: valid ? points : 0, repairedScore: points, violations };
  if (!chosen || points < Math.max(reference.ruleBased, reference.uniform)) return { ...fallback, proposal: judged };
  return { ...chosen, source: valid ? 'model' : 'repaired', reference, proposal: judged };
}

/** The hard rules that a plan breaks, as `violationsOf` reports them; empty if the plan can be served. */
export const validateGridPlan = (
  plan: unknown,
  products: readonly GridProduct[],
  options: GridOptions = {},
): GridViolation[] => violationsOf(plan, products, options.width ?? DEFAULT_WIDTH);

/** Scores a plan by geometry and ranking. The score and all terms are 0 if it breaks a hard rule. */
export function scoreGridPlan(plan: GridPlan, products: readonly GridProduct[], options: GridOptions = {}): GridScore {
  const { width = DEFAULT_WIDTH } = options;
  if (violationsOf(plan, products, width).length === 0) return scored(plan, products, width);
  const none = {
    rank: 0,
    hero: 0,
    unique: 0,
    orphan: 0,
    align: 0,
    length: 0,
    rhythm: 0,
    util: 0,
    legible: 0,
    variety: 0,
  };
  return { total: 0, terms: none };
}

function scored(plan: GridPlan, products: readonly GridProduct[], width: number): GridScore {
  const geometry = geometryOfPlan(plan, width);
  const { products: order, priorities } = ranked(products);
  const cells = plan.rows.flatMap((row) => row.cells);
  const wanted = cells.map(({ productId }) => priorities[order.findIndex(({ id }) => id === productId)] ?? 0);
  const kinds = plan.rows.map((row) => row.cells.map(({ span }) => span).join('+'));
  const lastRowFill = plan.rows.at(-1)?.cells.reduce<number>((sum, { span }) => sum + span, 0) ?? 0;
  const hero = Math.max(
    0,
    cells.findIndex(({ emphasis }) => emphasis === 'hero'),
  );
  return scoreOf({ geometry, kinds, lastRowFill, hero }, rankAgreement(wanted, prominences(geometry)));
}

/** Uniform layouts have no hero and would score 0, so they are compared by the sum of their terms. */
const geometryOnly = (plan: GridPlan, products: readonly GridProduct[], width: number): number =>
  scored(plan, products, width).total;

/** The obvious layout: the first product large, the others in pairs below. */
function ruleBased(products: readonly GridProduct[], width: number): GridPlan {
  const { products: order } = ranked(products);
  const pair: CellSpan = spansFor(width).includes(3) ? 3 : 6;
  const rows: RowShape[] = [
    { spans: [6], crops: [pair === 3 ? 'wide' : 'square'] },
    ...columnsOf(order.length - 1, pair),
  ];
  return planOf(rows, order, width);
}

function uniform(products: readonly GridProduct[], columns: 2 | 3, width: number): GridPlan {
  const { products: order } = ranked(products);
  const span: CellSpan = columns === 2 ? 3 : 2;
  return planOf(columnsOf(order.length, spansFor(width).includes(span) ? span : 6), order, width);
}

function columnsOf(count: number, span: CellSpan): RowShape[] {
  const columns = 6 / span;
  return Array.from({ length: Math.ceil(count / columns) }, (_, row) => {
    const cells = Math.min(columns, count - row * columns);
    return {
      spans: Array.from({ length: cells }, () => span),
      crops: Array.from({ length: cells }, () => CROPS[span][0]),
    };
  });
}

/** The JSON schema of a plan for a model's structured output, restricted to the given ids. */
export function gridPlanSchema(productIds: readonly string[]): Record<string, unknown> {
  const object = (properties: Record<string, unknown>) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  const cell = object({
    productId: { type: 'string', enum: [...productIds] },
    span: { type: 'integer', enum: [2, 3, 4, 6], description: 'Sixths of the width; those of a row make 6.' },
    emphasis: { type: 'string', enum: ['hero', 'normal'], description: 'Exactly one cell of all is the hero.' },
    crop: {
      type: 'string',
      enum: ['square', 'portrait', 'wide'],
      description: 'Span 6: wide or square; 4: wide; 3 and 2: square or portrait.',
    },
  });
  const row = object({ cells: { type: 'array', items: cell }, mobile: { type: 'string', enum: ['stack', 'pair'] } });
  return object({
    version: { type: 'integer', enum: [1] },
    rows: { type: 'array', items: row },
    rationale: { type: 'string' },
  });
}
