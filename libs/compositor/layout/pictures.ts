import type { PicturesPlan } from '../families/types.js';
import type { Box } from '../types.js';
import { inset, rounded } from './boxes.js';
import { type Caption, fitCaption, placeCaption } from './captions.js';
import { cellsFor } from './cells.js';
import { colourOf, type Colouring, inksOn } from './colouring.js';
import type { Content, PhotoContent, ProductContent } from './content.js';
import { cropOf } from './photo-crop.js';
import { SMALLEST } from './type-scale.js';
import type { PhotoElement, SceneElement } from './types.js';

/** A picture to place: the background photograph, or a product with its number. */
type Picture = { readonly photo: PhotoContent } | { readonly product: ProductContent; readonly index: number };

interface PictureTypes {
  /** The size of captions and of prices that stand out. */
  readonly caption: number;
  readonly price: number;
}

export interface PicturesPlace {
  readonly area: Box;
  readonly disc: Box | null;
  readonly content: Content;
  readonly colouring: Colouring;
  readonly types: PictureTypes;
  /** Whether the photograph is one of the pictures. */
  readonly withPhoto: boolean;
}

/** Places all pictures of a plan with their captions. */
export function placePictures(plan: PicturesPlan, place: PicturesPlace): SceneElement[] {
  const { area, content, colouring, withPhoto } = place;
  const short = Math.min(content.width, content.height);
  const pictures: Picture[] = [
    ...(withPhoto && content.photo ? [{ photo: content.photo }] : []),
    ...content.products.map((product, index) => ({ product, index })),
  ];
  const ground = plan.ground ? colourOf(plan.ground, colouring) : colouring.ground;
  const below = place.disc ? panel(place.disc, ground, place.disc.width / 2) : panel(area, ground);
  const elements: SceneElement[] = plan.ground ? [below] : [];
  const room = inset(area, (plan.inset ?? 0) * short);
  const gap = Math.max(Math.round((plan.gap ?? 0.012) * short), 2);
  const standing = plan.arrange === 'stand';
  const abreast = plan.arrange === 'columns' || (standing && room.width > room.height * 0.9);
  const cells = abreast ? row(pictures.length, room, gap) : cellsFor(pictures.length, room, gap);
  const radius = plan.inset && !plan.square ? content.cornerRadius * 1.2 : 0;
  const alone = pictures.length === 1;
  const captions = captionsOf(plan, pictures, cells, place);
  const tall = Math.max(0, ...captions.map((caption) => caption?.height ?? 0));
  pictures.forEach((picture, at) => {
    const cell = rounded(cells[at] ?? room);
    const colour = standing
      ? ground
      : plan.tiles && plan.tiles !== 'tints'
        ? colouring[plan.tiles]
        : tintAt(colouring, at);
    const look = { cell, colour, radius, caption: captions[at] ?? null, tall };
    if ('photo' in picture) elements.push(photoIn(picture.photo, cell, radius));
    else if (picture.product.form === 'scene' && alone) elements.push(...sceneAlone(picture, look, place));
    else elements.push(...productIn(picture, look, place, !standing));
  });
  return elements;
}

const tintAt = ({ tiles }: Colouring, at: number): string => tiles[at % tiles.length] ?? '#ffffff';

const panel = (box: Box, colour: string, radius = 0): SceneElement => ({
  kind: 'panel',
  box: rounded(box),
  colour,
  radius,
});

const row = (count: number, room: Box, gap: number): Box[] => {
  const width = (room.width - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, at) => ({ ...room, x: room.x + at * (width + gap), width }));
};

export const photoIn = (photo: PhotoContent, box: Box, radius: number, free: Box = box): PhotoElement => ({
  kind: 'photo',
  box,
  radius,
  crop: cropOf(photo, box, free),
  focus: photo.focus,
  faces: photo.faces,
  veil: 0,
  veilColour: '#000000',
});

/** The space between the edge of a cell and what is in it. */
const padOf = ({ width, height }: Box, { content }: PicturesPlace): number =>
  Math.max(Math.min(width, height) * 0.085, Math.min(content.width, content.height) * 0.046);

