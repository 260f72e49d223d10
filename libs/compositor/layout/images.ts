import { contained, rounded } from '../boxes.js';
import { overlapOf } from '../critic/boxes.js';
import { placedOn } from '../critic/scene.js';
import type { ImagesPlan } from '../families/types.js';
import { facesOn } from '../product/place.js';
import type { Box } from '../types.js';
import { inset } from './boxes.js';
import { type Caption, type CaptionRoom, fitCaption, fitTwoLines, placeCaption } from './captions.js';
import { cellsFor } from './cells.js';
import { colourOf, type Colouring, inksOn } from './colouring.js';
import type { PhotoContent } from './content.js';
import {
  airIn,
  type CellLook,
  fieldIn,
  type ImagesPlace,
  type ImageToPlace,
  liftOf,
  type ProductToPlace,
  within,
} from './image-fields.js';
import { cropOf } from './photo-crop.js';
import { besideIn, hasRoomForCaptions, priceSizeOf } from './product-beside.js';
import { whiteGroundOf } from './shared-ground.js';
import { LEAST_GAP, SMALLEST } from './type-scale.js';
import type { PhotoElement, SceneElement } from './types.js';

/** Places all images of a plan with their captions. */
export function placeImages(plan: ImagesPlan, place: ImagesPlace): SceneElement[] {
  const { area, content, colouring, withPhoto } = place;
  const short = Math.min(content.width, content.height);
  const images: ImageToPlace[] = [
    ...(withPhoto && content.photo ? [{ photo: content.photo }] : []),
    ...content.products.map((product, index) => ({ product, index })),
  ];
  const shared = whiteGroundOf(content);
  const ground = shared ?? (plan.ground ? colourOf(plan.ground, colouring) : colouring.ground);
  const below = place.disc ? panel(place.disc, ground, place.disc.width / 2) : panel(area, ground);
  const elements: SceneElement[] = plan.ground ? [below] : [];
  const room = inset(area, (plan.inset ?? 0) * short);
  const gap = Math.max(Math.round((plan.gap ?? 0.012) * short), 2);
  const standing = plan.arrange === 'stand';
  const abreast = plan.arrange === 'columns' || (standing && room.width > room.height * 0.9);
  const cells = abreast ? row(images.length, room, gap) : cellsFor(images.map(aspectOf), room, gap);
  const radius = plan.inset && !plan.square ? content.cornerRadius * 1.2 : 0;
  const alone = images.length === 1;
  const captions = captionsOf(plan, images, cells, place);
  const tall = Math.max(0, ...captions.map((caption) => caption?.height ?? 0));
  const foot = Math.max(0, ...captions.map((caption) => caption?.foot ?? 0));
  const taken = { tall, foot };
  const lift = standing && (abreast || alone) ? liftOf(images, cells, taken, place) : 0;
  images.forEach((image, at) => {
    const cell = rounded(cells[at] ?? room);
    const colour = standing
      ? ground
      : (shared ?? (plan.tiles && plan.tiles !== 'tints' ? colouring[plan.tiles] : tintAt(colouring, at)));
    const look = { cell, colour, radius, caption: captions[at] ?? null, ...taken, lift };
    const beside = alone && 'product' in image ? besideIn(image, look, plan, place, !standing) : null;
    if (beside) elements.push(...beside);
    else if ('photo' in image) elements.push(photoIn(image.photo, cell, radius));
    else if (image.product.form === 'scene' && alone) elements.push(...sceneAlone(image, look, place));
    else elements.push(...productIn(image, look, place, !standing));
  });
  return elements;
}

const panel = (box: Box, colour: string, radius = 0): SceneElement => ({
  kind: 'panel',
  box: rounded(box),
  colour,
  radius,
});

/** Width over height as a tile is best for it. */
const aspectOf = (image: ImageToPlace): number =>
  'product' in image && image.product.form === 'cutout' ? image.product.aspect : 1;

const tintAt = ({ tiles }: Colouring, at: number): string => tiles[at % tiles.length] ?? '#ffffff';

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

/**
 * All captions or none, and all in one form: a wall where only some products have a name looks broken, and so does a
 * row with one price beside its name and the next one below it.
 */
