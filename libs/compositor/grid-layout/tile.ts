import type { GridFamily } from '../grid-families/types.js';
import { contained, rounded } from '../boxes.js';
import type { Inks } from '../layout/colouring.js';
import { textElement } from '../layout/text-element.js';
import type { ProductElement, TextElement } from '../layout/types.js';
import { facesOn, lostOf } from '../product/place.js';
import type { ProductImage } from '../product/types.js';
import { fitText, type TextBlock } from '../text/fit.js';
import type { Box } from '../types.js';
import type { CellContent } from './content.js';

/** Words and cut-outs keep this distance from the edge of the image, as a share of its width. */
export const EDGE = 0.046;
/** Free space around a cut-out in its tile, as a share of the tile's shorter side. */
const AIR = 0.055;
/** The shadow on the ground needs a little room. */
const SHADOW = 0.97;

/** The distances of a tile from the edges of the image. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface TilePlace {
  readonly box: Box;
  readonly edges: Edges;
  readonly colour: string;
  readonly radius: number;
  /** Pixels of the image. */
  readonly width: number;
}

/** A product on its tile. A photograph fills it. */
export function placeOnTile(
  image: ProductImage,
  index: number,
  { stand }: GridFamily,
  place: TilePlace,
): ProductElement {
  const { colour, radius } = place;
  if (image.form === 'scene') {
    const box = rounded(place.box);
    const seen = { lost: lostOf(image, box), ...facesOn(image, box) };
    return { kind: 'product', index, box, radius, ground: colour, form: 'scene', ...seen };
  }
  const room = within(place);
  const field = { ...room, height: room.height * SHADOW };
  const aspect = image.pixels.width / image.pixels.height;
  const box = contained(field, aspect, stand === 'foot' ? 1 : 0.5);
  return { kind: 'product', index, box: rounded(box), radius: 0, ground: colour, form: 'cutout' };
}

type Surrounds = Pick<TilePlace, 'box' | 'edges' | 'width'>;

function within({ box: { x, y, width, height }, edges, width: whole }: Surrounds): Box {
  const own = Math.min(width, height) * AIR;
  const at = (distance: number): number => Math.max(own, whole * EDGE - distance);
  const left = at(edges.left);
  const top = at(edges.top);
  return {
    x: x + left,
    y: y + top,
    width: Math.max(1, width - left - at(edges.right)),
    height: Math.max(1, height - top - at(edges.bottom)),
  };
}

/** The largest name on a tile, as a share of the tile's width, and the smallest in CSS pixels. */
const NAME = { of: 0.12, least: 13 } as const;
const MOST_LINES = 12;

/** The name of a product without an image, set on its tile; null if it is too long for that. */
export function fitName({ heading, title }: CellContent, place: Surrounds, density: number): TextBlock | null {
  const { width, height } = within(place);
  const least = Math.round(NAME.least * density);
  const room = { width, height, minSize: least, maxSize: Math.max(least, Math.round(width * NAME.of)), tight: false };
  return (
    fitText(heading, { ...room, maxLines: 5, whole: true }) ??
    fitText(title, { ...room, maxSize: least, maxLines: MOST_LINES })
  );
}

export function placeName(block: TextBlock, index: number, inks: Inks, place: TilePlace): TextElement {
  const room = within(place);
  const top = room.y + (room.height - block.height) / 2;
  const look = { role: 'title', colour: inks.ink, ground: place.colour, index } as const;
  return textElement(block, { x: room.x, top, width: room.width, align: 'center' }, look);
}
