import { type Oklab, toOklab } from '../colour/oklab.js';
import { mix, rgbOf } from '../colour/rgb.js';
import type { Scene } from '../layout/types.js';
import type { Box, Palette } from '../types.js';
import { areaOf, coveredShare } from './boxes.js';
import {
  buttonsIn,
  frameOf,
  leadOf,
  ornamentsIn,
  panelsIn,
  photosIn,
  piecesIn,
  placedOn,
  productsIn,
  textsIn,
} from './scene.js';
import { atLeast, atMost, type Figure } from './types.js';

/** The share of the image that nothing occupies. A photograph counts as full. */
export function whiteSpace(scene: Scene): Figure {
  const boxes = [...piecesIn(scene), ...photosIn(scene)].map(({ box }) => box);
  const value = 1 - coveredShare(frameOf(scene), boxes);
  return atLeast({ name: 'whiteSpace', value, limit: 0.25, hard: false });
}

interface Weight {
  readonly box: Box;
  readonly weight: number;
}

/**
 * The areas that draw the eye: the leading text, each product, the subject of a photograph. Products of one size are a
 * group.
 */
function attractions(scene: Scene): number[] {
  const lead = leadOf(scene);
  const products = productsIn(scene).map(({ box }) => areaOf(box));
  const largest = Math.max(0, ...products);
  const alike = products.every((area) => area >= largest * 0.6);
  return [
    ...(lead ? [areaOf(lead.box)] : []),
    ...(alike ? [products.reduce((sum, area) => sum + area, 0)] : products),
    ...photosIn(scene).map((photo) => areaOf(placedOn(photo, photo.focus))),
  ].filter((area) => area > 0);
}

/** How much larger the strongest attraction is than the next one; 3 if it is alone. */
export function focalPoint(scene: Scene): Figure {
  const [first = 0, second = 0] = attractions(scene).toSorted((a, b) => b - a);
  const value = second > 0 ? Math.min(3, first / second) : 3;
  return atLeast({ name: 'focalPoint', value, limit: 1.25, hard: false });
}

/** Products and photographs weigh as much as their area, words less: there is ground between the letters. */
function weights(scene: Scene): Weight[] {
  const pieces = piecesIn(scene).map(({ kind, box }) => ({ box, weight: areaOf(box) * (kind === 'text' ? 0.7 : 1) }));
  const photos = photosIn(scene).map((photo) => placedOn(photo, photo.focus));
  const mosaics = ornamentsIn(scene).filter(({ form }) => form === 'quarters');
  return [
    ...pieces,
    ...[...photos, ...mosaics.map(({ box }) => box)].map((box) => ({ box, weight: areaOf(box) * 0.6 })),
  ];
}

/** How far the centre of all weights is from the middle, as a share of the width or height. */
export function balance(scene: Scene): Figure {
  const all = weights(scene);
  const total = all.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const x = all.reduce((sum, { box, weight }) => sum + (box.x + box.width / 2) * weight, 0) / total / scene.width;
  const y = all.reduce((sum, { box, weight }) => sum + (box.y + box.height / 2) * weight, 0) / total / scene.height;
  const value = all.length > 0 ? Math.hypot(x - 0.5, y - 0.5) : 0;
  return atMost({ name: 'balance', value, limit: 0.2, hard: false });
}

/** The size of the leading text against the next largest one. */
export function hierarchy(scene: Scene): Figure | null {
  const lead = leadOf(scene);
  const others = textsIn(scene).filter((text) => text !== lead && text.role !== lead?.role);
  if (!lead || others.length === 0) return null;
  const value = lead.block.size / Math.max(...others.map(({ block }) => block.size));
  return atLeast({ name: 'hierarchy', value, limit: 1.5, hard: false });
}

/** The width of the leading text against the column that it stands in. */
export function headlineFill(scene: Scene): Figure | null {
  const lead = leadOf(scene);
  if (!lead) return null;
  const value = Math.min(1, lead.box.width / Math.max(1, lead.place.width));
  return atLeast({ name: 'headlineFill', value, limit: 0.5, hard: false });
}

/** Differences up to this distance in OKLab are seen as shades of one colour. */
const SHADE = 0.03;

const labOf = (colour: string): Oklab => {
  const { r, g, b } = rgbOf(colour);
  return toOklab(r, g, b);
};

const distance = (p: Oklab, q: Oklab): number => Math.hypot(p.l - q.l, p.a - q.a, p.b - q.b);

/** Palettes that were seen, because a banner is judged a dozen times. */
const known = new WeakMap<Palette, readonly Oklab[]>();

/** The palette with its tints and shades. */
function shadesOf(palette: Palette): readonly Oklab[] {
  const found = known.get(palette);
  if (found) return found;
  const { primary, secondary, accent, background, text } = palette;
  const shades = [primary, secondary, accent, background, text].flatMap((own) =>
    [background, '#ffffff', '#000000'].flatMap((end) =>
      [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((share) => labOf(mix(own, end, share))),
    ),
  );
  known.set(palette, shades);
  return shades;
}

/** The share of the painted area that has a colour of the palette, or a tint or shade of one. */
export function brandColours(scene: Scene, palette: Palette): Figure | null {
  const painted = [
    ...panelsIn(scene).map(({ box, colour }) => ({ area: areaOf(box), colour })),
    ...buttonsIn(scene).map(({ box, fill }) => ({ area: areaOf(box), colour: fill })),
  ];
  const total = painted.reduce((sum, { area }) => sum + area, 0);
  if (total === 0) return null;
  const isOwn = (colour: string) => shadesOf(palette).some((own) => distance(own, labOf(colour)) <= SHADE);
  const own = painted.reduce((sum, { area, colour }) => sum + (isOwn(colour) ? area : 0), 0);
  return atLeast({ name: 'brandColours', value: own / total, limit: 0.8, hard: false });
}

/** How far the button's colour is from the brand's nearest strong colour, in OKLab. */
export function buttonColour(scene: Scene, { primary, secondary, accent, text }: Palette): Figure | null {
  const [button] = buttonsIn(scene);
  if (!button) return null;
  const fill = labOf(button.fill);
  const value = Math.min(...[primary, secondary, accent, text].map((own) => distance(labOf(own), fill)));
  return atMost({ name: 'buttonColour', value, limit: 0.1, hard: false });
}
