import { encodeImage } from '../image/encode.js';
import { mostGridBytesOf } from '../image/limits.js';
import { DEFAULT_WIDTH } from '../grid/geometry.js';
import { GRID_FAMILIES } from '../grid-families/index.js';
import type { GridImageOptions, GridLook, GridPlan, GridProduct } from '../grid/types.js';
import type { Scene } from '../layout/types.js';
import { criticOf, firstLegible } from '../paint/first-legible.js';
import { seenWidth } from '../shown.js';
import type { Box, ComposedImage, EncodedImage, Palette } from '../types.js';
import { type GridCandidate, gridCandidates } from './candidates.js';
import { type CellContent, cellsOf, type GridContent, prepareGrid } from './content.js';

/** A grid, the family that gave its cells their form, and what the critic says of it. */
export interface ComposedGrid extends ComposedImage {
  readonly family: string;
  /** The critic's figures by the names of its rules. */
  readonly critic: Readonly<Record<string, number>>;
  /** The hard rules that every candidate broke. */
  readonly violations: readonly string[];
  /** For the HTML: the form of the cells, and, if they were asked for, the images of the tiles as JPEG. */
  readonly look: GridLook;
  readonly tiles: readonly { readonly productId: string; readonly image: EncodedImage }[];
}

/**
 * Draws the plan as one image with twice the pixels of the email, in the family whose layout the critic prefers. Rows
 * are as high as their texts need. Deterministic.
 *
 * @throws CompositionError `text_not_drawable`, `text_does_not_fit`, and those of `inspectImage`, with `place` =
 * `products/0` in the given order
 */
export async function composeGrid(
  plan: GridPlan,
  products: readonly GridProduct[],
  options: GridImageOptions,
): Promise<ComposedGrid> {
  const { width = DEFAULT_WIDTH, shownWidth = width, brand, format, family, withTiles = false } = options;
  const content = await prepareGrid(plan, products, options);
  const cells = cellsOf(content);
  const assets = { brand, products: cells.map(({ image }) => image), logo: null, background: null, seed: 0 };
  const shown = cells.filter(({ image }) => withTiles && image !== null);
  const candidates = candidatesFor(content, brand.palette, family);
  const { scene, look, verdict, painted } = await firstLegible(candidates, assets, (drawn) =>
    shown.map(({ index }) => tileOf(drawn, index)),
  );
  const encoded = await encodeImage(
    painted.image,
    format,
    mostGridBytesOf(seenWidth({ width: content.width, shownWidth })),
  );
  const tiles = await Promise.all(
    shown.map(async ({ product }, at) => {
      const cut = painted.cuts[at];
      return cut ? [{ productId: product.id, image: await encodeImage(cut, 'jpeg') }] : [];
    }),
  );
  return {
    ...encoded,
    altText: cells.map(({ product: { title, price } }) => (price ? `${title}, ${price}` : title)).join('; '),
    overlays: painted.overlays,
    products: cells.map((cell) => ({ title: cell.product.title, box: boxOf(scene, cell) })),
    scrim: 0,
    family: scene.family,
    critic: criticOf(verdict, painted),
    violations: verdict.violations.map(({ name }) => name),
    look,
    tiles: tiles.flat(),
  };
}

/** A family that is asked for is taken unless it breaks a hard rule where another does not. */
function candidatesFor(content: GridContent, palette: Palette, wanted: string | undefined): GridCandidate[] {
  const own = GRID_FAMILIES.filter(({ name }) => name === wanted);
  const first = gridCandidates(content, own, palette);
  if (first[0]?.verdict.violations.length === 0) return first;
  const others = gridCandidates(
    content,
    GRID_FAMILIES.filter(({ name }) => name !== wanted),
    palette,
  );
  const broken = ({ verdict }: GridCandidate): number => verdict.violations.length;
  return [...first, ...others].toSorted((a, b) => broken(a) - broken(b));
}

const NOWHERE: Box = { x: 0, y: 0, width: 1, height: 1 };

const tileOf = ({ cells = [] }: Scene, index: number): Box =>
  cells.find((cell) => cell.index === index)?.image ?? NOWHERE;

/** The box around the visible product; of a product without an image its tile. */
function boxOf(scene: Scene, { index }: CellContent): Box {
  const found = scene.elements.find((element) => element.kind === 'product' && element.index === index);
  return found?.box ?? tileOf(scene, index);
}
