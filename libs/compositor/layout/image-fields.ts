import type { Box } from '../types.js';
import type { Caption } from './captions.js';
import type { Colouring } from './colouring.js';
import type { Content, PhotoContent, ProductContent } from './content.js';
import { LEAST_GAP } from './type-scale.js';

/** An image to place: the background photograph, or a product with its number. */
export type ImageToPlace =
  { readonly photo: PhotoContent } | { readonly product: ProductContent; readonly index: number };

export interface ImageTypes {
  /** The size of captions and of prices that stand out. */
  readonly caption: number;
  readonly price: number;
  /** The size of the headline. */
  readonly headline: number;
}

export interface ImagesPlace {
  readonly area: Box;
  readonly disc: Box | null;
  readonly content: Content;
  readonly colouring: Colouring;
  readonly types: ImageTypes;
  /** Whether the photograph is one of the images. */
  readonly withPhoto: boolean;
}

export type ProductToPlace = Extract<ImageToPlace, { product: ProductContent }>;

export interface CellLook {
  readonly cell: Box;
  readonly colour: string;
  readonly radius: number;
  readonly caption: Caption | null;
  /** The height of the tallest caption and the room below the deepest one: all captions of a row end on one line. */
  readonly tall: number;
  readonly foot: number;
  /** How much higher products stand than the foot of their cell, with their captions. */
  readonly lift: number;
}

/** Free space within a cell, on each side. At the edge of the image it is at least the margin of every banner. */
interface Air {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const EDGE = 0.046;

export function airIn({ x, y, width, height }: Box, { content }: ImagesPlace): Air {
  const own = Math.min(width, height) * 0.06;
  const least = Math.min(content.width, content.height) * EDGE;
  const at = (distance: number): number => Math.max(own, least - distance);
  return {
    left: at(x),
    right: at(content.width - x - width),
    top: at(y),
    bottom: at(content.height - y - height),
  };
}

export const within = ({ x, y, width, height }: Box, { left, right, top, bottom }: Air): Box => ({
  x: x + left,
  y: y + top,
  width: Math.max(1, width - left - right),
  height: Math.max(1, height - top - bottom),
});

type Field = Pick<CellLook, 'cell' | 'caption' | 'tall' | 'foot'>;

/** The room within a cell, and the part of it that its caption leaves to the product. */
export function fieldIn({ cell, caption, tall, foot }: Field, place: ImagesPlace, tiled: boolean) {
  const { content } = place;
  const own = airIn(cell, place);
  const air = caption ? { ...own, bottom: Math.max(own.bottom, foot) } : own;
  const room = within(cell, tiled ? air : { ...air, left: air.left * 0.5, right: air.right * 0.5 });
  const gap = caption ? Math.max(room.height * 0.05, Math.min(content.width, content.height) * LEAST_GAP) : 0;
  return { air, room, gap, field: { ...room, height: Math.max(1, room.height - (caption ? tall + gap : 0)) } };
}

/** Products that stand together share one base line; the free room above them is parted to both sides. */
export function liftOf(
  images: readonly ImageToPlace[],
  cells: readonly Box[],
  taken: Pick<CellLook, 'tall' | 'foot'>,
  place: ImagesPlace,
): number {
  const free = images.flatMap((image, at) => {
    const cell = cells[at];
    if (!cell || !('product' in image) || image.product.form === 'scene') return [];
    const { field } = fieldIn({ cell, caption: null, ...taken }, place, false);
    const height = field.height - (taken.tall > 0 ? taken.tall * 1.3 : 0);
    return [height - Math.min(height, field.width / image.product.aspect)];
  });
  return free.length === images.length ? Math.round(Math.max(0, Math.min(...free)) * 0.44) : 0;
}
