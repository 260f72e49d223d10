import type { ComposedPicture } from '../types.js';
import type {
  GridHtmlOptions,
  GridOptions,
  GridPictureOptions,
  GridPictureSize,
  GridPlan,
  GridProduct,
} from './types.js';

/** How large each cell's picture is to be, so that the HTML shows it uncut. Only products that have a `picture`. */
export function gridPictureSizes(
  plan: GridPlan,
  products: readonly GridProduct[],
  options: GridOptions = {},
): GridPictureSize[] {
  throw new Error(`not yet ${products.length}${options.width}${plan.version}`);
}

/**
 * A product picture for its cell: cut around the salient area, or, where that would lose more than 5% of it, whole on
 * a field of its edge's colour. Twice the size of the cell unless the original is smaller.
 */
export async function cutGridPicture(bytes: Uint8Array, size: GridPictureSize): Promise<Buffer> {
  await Promise.resolve([bytes, size]);
  throw new Error('not yet');
}

/**
 * A whole e-mail-safe document: tables, inline styles, one style sheet for phones (stacking below 480 px), live text for
 * names and prices, alt texts, under 102,400 bytes.
 */
export function renderGridHtml(plan: GridPlan, products: readonly GridProduct[], options: GridHtmlOptions): string {
  throw new Error(`not yet ${products.length}${options.width}${plan.version}`);
}

/** The same layout as one picture, twice as dense as the e-mail is wide. */
export async function renderGridPicture(
  plan: GridPlan,
  products: readonly GridProduct[],
  options: GridPictureOptions,
): Promise<ComposedPicture> {
  await Promise.resolve([plan, products, options]);
  throw new Error('not yet');
}