/** All captions or none: a wall where only some products have a name looks broken. */
function captionsOf(plan: PicturesPlan, pictures: readonly Picture[], cells: readonly Box[], place: PicturesPlace) {
  const { content, types } = place;
  const least = SMALLEST.caption * content.density;
  const found = pictures.map((picture, at) => {
    const cell = cells[at];
    if (!cell || !('product' in picture)) return null;
    const width = cell.width - padOf(cell, place) * 2;
    const large = pictures.length === 1 && picture.product.form === 'cutout';
    const priceSize = large ? types.price : types.caption;
    return fitCaption(picture.product, { width, height: cell.height * 0.3, size: types.caption, least, priceSize });
  });
  const whole = pictures.every((picture, at) => !('product' in picture) || found[at]?.title);
  return plan.captions === 'none' || content.compact || !whole ? [] : found;
}

interface CellLook {
  readonly cell: Box;
  readonly colour: string;
  readonly radius: number;
  readonly caption: Caption | null;
  /** The height of the tallest caption: all captions of a row end on one line. */
  readonly tall: number;
}

type ProductPicture = Extract<Picture, { product: ProductContent }>;

/** A product on its tile or on the common ground, with its caption below it. */
function productIn(
  { product, index }: ProductPicture,
  look: CellLook,
  place: PicturesPlace,
  tiled: boolean,
): SceneElement[] {
  const { cell, colour, radius, caption, tall } = look;
  const { content } = place;
  const pad = padOf(cell, place);
  const foot = caption ? tall + pad * (tiled ? 1.9 : 1.2) : 0;
  const scene = product.form === 'scene';
  const field = { ...cell, height: cell.height - foot };
  const elements: SceneElement[] = tiled ? [panel(cell, colour, radius)] : [];
  if (scene) {
    const corner = tiled && caption ? 0 : radius;
    const box = rounded(tiled ? field : { ...field, ...middle(field, Math.max(0.75, Math.min(1.35, product.aspect))) });
    elements.push({ kind: 'product', index, box, radius: corner, ground: colour, form: 'scene' });
  } else {
    const air = tiled ? pad : Math.min(pad, Math.min(content.width, content.height) * 0.03);
    const low = caption ? air * 0.35 : air;
    const room = { x: cell.x + air, y: cell.y + air, width: cell.width - air * 2, height: field.height - air - low };
    const box = rounded(contained(room, product.aspect, tiled ? 0.5 : 1));
    elements.push({ kind: 'product', index, box, radius: 0, ground: colour, form: 'cutout' });
  }
  if (!caption) return elements;
  const bottom = tiled ? pad * 0.95 : pad * 0.3;
  const box = { x: cell.x + pad, y: cell.y + cell.height - tall - bottom, width: cell.width - pad * 2, height: tall };
  return [
    ...elements,
    ...placeCaption(caption, { box, align: 'center', inks: inksOn(colour, place.colouring), ground: colour, index }),
  ];
}

/** The share of a photograph that the plate of its caption may cover. */
const MOST_COVERED = 0.09;

/** A single photograph of a scene fills its cell; its caption is on a plate in the lower corner. */
function sceneAlone({ index }: ProductPicture, look: CellLook, place: PicturesPlace): SceneElement[] {
  const { cell, radius, caption } = look;
  const elements: SceneElement[] = [
    { kind: 'product', index, box: cell, radius, ground: place.colouring.stage, form: 'scene' },
  ];
  if (!caption) return elements;
  const short = Math.min(place.content.width, place.content.height);
  const air = caption.height * 0.9 + short * 0.008;
  const size = { width: caption.width + air * 2.4, height: caption.height + air * 1.7 };
  const edge = Math.max(short * 0.045, radius * 0.6);
  const covers = (size.width * size.height) / (cell.width * cell.height);
  if (size.width > cell.width - edge * 2 || covers > MOST_COVERED) return elements;
  const plate = rounded({
    x: cell.x + cell.width - size.width - edge,
    y: cell.y + cell.height - size.height - edge,
    ...size,
  });
  const colour = '#ffffff';
  const box = {
    x: plate.x + air,
    y: plate.y + air * 0.85,
    width: plate.width - air * 2,
    height: plate.height - air * 1.7,
  };
  return [
    ...elements,
    panel(plate, colour, caption.oneLine ? plate.height / 2 : Math.min(place.content.cornerRadius, plate.height / 3)),
    ...placeCaption(caption, { box, align: 'center', inks: inksOn(colour, place.colouring), ground: colour, index }),
  ];
}

function middle(field: Box, aspect: number): Box {
  return contained(field, aspect, 0.5);
}

/** The largest box of an aspect ratio; `lower` 1 stands on the lower edge. */
function contained(room: Box, aspect: number, lower: number): Box {
  const width = Math.min(room.width, room.height * aspect);
  const height = width / aspect;
  return { x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) * lower, width, height };
}
