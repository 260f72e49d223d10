import type { Box } from '../types.js';
import type { CellCrop, CellSpan, GridCell, GridPlan } from './types.js';

/** CSS pixels: the margin of the email, the gap between cells, and the gap between rows. */
export const PADDING = 20;
export const GUTTER = 16;
export const ROW_GAP = 24;
export const DEFAULT_WIDTH = 600;

/** Height of title and price below an image. A rendering adds height for longer texts. */
const CAPTION = 84;

/** A narrower image of a product is not recognizable. */
export const MIN_CELL_WIDTH = 160;

export const RATIOS: Readonly<Record<CellCrop, number>> = { wide: 1.5, square: 1, portrait: 0.8 };

/**
 * The crops of each span: a portrait over the whole width would fill a screen, and a wide crop in a third is a slit.
 */
export const CROPS: Readonly<Record<CellSpan, readonly [CellCrop, ...CellCrop[]]>> = {
  6: ['wide', 'square'],
  4: ['wide'],
  3: ['square', 'portrait'],
  2: ['square', 'portrait'],
};

/** The width in pixels of a span of sixths in an email of this width. */
export function cellWidth(span: CellSpan, width: number): number {
  const inner = width - PADDING * 2;
  const third = (inner - GUTTER * 2) / 3;
  return span === 6 ? inner : span === 3 ? (inner - GUTTER) / 2 : span === 4 ? third * 2 + GUTTER : third;
}

/** The spans whose cells are wide enough (rule H5). */
export const spansFor = (width: number): readonly CellSpan[] =>
  ([6, 4, 3, 2] as const).filter((span) => span === 6 || minimumBeside(span, width) >= MIN_CELL_WIDTH);

/** A span of 4 shares its row with a span of 2, which is the narrower one. */
const minimumBeside = (span: CellSpan, width: number): number => cellWidth(span === 4 ? 2 : span, width);

export interface RowShape {
  readonly spans: readonly CellSpan[];
  /** The crops of the cells' images. All images of a row are as high as the highest one. */
  readonly crops: readonly CellCrop[];
}

/** The boxes of a row's images. A short row is centred. */
export function rowBoxes({ spans, crops }: RowShape, y: number, width: number): Box[] {
  const widths = spans.map((span) => cellWidth(span, width));
  const height = Math.max(...widths.map((own, index) => own / RATIOS[crops[index] ?? 'square']));
  const total = widths.reduce((sum, own) => sum + own, 0) + GUTTER * (widths.length - 1);
  let x = (width - total) / 2;
  return widths.map((own) => {
    const box = { x, y, width: own, height };
    x += own + GUTTER;
    return box;
  });
}

/** All images of a layout in reading order, each with its row number, and the height of the layout. */
export interface GridGeometry {
  readonly boxes: readonly Box[];
  readonly rowOf: readonly number[];
  readonly width: number;
  readonly height: number;
}

export function geometryOf(rows: readonly RowShape[], width: number): GridGeometry {
  const boxes: Box[] = [];
  const rowOf: number[] = [];
  let y = PADDING;
  rows.forEach((row, index) => {
    const placed = rowBoxes(row, y, width);
    boxes.push(...placed);
    rowOf.push(...placed.map(() => index));
    y += (placed[0]?.height ?? 0) + CAPTION + ROW_GAP;
  });
  return { boxes, rowOf, width, height: y - ROW_GAP + PADDING };
}

export const captionHeight = CAPTION;

export const shapeOf = ({ cells }: { cells: readonly GridCell[] }): RowShape => ({
  spans: cells.map(({ span }) => span),
  crops: cells.map(({ crop }) => crop),
});

export const geometryOfPlan = (plan: GridPlan, width: number): GridGeometry =>
  geometryOf(plan.rows.map(shapeOf), width);
