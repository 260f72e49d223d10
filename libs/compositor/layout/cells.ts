import type { Box } from '../types.js';

/** Rows of equal height that fill the area with `count` cells whose sides differ least. */
export function cellsFor(count: number, area: Box, gap: number): Box[] {
  const choices = Array.from({ length: count }, (_, index) => rowsOf(count, index + 1));
  const best = choices.reduce((one, other) => (cost(other, area, gap) < cost(one, area, gap) ? other : one));
  const height = (area.height - gap * (best.length - 1)) / best.length;
  return best.flatMap((columns, row) => {
    const width = (area.width - gap * (columns - 1)) / columns;
    return Array.from({ length: columns }, (_, column) => ({
      x: area.x + column * (width + gap),
      y: area.y + row * (height + gap),
      width,
      height,
    }));
  });
}

/** The numbers of cells in each row; the longer rows come last. */
function rowsOf(count: number, rows: number): number[] {
  const least = Math.floor(count / rows);
  const longer = count % rows;
  return Array.from({ length: rows }, (_, row) => least + (row >= rows - longer ? 1 : 0));
}

function cost(rows: readonly number[], area: Box, gap: number): number {
  const height = (area.height - gap * (rows.length - 1)) / rows.length;
  const ratios = rows.map((columns) => (area.width - gap * (columns - 1)) / columns / height);
  return Math.max(...ratios.map((ratio) => Math.abs(Math.log(Math.max(0.01, ratio) / 0.95))));
}
