import { CROPS, geometryOfPlan, MIN_CELL_WIDTH, spansFor } from './geometry.js';
import { assign, neighbours } from './ranking.js';
import { prominences } from './score.js';
import type { GridCell, GridPlan, GridProduct, GridRow, GridViolation } from './types.js';

type Rule = GridViolation['rule'];

const violation = (rule: Rule, pointer: string, detail: string): GridViolation => ({ rule, pointer, detail });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The hard rules that a plan breaks; empty if the plan may be served. The rules for products and rows are checked only
 * in a plan of the right shape, those for hero and families only if all earlier rules hold. `width` in CSS pixels.
 */
export function violationsOf(plan: unknown, products: readonly GridProduct[], width: number): GridViolation[] {
  const shape = shapeViolations(plan);
  if (shape.length > 0) return shape;
  const checked = plan as GridPlan;
  const found = [
    ...productViolations(checked, products),
    ...checked.rows.flatMap((row, index) => rowViolations(row, index, index === checked.rows.length - 1, width)),
  ];
  if (found.length > 0) return found;
  return [...heroViolations(checked, width), ...familyViolations(checked, products, width)];
}

function shapeViolations(plan: unknown): GridViolation[] {
  if (!isRecord(plan)) return [violation('shape', '', 'A plan is an object.')];
  const known = new Set(['version', 'rows', 'rationale']);
  const found = Object.keys(plan)
    .filter((key) => !known.has(key))
    .map((key) => violation('shape', `/${key}`, 'There is no such key.'));
  if (plan['version'] !== 1) found.push(violation('shape', '/version', 'The version is 1.'));
  if (typeof plan['rationale'] !== 'string') found.push(violation('shape', '/rationale', 'The rationale is a text.'));
  const rows: unknown = plan['rows'];
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > 12) {
    return [...found, violation('shape', '/rows', 'There are 1 to 12 rows.')];
  }
  return [...found, ...rows.flatMap((row: unknown, index) => rowShapeViolations(row, `/rows/${index}`))];
}

function rowShapeViolations(row: unknown, pointer: string): GridViolation[] {
  if (!isRecord(row) || !Array.isArray(row['cells']) || (row['mobile'] !== 'stack' && row['mobile'] !== 'pair')) {
    return [violation('shape', pointer, 'A row has cells, and `stack` or `pair` for phones.')];
  }
  return row['cells'].flatMap((cell: unknown, index: number) => {
    const place = `${pointer}/cells/${index}`;
    if (!isRecord(cell) || typeof cell['productId'] !== 'string') {
      return [violation('shape', place, 'A cell names a product.')];
    }
    const crops: readonly unknown[] | undefined = Object.entries(CROPS).find(
      ([span]) => Number(span) === cell['span'],
    )?.[1];
    if (!crops) return [violation('shape', `${place}/span`, 'A span is 2, 3, 4 or 6.')];
    if (cell['emphasis'] !== 'hero' && cell['emphasis'] !== 'normal') {
      return [violation('shape', `${place}/emphasis`, 'The emphasis is hero or normal.')];
    }
    return crops.includes(cell['crop'])
      ? []
      : [violation('shape', `${place}/crop`, `With this span the crop is ${crops.join(' or ')}.`)];
  });
}

function productViolations(plan: GridPlan, products: readonly GridProduct[]): GridViolation[] {
  const found: GridViolation[] = [];
  const seen = new Set<string>();
  const cells = plan.rows.flatMap((row, index) =>
    row.cells.map((cell, place) => ({ id: cell.productId, pointer: `/rows/${index}/cells/${place}/productId` })),
  );
  for (const { id, pointer } of cells) {
    const product = products.find((one) => one.id === id);
    if (!product) found.push(violation('H1', pointer, 'There is no such product.'));
    else if (product.available === false) found.push(violation('H10', pointer, 'The product is not available.'));
    if (seen.has(id)) found.push(violation('H1', pointer, 'The product is there already.'));
    seen.add(id);
  }
  const missing = products.filter(({ id, available }) => available !== false && !seen.has(id));
  return [...found, ...missing.map(({ id }) => violation('H1', '/rows', `The product ${id.slice(0, 40)} is missing.`))];
}

function rowViolations({ cells, mobile }: GridRow, index: number, last: boolean, width: number): GridViolation[] {
  const pointer = `/rows/${index}`;
  if (cells.length < 1 || cells.length > 3) return [violation('H3', `${pointer}/cells`, 'A row has 1 to 3 cells.')];
  const found: GridViolation[] = [];
  const sum = cells.reduce((total, { span }) => total + span, 0);
  if (sum > 6 || (sum < 6 && !(last && isShort(cells)))) {
    found.push(
      violation('H2', `${pointer}/cells`, 'The spans of a row make 6; only the last may have less, as 2, 3 or 2 + 2.'),
    );
  }
  const narrow = cells.some(({ span }) => !spansFor(width).includes(span));
  if (narrow) {
    found.push(violation('H5', `${pointer}/cells`, `A cell would be less than ${MIN_CELL_WIDTH} pixels wide.`));
  }
  if (mobile === 'pair' && cells.length < 2) {
    found.push(violation('H6', `${pointer}/mobile`, 'One cell makes no pair.'));
  }
  return found;
}

const isShort = (cells: readonly GridCell[]): boolean =>
  ['2', '3', '2+2'].includes(cells.map(({ span }) => span).join('+'));

function heroViolations(plan: GridPlan, width: number): GridViolation[] {
  const cells = plan.rows.flatMap((row) => row.cells);
  const heroes = cells.flatMap(({ emphasis }, index) => (emphasis === 'hero' ? [index] : []));
  const [hero] = heroes;
  if (hero === undefined || heroes.length > 1) return [violation('H4', '/rows', 'Exactly one cell is the hero.')];
  const areas = geometryOfPlan(plan, width).boxes.map((box) => box.width * box.height);
  const limit = (areas[hero] ?? 0) * 0.75 + 1e-6;
  const rivals = areas.some((area, index) => index !== hero && area > limit);
  return rivals ? [violation('H4', '/rows', "Another image has more than 75% of the hero's area.")] : [];
}

/** Reports neighbours of one family, but only if another order of the products in the same rows would separate them. */
function familyViolations(plan: GridPlan, products: readonly GridProduct[], width: number): GridViolation[] {
  const cells = plan.rows.flatMap((row) => row.cells);
  const families = cells.map(({ productId }) => products.find(({ id }) => id === productId)?.family);
  const geometry = geometryOfPlan(plan, width);
  const pairs = neighbours(geometry.rowOf);
  const together = pairs.some(([a, b]) => families[a] !== undefined && families[a] === families[b]);
  if (
    !together ||
    !assign(
      prominences(geometry),
      families.map(() => 0),
      families,
      pairs,
    )
  ) {
    return [];
  }
  return [violation('H11', '/rows', 'Products of one family stand side by side though they need not.')];
}
