import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { drawLocalArt } from '../art/local-art.js';
import { withAlpha } from '../colour/rgb.js';
import { at } from '../image/at.js';
import { type OpenImage, toRaw } from '../image/open.js';
import { sheetOf } from '../image/paste.js';
import type { PhotoElement } from '../layout/types.js';
import type { Box, RawImage, Tone } from '../types.js';
import type { Assets } from './assets.js';
import { clipped } from './panel.js';

/** The style of a drawn background that names no style, by the brand's tone. */
const TREATMENT_OF_TONE: Readonly<Record<Tone, string>> = {
  calm: 'flat',
  playful: 'pastel',
  elegant: 'minimal',
  bold: 'bold',
};

export async function paintPhoto(ctx: SKRSContext2D, photo: PhotoElement, assets: Assets): Promise<void> {
  const { box, radius, veil, veilColour } = photo;
  const sheet = await sheetFor(photo, assets);
  clipped(ctx, box, radius, () => {
    ctx.drawImage(sheet, box.x, box.y);
    if (veil === 0) return;
    ctx.fillStyle = withAlpha(veilColour, veil);
    ctx.fillRect(box.x, box.y, box.width, box.height);
  });
}

async function sheetFor({ box, crop }: PhotoElement, { background, brand, seed }: Assets): Promise<Canvas> {
  if (background && 'pixels' in background) return at('background', cropped(background, crop, box));
  const style = background?.style ?? TREATMENT_OF_TONE[brand.tone];
  const { width, height } = box;
  const { palette, tone } = brand;
  const { prompt = '', texture = true } = background ?? {};
  return sheetOf(drawLocalArt({ prompt, style, texture, palette, tone, width, height, seed }));
}

/** The last crop of a file: banners of one template have the same. */
const lastCrops = new WeakMap<OpenImage, { readonly name: string; readonly sheet: Promise<Canvas> }>();

function cropped(image: OpenImage, crop: Box, size: Box): Promise<Canvas> {
  const name = JSON.stringify([crop, size.width, size.height]);
  const last = lastCrops.get(image);
  if (last?.name === name) return last.sheet;
  const sheet = cut(image, crop, size).then(sheetOf);
  lastCrops.set(image, { name, sheet });
  return sheet;
}

function cut(image: OpenImage, crop: Box, { width, height }: Box): Promise<RawImage> {
  const left = Math.round(crop.x * image.width);
  const top = Math.round(crop.y * image.height);
  const window = {
    left,
    top,
    width: Math.max(1, Math.min(image.width - left, Math.round(crop.width * image.width))),
    height: Math.max(1, Math.min(image.height - top, Math.round(crop.height * image.height))),
  };
  return toRaw(image.pixels().extract(window).resize(width, height, { fit: 'fill' }));
}
