import { createHash } from 'node:crypto';
import { facesOf, withFaces } from '../faces/subject.js';
import { evenGroundOf } from '../image/ground.js';
import { type OpenImage, openImage, toRaw } from '../image/open.js';
import { salientBoxOf } from '../image/salience.js';
import { sharp } from '../image/sharp.js';
import type { Box, RawImage } from '../types.js';
import { withoutBorders } from './borders.js';
import { cutByMask, type ProductCut } from './cut-by-mask.js';
import { cutGround, type GroundCut } from './cut-ground.js';
import { keptProducts } from './kept.js';
import { contentOf, cropTo, fadeFaint } from './trim.js';
import { LEAST_CONFIDENCE, type ProductImage, WORKING_SIDE } from './types.js';

/** The least share of empty pixels with which alpha counts as a cut-out; rounded corners have less. */
const LEAST_EMPTY = 0.02;
/** Air that a studio photograph keeps around its product, as a share of the product's longer side. */
const AIR = 0.08;

/**
 * Makes a product's photograph ready to be placed. Its own pixels are kept: they are cut, trimmed and scaled, never
 * recoloured.
 *
 * @throws CompositionError as `inspectImage`
 */
export const prepareProduct = async (bytes: Uint8Array): Promise<ProductImage> =>
  keptProducts.find(createHash('sha256').update(bytes).digest('base64'), async () => prepared(bytes, WORKING_SIDE));

/** A product's file, with a model's mask where it can't be cut out without one. */
export interface GivenProduct {
  readonly image: Uint8Array;
  readonly cut?: ProductCut;
}

/** @throws CompositionError as `inspectImage` */
export const prepareGiven = async (given: GivenProduct): Promise<ProductImage> =>
  (await masked(given, WORKING_SIDE)) ?? prepareProduct(given.image);

/** The same for a product that is shown no longer than `side`. It is not kept in memory. */
export async function prepareSmall(given: GivenProduct, side: number): Promise<ProductImage> {
  const longest = Math.min(side, WORKING_SIDE);
  return (await masked(given, longest)) ?? prepared(given.image, longest);
}

/** A photograph that is cut along a model's mask of it; null without a mask, and where the mask is not sure. */
async function masked({ image, cut }: GivenProduct, side: number): Promise<ProductImage | null> {
  if (!cut || cut.confidence < LEAST_CONFIDENCE) return null;
  const pixels = await cutByMask(await workingSize(await openImage(image), side), cut.mask);
  return pixels && cutOut('model', cut.confidence, pixels);
}

/** A photograph whose subject is known, in fractions of it: it fills its tile. */
export async function prepareSetting(bytes: Uint8Array, place: Box): Promise<ProductImage> {
  const pixels = await workingSize(await openImage(bytes));
  const facts = { form: 'scene', source: 'none', confidence: 0, ground: null } as const;
  return withFacesOf({ ...facts, pixels, subject: inPixels(place, pixels) });
}

const workingSize = (image: OpenImage, side = WORKING_SIDE): Promise<RawImage> =>
  toRaw(image.pixels().resize(side, side, { fit: 'inside', withoutEnlargement: true }));

async function prepared(bytes: Uint8Array, side: number): Promise<ProductImage> {
  const image = await openImage(bytes);
  const whole = await workingSize(image, side);
  const content = image.hasAlpha ? contentOf(whole) : null;
  const trimmed = content ? cropTo(whole, content) : whole;
  if (image.hasAlpha && emptyShare(trimmed) >= LEAST_EMPTY) {
    fadeFaint(trimmed);
    return cutOut('alpha', 1, trimmed);
  }
  const photograph = image.hasAlpha ? await toRaw(pipelineOf(trimmed).flatten({ background: '#ffffff' })) : trimmed;
  const cut = cutGround(photograph);
  if (cut && cut.confidence >= LEAST_CONFIDENCE && !isFramed(cut, photograph)) {
    return cutOut('flood', cut.confidence, cut.pixels);
  }
  return cut && !isFramed(cut, photograph) ? studioOf(photograph, cut) : sceneOf(photograph);
}

function cutOut(source: ProductImage['source'], confidence: number, pixels: RawImage): ProductImage {
  const subject = { x: 0, y: 0, width: pixels.width, height: pixels.height };
  return { form: 'cutout', source, confidence, pixels, subject, faces: [], ground: null };
}

function emptyShare({ data }: RawImage): number {
  let empty = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < 16) empty += 1;
  return (empty * 4) / data.length;
}

/** The widest frame, as a share of the shorter side. */
const FRAME = 0.07;

/** A photograph in a white frame looks like a product that fills its box. */
function isFramed({ box, pixels }: GroundCut, { width, height }: RawImage): boolean {
  const margin = Math.min(box.x, box.y, width - box.x - box.width, height - box.y - box.height);
  return margin < Math.min(width, height) * FRAME && emptyShare(pixels) < LEAST_EMPTY;
}

/** A studio photograph without a sure cut keeps its own ground and some air around the product and its shadow. */
function studioOf(photograph: RawImage, { withShadow: box, confidence, ground }: GroundCut): Promise<ProductImage> {
  const air = Math.round(Math.max(box.width, box.height) * AIR);
  const left = Math.max(0, box.x - air);
  const top = Math.max(0, box.y - air);
  const right = Math.min(photograph.width, box.x + box.width + air);
  const bottom = Math.min(photograph.height, box.y + box.height + air);
  const pixels = cropTo(photograph, { x: left, y: top, width: right - left, height: bottom - top });
  const subject = { ...box, x: box.x - left, y: box.y - top };
  return withFacesOf({ form: 'scene', source: 'none', confidence, pixels, subject, ground });
}

async function sceneOf(photograph: RawImage): Promise<ProductImage> {
  const pixels = cropTo(photograph, withoutBorders(photograph));
  const subject = await subjectOf(pixels);
  const facts = { form: 'scene', source: 'none', confidence: 0, ground: evenGroundOf(pixels) } as const;
  return withFacesOf({ ...facts, pixels, subject });
}

async function withFacesOf(product: Omit<ProductImage, 'faces'>): Promise<ProductImage> {
  const { pixels } = product;
  const { width, height } = pixels;
  const found = await facesOf({ width, height, pixels: () => pipelineOf(pixels) });
  const faces = found.map((face) => inPixels(face, pixels));
  return { ...product, faces, subject: withFaces(product.subject, faces) };
}

const pipelineOf = ({ width, height, data }: RawImage) => sharp(data, { raw: { width, height, channels: 4 } });

/** Longer side of the thumbnail in which the subject of a scene is looked for. */
const THUMBNAIL = 96;

async function subjectOf(image: RawImage): Promise<Box> {
  return inPixels(salientBoxOf(await toRaw(pipelineOf(image).resize(THUMBNAIL, THUMBNAIL, { fit: 'inside' }))), image);
}

/** A box in fractions of the image, in its pixels. */
const inPixels = ({ x, y, width, height }: Box, image: RawImage): Box => ({
  x: Math.round(x * image.width),
  y: Math.round(y * image.height),
  width: Math.round(width * image.width),
  height: Math.round(height * image.height),
});