function captionsOf(plan: ImagesPlan, images: readonly ImageToPlace[], cells: readonly Box[], place: ImagesPlace) {
  if (!hasRoomForCaptions(plan, place.content)) return [];
  const fitted = (fit: typeof fitCaption) =>
    images.map((image, at) => {
      const cell = cells[at];
      if (!cell || !('product' in image)) return null;
      return fit(image.product, captionRoom(plan, images.length === 1 && image.product.form === 'cutout', cell, place));
    });
  const isWhole = (captions: readonly (Caption | null)[]) =>
    images.every((image, at) => !('product' in image) || captions[at]?.title);
  const free = fitted(fitCaption);
  const forms = new Set(free.flatMap((caption) => (caption ? [caption.oneLine] : [])));
  const alike = forms.size > 1 ? fitted(fitTwoLines) : free;
  return [alike, free].find(isWhole) ?? [];
}

/** `large`: the only product's price may be larger than its name. */
function captionRoom(plan: ImagesPlan, large: boolean, cell: Box, place: ImagesPlace): CaptionRoom {
  const { content, types } = place;
  return {
    width: within(cell, airIn(cell, place)).width,
    height: cell.height * 0.3,
    size: types.caption,
    least: SMALLEST.caption * content.density,
    gap: Math.min(content.width, content.height) * LEAST_GAP,
    priceSize: large ? priceSizeOf(plan, types) : types.caption,
  };
}

/** A product on its tile or on the common ground, with its caption below it. */
function productIn(
  { product, index }: ProductToPlace,
  look: CellLook,
  place: ImagesPlace,
  tiled: boolean,
): SceneElement[] {
  const { cell, colour, radius, caption, tall } = look;
  const { air, room, gap, field } = fieldIn(look, place, tiled);
  const elements: SceneElement[] = tiled ? [panel(cell, colour, radius)] : [];
  if (product.form === 'scene') {
    const foot = caption ? tall + gap + air.bottom : 0;
    const box = tiled
      ? { ...cell, height: cell.height - foot }
      : contained(field, Math.max(0.75, Math.min(1.35, product.aspect)), 0.5);
    const corner = tiled && caption ? 0 : radius;
    const filled = rounded(box);
    const seen = facesOn(product.withFaces, filled);
    elements.push({ kind: 'product', index, box: filled, radius: corner, ground: colour, form: 'scene', ...seen });
  } else {
    // The shadow on the ground needs a little room above the caption.
    const stand = { ...field, height: field.height * 0.97 };
    const on = contained(stand, product.aspect, tiled ? 0.5 : 1);
    const box = rounded({ ...on, y: on.y - look.lift });
    elements.push({ kind: 'product', index, box, radius: 0, ground: colour, form: 'cutout' });
  }
  if (!caption) return elements;
  const box = { ...room, y: room.y + room.height - tall - look.lift, height: tall };
  const inks = inksOn(colour, place.colouring);
  return [...elements, ...placeCaption(caption, { box, align: 'center', inks, ground: colour, index })];
}

/** The share of a photograph that the plate of its caption may cover. */
const MOST_COVERED = 0.09;

/** A single photograph of a scene fills its cell; its caption is on a plate in a lower corner without a face. */
function sceneAlone({ index, product }: ProductToPlace, look: CellLook, place: ImagesPlace): SceneElement[] {
  const { cell, radius, caption } = look;
  const { shown } = facesOn(product.withFaces, cell);
  const elements: SceneElement[] = [
    {
      kind: 'product',
      index,
      box: cell,
      radius,
      ground: place.colouring.stage,
      form: 'scene',
      ...(shown && { shown }),
    },
  ];
  if (!caption) return elements;
  const short = Math.min(place.content.width, place.content.height);
  const air = caption.height * 0.9 + short * 0.008;
  const size = { width: caption.width + air * 2.4, height: caption.height + air * 1.7 };
  const edge = Math.max(short * 0.045, radius * 0.6);
  const covers = (size.width * size.height) / (cell.width * cell.height);
  if (size.width > cell.width - edge * 2 || covers > MOST_COVERED) return elements;
  const y = cell.y + cell.height - size.height - edge;
  const corners = [cell.x + cell.width - size.width - edge, cell.x + edge].map((x) => rounded({ x, y, ...size }));
  const faces = shown?.faces.map((face) => placedOn(shown, face)) ?? [];
  const plate = corners.find((corner) => faces.every((face) => overlapOf(face, corner) === 0));
  if (!plate) return elements;
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
