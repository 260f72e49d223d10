import { DEFAULT_WIDTH, geometryOfPlan } from './geometry.js';
import type { GridOptions, GridPictureSize, GridPlan, GridProduct } from './types.js';

/** How large each cell's picture is to be, so that the HTML shows it uncut. Only products that have a `picture`. */
export function gridPictureSizes(
  plan: GridPlan,
  products: readonly GridProduct[],
  options: GridOptions = {},
): GridPictureSize[] {
  const { boxes } = geometryOfPlan(plan, options.width ?? DEFAULT_WIDTH);
  const cells = plan.rows.flatMap((row) => row.cells);
  return cells.flatMap(({ productId }, index) => {
    const box = boxes[index];
    const shown = products.some(({ id, picture }) => id === productId && picture);
    return box && shown ? [{ productId, width: Math.round(box.width), height: Math.round(box.height) }] : [];
  });
}
