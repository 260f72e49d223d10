import { type RowShape, spansFor } from './geometry.js';
import { planOf } from './optimise.js';
import { ranked } from './ranking.js';
import type { CellSpan, GridPlan, GridProduct } from './types.js';

/** The order and the grouping that a proposal meant, as far as it can be understood. */
interface Intent {
  readonly groups: readonly (readonly string[])[];
  readonly hero: string | null;
  readonly rationale: string;
}

/**
 * Plans that obey the hard rules and are close to a proposal: its hero and its order are kept, doubles and strangers
 * dropped, what is missing added; with its own grouping, in pairs and in threes. Only ids are taken over, never a text,
 * except for the rationale's words. Empty where there is nothing to go by.
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

/** Square where another full-width row would come too near to it. */
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

/** At most `most` to a row, and singles joined with their neighbours where there is room. */
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

/** No model needs more than this; a longer list is not read to its end. */
const list = (value: unknown, key: string): unknown[] => {
  const found = field(value, key);
  return Array.isArray(found) ? found.slice(0, 24) : [];
};
