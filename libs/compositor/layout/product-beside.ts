import type { ImagesPlan } from '../families/types.js';
import { contained, rounded } from '../boxes.js';
import { fitCaption, placeCaption } from './captions.js';
import { inksOn } from './colouring.js';
import { type Content, textRunsFromTheRight } from './content.js';
import {
  airIn,
  type CellLook,
  type ImagesPlace,
  type ImageTypes,
  type ProductToPlace,
  within,
} from './image-fields.js';
import { LEAST_GAP, SMALLEST } from './type-scale.js';
import type { SceneElement } from './types.js';

/** A loud price is as large as it may be without competing with the headline. */
export const priceSizeOf = ({ prices }: ImagesPlan, { caption, price, headline }: ImageTypes): number =>
  prices === 'loud' ? Math.max(price, Math.min(headline * 0.8, caption * 2.1)) : price;

export const hasRoomForCaptions = ({ captions = 'below' }: ImagesPlan, { crowding }: Content): boolean =>
  captions !== 'none' && (crowding === 'none' || (captions === 'kept' && crowding === 'dense'));

/** From these proportions on, a cell has more room beside its product than below it. */
const LOW = 1.7;

/** A product in a low cell, with its caption beside it; null where they have no room beside each other. */
export function besideIn(
  { product, index }: ProductToPlace,
  { cell, colour, radius }: CellLook,
  plan: ImagesPlan,
  place: ImagesPlace,
  tiled: boolean,
): SceneElement[] | null {
  const { content, types, colouring } = place;
  if (product.form === 'scene' || cell.width < cell.height * LOW || !hasRoomForCaptions(plan, content)) return null;
  const room = within(cell, airIn(cell, place));
  const own = contained({ ...room, width: room.width * 0.56 }, product.aspect, 0.5);
  const space = room.height * 0.14;
  const caption = fitCaption(product, {
    width: room.width - own.width - space,
    height: room.height,
    size: types.caption,
    least: SMALLEST.caption * content.density,
    gap: Math.min(content.width, content.height) * LEAST_GAP,
    priceSize: priceSizeOf(plan, types),
  });
  if (!caption?.title) return null;
  const free = room.width - own.width - space - caption.width;
  const fromRight = textRunsFromTheRight(content);
  const at = fromRight ? room.x + room.width - free / 2 - own.width : room.x + free / 2;
  const start = fromRight ? room.x + free / 2 : at + own.width + space;
  const box = rounded({ ...own, x: at });
  const words = {
    x: start,
    y: room.y + (room.height - caption.height) / 2,
    width: caption.width,
    height: caption.height,
  };
  const look = { inks: inksOn(colour, colouring), ground: colour, index, align: fromRight ? 'right' : 'left' } as const;
  return [
    ...(tiled ? [{ kind: 'panel' as const, box: cell, colour, radius }] : []),
    { kind: 'product', index, box, radius: 0, ground: colour, form: 'cutout' },
    ...placeCaption(caption, { ...look, box: words }),
  ];
}
