import { type RowShape, spansFor } from './geometry.js';
import { planOf } from './optimise.js';
import { ranked } from './ranking.js';
import type { CellSpan, GridPlan, GridProduct } from './types.js';

/** The order and the grouping that a proposal intends, as far as they can be recognized. */
interface Intent {
  readonly groups: readonly (readonly string[])[];
  readonly hero: string | null;
  readonly rationale: string;
}

/**
 * Plans that obey the hard rules and are close to a proposal: they keep its hero and its order, drop repeated and
 * unknown products, and add missing ones. They are grouped as proposed, in pairs and in threes. Of the proposal's texts
 * only the rationale is used. Empty if the proposal names no product.
 */
export function repairedPlans(proposal: unknown, products: readonly GridProduct[], width: number): GridPlan[] {
  const ids = ranked(products).products.map(({ id }) => id);
  const { groups, hero, rationale } = intentOf(proposal, ids);
  if (groups.length === 0) return [];
  const placed = new Set(groups.flat());
  const rest = ids.filter((id) => !placed.has(id));
  const lead = hero ?? ids[0] ?? '';
  const most = spansFor(width).includes(2) ? 3 : spansFor(width).includes(3) ? 2 : 1;
  const own = [...groups, rest].map((group) => group.filter((id) => id !== lead));
  const flat = own.flat();
  return [regroup(own, most), inRows(flat, Math.min(2, most)), inRows(flat, most)].map((others) => {
    const rows: RowShape[] = [
      leadRow(others, width),
      ...others.map((group, index) => rowFor(group.length, index === others.length - 1, width)),
    ];
    const order = [lead, ...flat].map((id) => products.find((product) => product.id === id));
    return { ...planOf(rows, order, width), rationale };
  });
}

const inRows = (ids: readonly string[], length: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / length) }, (_, index) => ids.slice(index * length, (index + 1) * length));

/** Square if another full-width row would come too close in size. */
const leadRow = (others: readonly (readonly string[])[], width: number): RowShape => ({
  spans: [6],
  crops: [
    others.some((group, index) => rowFor(group.length, index === others.length - 1, width).spans[0] === 6)
      ? 'square'
      : 'wide',
  ],
});

function rowFor(cells: number, last: boolean, width: number): RowShape {
  const span: CellSpan = cells === 3 ? 2 : cells === 2 ? 3 : last && spansFor(width).includes(3) ? 3 : 6;
  return {
    spans: Array.from({ length: cells }, () => span),
    crops: Array.from({ length: cells }, () => (span === 6 ? 'wide' : 'square')),
  };
}

/** At most `most` cells per row. Single cells join their neighbours if there is room. */
function regroup(groups: readonly (readonly string[])[], most: number): string[][] {
  const parts = groups.flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / most) }, (_, index) => group.slice(index * most, (index + 1) * most)),
  );
  const rows: string[][] = [];
  for (const part of parts) {
    const last = rows.at(-1);
    if (last && (last.length === 1 || part.length === 1) && last.length + part.length <= most) last.push(...part);
    else if (last?.length === 1 && part.length === 3) rows.splice(-1, 1, [...last, ...part.slice(0, 1)], part.slice(1));
    else rows.push([...part]);
  }
  return rows;
}

function intentOf(proposal: unknown, ids: readonly string[]): Intent {
  const seen = new Set<string>();
  let hero: string | null = null;
  const groups = list(proposal, 'rows').map((row) =>
    list(row, 'cells').flatMap((cell) => {
      const id = field(cell, 'productId');
      if (typeof id !== 'string' || !ids.includes(id) || seen.has(id)) return [];
      seen.add(id);
      if (field(cell, 'emphasis') === 'hero') hero ??= id;
      return [id];
    }),
  );
  const rationale = field(proposal, 'rationale');
  return {
    groups: groups.filter((group) => group.length > 0),
    hero,
    rationale: typeof rationale === 'string' ? rationale.slice(0, 300) : '',
  };
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/** Longer lists are not read to their end: no valid proposal needs more entries. */
const list = (value: unknown, key: string): unknown[] => {
  const found = field(value, key);
  return Array.isArray(found) ? found.slice(0, 24) : [];
};
