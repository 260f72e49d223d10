import { luminance } from '../colour/contrast.js';
import { rgbOf } from '../colour/rgb.js';
import type { Scene, SceneElement, Shape, ShownFaces } from '../layout/types.js';
import type { Box } from '../types.js';
import { areaOf, coveredShare, overlapOf } from './boxes.js';
import { over, panelsIn, photosIn, placedOn, productsIn, shortSide } from './scene.js';
import { atLeast, atMost, type Figure } from './types.js';

const LEAST_SHARE = 0.18;
/**
 * A product of other proportions than the image can't have 18 % beside its words: then this share of the largest
 * possible box counts. Squares, portraits and low banners give words a part of the side that such a product needs.
 */
const OF_POSSIBLE: Readonly<Record<Shape, number>> = { wide: 0.45, leaderboard: 0.22, square: 0.22, portrait: 0.22 };
const MARGIN = 0.04;

/** The share of the image that the boxes around the products' visible pixels take. Hard for a single product. */
export function productShare(scene: Scene): Figure | null {
  const products = productsIn(scene);
  const [only] = products;
  if (!only) return null;
  const whole = scene.width * scene.height;
  const value = products.reduce((sum, { box }) => sum + areaOf(box), 0) / whole;
  const possible = products.length === 1 && only.form === 'cutout' ? largest(scene, only.box) / whole : 1;
  const limit = Math.min(LEAST_SHARE, possible * OF_POSSIBLE[scene.shape]);
  return atLeast({ name: 'productShare', value, limit, hard: (scene.cells ?? products).length === 1 });
}

/** The area of the largest box of the same proportions within the margins. */
function largest(scene: Scene, { width, height }: Box): number {
  const air = 2 * MARGIN * shortSide(scene);
  const scale = Math.min((scene.width - air) / width, (scene.height - air) / height);
  return width * height * scale ** 2;
}

/** The largest share of a product that later elements hide. */
export function productCovered(scene: Scene): Figure | null {
  const shares = productsIn(scene).map((product) => coveredShare(product.box, over(scene, product)));
  return shares.length > 0
    ? atMost({ name: 'productCovered', value: Math.max(...shares), limit: 0.12, hard: true })
    : null;
}

/** From this luminance on a ground looks white. */
const WHITE = 0.93;

/** Cut-outs on a white tile while the image around the tile is coloured. */
export function whiteBoxes(scene: Scene): Figure | null {
  const cutouts = productsIn(scene).filter(({ form }) => form === 'cutout');
  const [ground] = panelsIn(scene);
  if (cutouts.length === 0 || !ground) return null;
  const value = isWhite(ground.colour) ? 0 : cutouts.filter((product) => isWhite(product.ground)).length;
  return atMost({ name: 'whiteBoxes', value, limit: 0, hard: true });
}

const isWhite = (colour: string): boolean => luminance(rgbOf(colour)) >= WHITE;

/** The opacity of the layer over a photograph. */
export function veil(scene: Scene): Figure | null {
  const photos = photosIn(scene);
  const value = Math.max(...photos.map((photo) => photo.veil));
  return photos.length > 0 ? atMost({ name: 'veil', value, limit: 0.25, hard: true }) : null;
}

const cutShare = (part: Box, crop: Box): number =>
  areaOf(part) > 0 ? Math.max(0, 1 - overlapOf(part, crop) / areaOf(part)) : 0;

/** The photographs with their faces: the background, and products in a setting. */
const withFaces = (scene: Scene): { readonly element: SceneElement; readonly shown: ShownFaces }[] => [
  ...photosIn(scene).map((photo) => ({ element: photo, shown: photo })),
  ...productsIn(scene).flatMap((product) => (product.shown ? [{ element: product, shown: product.shown }] : [])),
];

/** The largest share of a face that the crop cuts off. */
export function facesCut(scene: Scene): Figure | null {
  const cuts = withFaces(scene).flatMap(({ shown: { faces, crop } }) => faces.map((face) => cutShare(face, crop)));
  return cuts.length > 0 ? atMost({ name: 'facesCut', value: Math.max(...cuts), limit: 0.02, hard: true }) : null;
}

/** The largest share of a face that stands below something. */
export function facesCovered(scene: Scene): Figure | null {
  const shares = withFaces(scene).flatMap(({ element, shown }) =>
    shown.faces.map((face) => coveredShare(placedOn(shown, face), over(scene, element))),
  );
  return shares.length > 0 ? atMost({ name: 'facesCovered', value: Math.max(...shares), limit: 0, hard: true }) : null;
}

/** The subject of a photograph is known to a few percent only; a face is known exactly. */
const INEXACT = 0.1;

/** The share of a photograph's subject that the crop cuts off, although the whole file would have had room for it. */
export function subjectCut(scene: Scene): Figure | null {
  const cuts = photosIn(scene).map(({ focus, crop }) => Math.max(0, cutShare(focus, crop) - unavoidable(focus, crop)));
  return cuts.length > 0 ? atMost({ name: 'subjectCut', value: Math.max(...cuts), limit: INEXACT, hard: true }) : null;
}

/** What the largest crop of the same proportions has to cut off. */
function unavoidable(focus: Box, { width, height }: Box): number {
  const scale = 1 / Math.max(width, height);
  const kept = Math.min(1, (width * scale) / focus.width) * Math.min(1, (height * scale) / focus.height);
  return Number.isFinite(kept) ? 1 - kept : 0;
}

/** The share of a photograph's subject that stands below something. */
export function subjectCovered(scene: Scene): Figure | null {
  const shares = photosIn(scene).map((photo) => coveredShare(placedOn(photo, photo.focus), over(scene, photo)));
  return shares.length > 0
    ? atMost({ name: 'subjectCovered', value: Math.max(...shares), limit: INEXACT, hard: true })
    : null;
}
