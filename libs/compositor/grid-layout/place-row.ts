import type { GridFamily } from '../grid-families/types.js';
import type { CellLook, RowLook } from '../grid/types.js';
import { rounded } from '../boxes.js';
import type { SceneCell, SceneElement } from '../layout/types.js';
import type { TextBlock } from '../text/fit.js';
import type { Box } from '../types.js';
import type { Caption } from './captions.js';
import { type CellSpot, PAD, type RowSpots } from './cell-spots.js';
import { DENSITY } from './content.js';
import { EDGE, placeName, placeOnTile } from './tile.js';
import { linesOf, placeWords, type WordLines } from './words.js';

/** A cell with its words in their size; `name` is that on the tile of a product without an image. */
export interface SetCell {
  readonly spot: CellSpot;
  readonly name: TextBlock | null;
  readonly caption: Caption;
}

export interface RowPlace {
  readonly y: number;
  readonly number: number;
  /** Of the image. */
  readonly width: number;
  /** Pixels of the image per CSS pixel as it is shown. */
  readonly density: number;
  readonly family: GridFamily;
  readonly radius: number;
}

export interface PlacedRow {
  readonly elements: readonly SceneElement[];
  readonly cells: readonly SceneCell[];
  readonly look: Omit<RowLook, 'line' | 'space'>;
  readonly height: number;
}

/** Between an image and the words below it, as a share of the width of the image. */
const BELOW = 0.022;

/** Places the cells of a row: all images have one height, and all names and prices their common base lines. */
export function placeRow(row: RowSpots, cells: readonly SetCell[], place: RowPlace): PlacedRow {
  const { width, family } = place;
  const words = cells.map(({ caption, spot }) => ({ caption, width: spot.words.width }));
  const lines = linesOf(words, family.prices === 'loud');
  const pad = padOf(place, row);
  // Names on tiles leave a row without words.
  const below = lines.height > 0 ? width * BELOW + lines.height + (row.isCard ? pad : 0) : 0;
  const imageHeight = row.beside ? Math.max(row.imageHeight, lines.height + pad * 2) : row.imageHeight;
  const height = Math.ceil(row.beside ? imageHeight : imageHeight + below);
  const top = row.beside ? place.y + (height - lines.height) / 2 : place.y + imageHeight + width * BELOW;
  const titleSize = Math.max(0, ...cells.map(({ caption }) => caption.title?.size ?? 0));
  const at = { ...place, height, imageHeight, top, lines, titleSize };
  const placed = cells.map((cell) => placeCell(cell, row, at));
  return {
    elements: placed.flatMap(({ elements }) => elements),
    cells: placed.map(({ cell }) => cell),
    look: { beside: row.beside, cells: placed.map(({ look }) => look) },
    height,
  };
}

/** Around the words on a tile: more at the edge of the image. */
const padOf = ({ width, family }: RowPlace, { isLast }: RowSpots): number =>
  width * Math.max(PAD, isLast ? EDGE - family.margin : 0);

interface CellPlace extends RowPlace {
  readonly height: number;
  readonly imageHeight: number;
  /** Of the words. */
  readonly top: number;
  readonly lines: WordLines;
  /** Of the names of its row; 0 where all of them are on tiles. */
  readonly titleSize: number;
}

function placeCell({ spot, name, caption }: SetCell, { isCard }: RowSpots, place: CellPlace) {
  const { y, number, width, family, radius, height, imageHeight, top, lines } = place;
  const { content, tile, inks, edges, lowered, align } = spot;
  const { image, index } = content;
  const box: Box = rounded({ x: spot.x, y: y + lowered, width: spot.width, height: height - lowered });
  const imageBox: Box = rounded({ ...spot.image, y: y + lowered, height: imageHeight - lowered });
  const at = { box: imageBox, edges, colour: tile, radius, width };
  const elements: SceneElement[] = [{ kind: 'panel', box: isCard ? box : imageBox, colour: tile, radius }];
  if (image) elements.push(placeOnTile(image, index, family, at));
  if (name) elements.push(placeName(name, index, spot.tileInks, at));
  elements.push(...placeWords(caption, lines, { ...spot.words, top, align, inks, ground: spot.ground, index }));
  const cell: SceneCell = { index, row: number, box, image: imageBox };
  return { elements, cell, look: lookOf({ spot, name, caption }, { ...place, box, imageBox, isCard }) };
}

function lookOf({ spot, name, caption }: SetCell, { box, imageBox, isCard, titleSize, density }: LookPlace): CellLook {
  const { content, inks, tile, align, lowered } = spot;
  const shown = (size: number): number => Math.round((size / density) * 2) / 2;
  return {
    productId: content.product.id,
    cellWidth: box.width / DENSITY,
    width: Math.round(imageBox.width / DENSITY),
    height: Math.round(imageBox.height / DENSITY),
    lowered: Math.round(lowered / DENSITY),
    tile,
    isCard,
    ink: inks.ink,
    soft: inks.soft,
    align,
    titleSize: shown(titleSize),
    priceSize: shown(caption.price?.size ?? 0),
    name: name && { size: shown(name.size), colour: spot.tileInks.ink },
  };
}

interface LookPlace extends Pick<CellPlace, 'titleSize' | 'density'> {
  readonly box: Box;
  readonly imageBox: Box;
  readonly isCard: boolean;
}
