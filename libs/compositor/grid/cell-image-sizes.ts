import { DEFAULT_WIDTH, geometryOfPlan } from './geometry.js';
import type { GridOptions, CellImageSize, GridPlan, GridProduct } from './types.js';

/** The size of each cell's image, so that the HTML does not crop it. Skips products without an image. */
export function cellImageSizes(
  plan: GridPlan,
  products: readonly GridProduct[],
  options: GridOptions = {},
): CellImageSize[] {
  const { boxes } = geometryOfPlan(plan, options.width ?? DEFAULT_WIDTH);
  const cells = plan.rows.flatMap((row) => row.cells);
  return cells.flatMap(({ productId }, index) => {
    const box = boxes[index];
    const shown = products.some(({ id, image }) => id === productId && image);
    return box && shown ? [{ productId, width: Math.round(box.width), height: Math.round(box.height) }] : [];
  });
}
