import { at } from '../image/at.js';
import type { GridCell, GridImageOptions, GridPlan, GridProduct } from '../grid/types.js';
import { sharedGround } from '../layout/shared-ground.js';
import { luminanceOf } from '../product/luminance.js';
import { prepareProduct } from '../product/prepare.js';
import type { ProductImage } from '../product/types.js';
import { type Typeface, typefaceFor } from '../text/typeface.js';
import { DEFAULT_WIDTH } from '../grid/geometry.js';
import type { BrandKit } from '../types.js';

/** Image pixels per CSS pixel of the email: clients on high-density screens show twice as many. */
export const DENSITY = 2;

/** A product in its cell. */
export interface CellContent {
  readonly cell: GridCell;
  /** In reading order, from 0. */
  readonly index: number;
  /** Of the product in the request, for errors. */
  readonly place: string;
  readonly product: GridProduct;
  /** Null for a product without an image. */
  readonly image: ProductImage | null;
  readonly luminance: number;
  readonly title: Typeface;
  /** The name in the font of headlines. */
  readonly heading: Typeface;
  readonly price: Typeface | null;
  readonly compareAtPrice: Typeface | null;
}

/** Everything that a grid has to place; no pixels. */
export interface GridContent {
  readonly rows: readonly (readonly CellContent[])[];
  /** Pixels of the image. */
  readonly width: number;
  /** Pixels of the image per CSS pixel as it is shown: sizes of type refer to it. */
  readonly density: number;
  readonly cornerRadius: number;
  readonly loud: boolean;
  readonly fromTheRight: boolean;
}

/** Opens the images and shapes the texts of the products that the plan names. */
export async function prepareGrid(
  plan: GridPlan,
  products: readonly GridProduct[],
  options: Pick<GridImageOptions, 'width' | 'shownWidth' | 'brand' | 'images'>,
): Promise<GridContent> {
  const { width = DEFAULT_WIDTH, shownWidth = width, brand, images } = options;
  let index = 0;
  const rows = plan.rows.map(({ cells }) =>
    cells.flatMap((cell) => {
      const number = products.findIndex(({ id }) => id === cell.productId);
      const product = products[number];
      return product ? [{ cell, product, index: index++, place: `products/${number}` }] : [];
    }),
  );
  const prepared = await Promise.all(
    rows.map(async (row) =>
      Promise.all(
        row.map(async (one): Promise<CellContent> => {
          const bytes = images[one.product.id];
          const image = bytes ? await at(one.place, prepareProduct(bytes)) : null;
          return {
            ...one,
            image,
            luminance: image ? luminanceOf(image) : 1,
            ...facesOf(one.product, one.place, brand),
          };
        }),
      ),
    ),
  );
  return {
    rows: prepared,
    width: width * DENSITY,
    density: (width * DENSITY) / shownWidth,
    cornerRadius: brand.cornerRadius * DENSITY,
    loud: brand.tone === 'bold',
    fromTheRight: prepared[0]?.[0]?.title.direction === 'rtl',
  };
}

/** @throws CompositionError `text_not_drawable` */
function facesOf({ title, price, compareAtPrice }: GridProduct, place: string, { fonts }: BrandKit) {
  const face = (text: string | null | undefined, bold: boolean) =>
    text?.trim() ? typefaceFor(text, fonts.body, bold, place) : null;
  const now = face(price, true);
  return {
    title: typefaceFor(title, fonts.body, false, place),
    heading: typefaceFor(title, fonts.heading, true, place),
    price: now,
    compareAtPrice: now && face(compareAtPrice, false),
  };
}

export const cellsOf = ({ rows }: GridContent): CellContent[] => rows.flat();

/**
 * The ground of the grid and of all its tiles where a photograph with a near-white ground stands beside other products:
 * on any other ground the tiles would be white boxes.
 */
export const whiteGroundOf = (content: GridContent): string | undefined =>
  sharedGround(cellsOf(content).map(({ image }) => image?.ground));
