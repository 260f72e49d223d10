import type { ChosenGrid, GridOptions, GridPlan, GridProduct, GridScore, GridViolation } from './types.js';

/**
 * The layout to serve. `proposal` is whatever a model answered (parsed JSON of any shape, or undefined): it is checked
 * by the hard rules and repaired; what is still broken, or scores below the rule-based layout, gives way to the optimum.
 * Titles and other texts of products never influence a layout. Deterministic.
 *
 * @throws CompositionError `too_many_products` for no available product or more than `MAX_GRID_PRODUCTS`
 */
export function planGrid(products: readonly GridProduct[], options: GridOptions = {}, proposal?: unknown): ChosenGrid {
  throw new Error(`not yet ${products.length}${options.width}${String(proposal)}`);
}

/** Every hard rule that a plan breaks; empty when it may be served. */
export function validateGridPlan(
  plan: unknown,
  products: readonly GridProduct[],
  options: GridOptions = {},
): GridViolation[] {
  throw new Error(`not yet ${products.length}${options.width}${String(plan)}`);
}

/** How good a plan is, by geometry and ranking. */
export function scoreGridPlan(plan: GridPlan, products: readonly GridProduct[], options: GridOptions = {}): GridScore {
  throw new Error(`not yet ${products.length}${options.width}${plan.version}`);
}

/** The JSON schema of a plan for structured output, with the ids that may be used. */
export function gridPlanSchema(productIds: readonly string[]): Record<string, unknown> {
  return { productIds };
}
