import type { ProductElement, Scene, SceneCell, TextElement } from '../layout/types.js';
import type { Box } from '../types.js';
import { areaOf } from './boxes.js';
import { productsIn, textsIn } from './scene.js';
import { atLeast, atMost, type Figure } from './types.js';

/** The products of a grid in their cells; nothing for a banner. */
function cellsWithProducts(scene: Scene): { cell: SceneCell; product: ProductElement }[] {
  const products = productsIn(scene);
  return (scene.cells ?? []).flatMap((cell) => {
    const product = products.find(({ index }) => index === cell.index);
    return product ? [{ cell, product }] : [];
  });
}

/** The least share of a tile that its product takes, of what a product of its proportions can take. */
export function cellShare(scene: Scene): Figure | null {
  const shares = cellsWithProducts(scene).map(
    ({ cell, product }) => areaOf(product.box) / largestIn(cell.image, product),
  );
  return shares.length > 0 ? atLeast({ name: 'cellShare', value: Math.min(...shares), limit: 0.5, hard: true }) : null;
}

function largestIn(tile: Box, { box, form }: ProductElement): number {
  if (form === 'scene') return areaOf(tile);
  const scale = Math.min(tile.width / box.width, tile.height / box.height);
  return areaOf(box) * scale ** 2;
}

const rowsOf = ({ cells = [] }: Scene): SceneCell[][] => [
  ...cells
    .reduce((rows, cell) => rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]), new Map<number, SceneCell[]>())
    .values(),
];

/** Base lines may differ by rounding. */
const ROUNDING = 1;

/** The largest difference of the first base lines of one kind of text in a row, in pixels: prices, and names. */
export function baseLines(scene: Scene): Figure | null {
  if (!scene.cells) return null;
  const texts = textsIn(scene);
  const value = rowsOf(scene).reduce((most, row) => {
    const inRow = texts.filter(({ index }) => row.some((cell) => cell.index === index));
    const below = inRow.filter((text) => !isOnTile(row, text));
    return Math.max(most, spread(below, 'price'), spread(below, 'title'));
  }, 0);
  return atMost({ name: 'baseLines', value, limit: 0, hard: true }, ROUNDING);
}

/** The name of a product without an image. */
const isOnTile = (row: readonly SceneCell[], { index, box }: TextElement): boolean =>
  row.some(
    ({ index: own, image }) =>
      own === index && box.y >= image.y && box.y < image.y + image.height && !isBeside(box, image),
  );

const isBeside = (box: Box, image: Box): boolean => box.x >= image.x + image.width || box.x + box.width <= image.x;

function spread(texts: readonly TextElement[], role: TextElement['role']): number {
  const lines = texts.filter((text) => text.role === role).map(({ place }) => place.y);
  return lines.length > 0 ? Math.max(...lines) - Math.min(...lines) : 0;
}

/** The largest difference between two gaps of a row, or between the two ends of a row, in pixels. */
export function evenGaps(scene: Scene): Figure | null {
  if (!scene.cells) return null;
  const value = Math.max(
    ...rowsOf(scene).map((row) => {
      const gaps = row.slice(1).map(({ box }, at) => box.x - endOf(row[at]?.box));
      const ends = [row[0]?.box.x ?? 0, scene.width - endOf(row.at(-1)?.box)];
      return Math.max(differenceOf(gaps), differenceOf(ends));
    }),
    0,
  );
  return atMost({ name: 'evenGaps', value, limit: 0, hard: true }, ROUNDING * 2);
}

const endOf = (box: Box | undefined): number => (box ? box.x + box.width : 0);
const differenceOf = (values: readonly number[]): number =>
  values.length > 0 ? Math.max(...values) - Math.min(...values) : 0;

/** Cells that reach into another one. */
export function cellsOverlap(scene: Scene): Figure | null {
  if (!scene.cells) return null;
  const cells = scene.cells;
  const value = cells.filter((cell, at) => cells.slice(at + 1).some((other) => overlap(cell.box, other.box))).length;
  return atMost({ name: 'cellsOverlap', value, limit: 0, hard: true });
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;

/** The largest share of a photograph's subject that its tile cuts off. */
export function subjectLost(scene: Scene): Figure | null {
  const lost = productsIn(scene).flatMap((product) => product.lost ?? []);
  return lost.length > 0 ? atMost({ name: 'subjectLost', value: Math.max(...lost), limit: 0.35, hard: false }) : null;
}

/** The share of the image that words take. */
export function wordShare(scene: Scene): Figure | null {
  if (!scene.cells) return null;
  const value = textsIn(scene).reduce((sum, { box }) => sum + areaOf(box), 0) / (scene.width * scene.height);
  return atMost({ name: 'wordShare', value, limit: 0.2, hard: false });
}
