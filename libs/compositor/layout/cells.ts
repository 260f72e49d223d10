import type { Box } from '../types.js';

/** The share of a cell's height that its product has above a caption. */
const ABOVE_CAPTION = 0.8;

/**
 * Cells that fill the area, one for each of the products' proportions, in reading order: rows of equal height, or the
 * first product tall at the side and the others stacked beside it. The products get as large as they can together.
 */
export function cellsFor(aspects: readonly number[], area: Box, gap: number): Box[] {
  const count = aspects.length;
  const choices = Array.from({ length: count }, (_, index) => inRows(rowsOf(count, index + 1), area, gap));
  if (count === 3 || count === 4) choices.push(withLead(count, area, gap));
  return choices.reduce((one, other) => (worth(other, aspects) > worth(one, aspects) ? other : one));
}

function inRows(rows: readonly number[], area: Box, gap: number): Box[] {
  const height = (area.height - gap * (rows.length - 1)) / rows.length;
  return rows.flatMap((columns, row) => {
    const width = (area.width - gap * (columns - 1)) / columns;
    return Array.from({ length: columns }, (_, column) => ({
      x: area.x + column * (width + gap),
      y: area.y + row * (height + gap),
      width,
      height,
    }));
  });
}

/** The share of the width that a leading product has beside the others. */
const LEAD = 0.48;

function withLead(count: number, area: Box, gap: number): Box[] {
  const width = area.width * LEAD;
  const rest = { ...area, x: area.x + width + gap, width: area.width - width - gap };
  return [
    { ...area, width },
    ...inRows(
      Array.from({ length: count - 1 }, () => 1),
      rest,
      gap,
    ),
  ];
}

/** The numbers of cells in each row; the longer rows come last. */
function rowsOf(count: number, rows: number): number[] {
  const least = Math.floor(count / rows);
  const longer = count % rows;
  return Array.from({ length: rows }, (_, row) => least + (row >= rows - longer ? 1 : 0));
}

/** How much a half empty cell counts against a small product. */
const EMPTY = 0.4;

/** How large the products get in their cells together: a small one weighs more than a large one. */
const worth = (cells: readonly Box[], aspects: readonly number[]): number =>
  cells.reduce((sum, { width, height }, at) => {
    const aspect = aspects[at] ?? 1;
    const wide = Math.max(1, Math.min(width, height * ABOVE_CAPTION * aspect));
    const product = (wide * wide) / aspect;
    return sum + Math.log(product) + EMPTY * Math.log(product / (width * height));
  }, 0);
