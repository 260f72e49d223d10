import { cellParts, type Page } from './html-cell.js';
import type { CellLook, GridRow, RowLook } from './types.js';

/** Free space around words, in CSS pixels. */
const BELOW = 12;
const ON_TILE = 16;
const BESIDE = 24;

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
/** Cells with rounded corners need borders of their own. */
const SEPARATE = 'table-layout:fixed;border-collapse:separate;border-spacing:0';

/** A row of the document's table, with the line above it. */
export function renderRow(page: Page, row: RowLook | undefined, mobile: GridRow['mobile'], width: number): string {
  if (!row) return '';
  const [only] = row.cells;
  const inner = row.beside && only ? besideRow(page, only, row.beside) : cellsRow(page, row, mobile, width);
  const space = Math.round(row.space);
  const lined = row.line
    ? `<div style="border-top:1px solid ${row.line};padding-top:${space / 2}px">${inner}</div>`
    : inner;
  const above = row.line ? space / 2 : space;
  const side = Math.round(page.look.margin);
  return `<tr><td class="e" align="center" style="padding:${above}px ${side}px 0">${lined}</td></tr>`;
}

const widthOf = ({ cells }: RowLook, gap: number): number =>
  cells.reduce((sum, { cellWidth }) => sum + cellWidth, 0) + gap * (cells.length - 1);

/** The words beside the image. The image comes first in the source, so that it is above them on a phone. */
function besideRow(page: Page, cell: CellLook, side: 'left' | 'right'): string {
  const { image, words } = cellParts(page, cell);
  const part = (cell.width / cell.cellWidth) * 100;
  const { radius } = page.look;
  const ground = cell.isCard ? `;background-color:${cell.tile};border-radius:${radius}px` : '';
  const pad =
    side === 'right'
      ? `${BELOW}px ${ON_TILE}px ${BELOW}px ${BESIDE}px`
      : `${BELOW}px ${BESIDE}px ${BELOW}px ${ON_TILE}px`;
  return (
    `<table ${TABLE} class="t" width="100%"${side === 'left' ? ' dir="rtl"' : ''} style="width:100%;${SEPARATE}${ground}"><tr>` +
    `<td class="c" dir="ltr" width="${cell.width}" valign="middle" style="width:${part.toFixed(2)}%">${image}</td>` +
    `<td class="c" dir="ltr" valign="middle" style="width:${(100 - part).toFixed(2)}%;padding:${pad}">${words}</td></tr></table>`
  );
}

function cellsRow(page: Page, row: RowLook, mobile: GridRow['mobile'], width: number): string {
  const { gap, margin } = page.look;
  const total = widthOf(row, gap);
  const inner = width - margin * 2;
  const parts = row.cells.map((cell, index) => {
    const classes = phoneClass(mobile, index, row.cells.length);
    return renderCell(page, cell, { classes, share: share(cell.cellWidth, total) });
  });
  const gutter = `<td class="g" width="${Math.round(gap)}" style="width:${share(gap, total)};font-size:0">&nbsp;</td>`;
  const isFull = total > inner - 3;
  return (
    `<table ${TABLE} class="t" width="${isFull ? '100%' : Math.round(total)}" style="width:${isFull ? '100%' : share(total, inner)};${SEPARATE}"><tr>` +
    `${parts.join(gutter)}</tr></table>`
  );
}

/** The third cell of a row of pairs is centred below the others. */
const phoneClass = (mobile: GridRow['mobile'], index: number, count: number): string =>
  mobile === 'stack' || count === 1 ? 'c s' : index === 2 ? 'c o' : `c p ${index % 2 ? 'b' : 'a'}`;

/**
 * The width in percent, so that the grid can shrink. Email clients that ignore percentages use the `width` attributes.
 */
const share = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(2)}%`;

function renderCell(page: Page, cell: CellLook, { classes, share: of }: { classes: string; share: string }): string {
  const { image, words } = cellParts(page, cell);
  const { gap, radius } = page.look;
  const ground = cell.isCard ? `;background-color:${cell.tile};border-radius:${radius}px` : '';
  const lowered = cell.lowered > 0 ? `;padding-top:${cell.lowered}px` : '';
  const side = cell.isCard || gap === 0 ? ON_TILE : 0;
  const pad = `padding:${BELOW}px ${side}px ${cell.isCard ? ON_TILE : 0}px`;
  return (
    `<td class="${classes}" width="${Math.round(cell.cellWidth)}" valign="top" style="width:${of}${ground}${lowered}">` +
    `${image}<div style="${pad}">${words}</div></td>`
  );
}
