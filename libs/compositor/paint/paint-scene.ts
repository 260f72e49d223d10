import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { paintCountdown } from '../countdown/paint.js';
import type { ProductElement, Scene, SceneElement } from '../layout/types.js';
import { paintProduct, scaled } from '../product/paint.js';
import type { ProductImage } from '../product/types.js';
import type { Box, Overlay, RawImage } from '../types.js';
import type { Assets } from './assets.js';
import { onCanvas } from './canvases.js';
import { paintOrnament } from './ornament.js';
import { paintPanel } from './panel.js';
import { paintPhoto } from './photo.js';
import { overlayOf, paintWords } from './words.js';

export interface PaintedScene {
  readonly image: RawImage;
  /** With the contrasts as measured on the pixels. */
  readonly overlays: readonly Overlay[];
  /** The parts that were asked for, without texts. */
  readonly cuts: readonly RawImage[];
}

/** Paints a scene. Texts come last, after the contrast with what is below them is measured. */
export function paintScene(scene: Scene, assets: Assets, parts: readonly Box[] = []): Promise<PaintedScene> {
  const { width, height, density, elements } = scene;
  return onCanvas({ width, height }, async (ctx) => {
    for (const element of elements) await paintElement(ctx, element, assets);
    const texts = elements.filter((element) => element.kind === 'text');
    const overlays = texts.map((text) => overlayOf(ctx, text, density));
    const cuts = parts.map((box) => cutFrom(ctx, box));
    for (const text of texts) paintWords(ctx, text);
    // Reads faster than `canvas.data()`.
    const whole = cutFrom(ctx, { x: 0, y: 0, width, height });
    return { image: isCovered(scene) ? { ...whole, opaque: true } : whole, overlays, cuts };
  });
}

/** Whether a scene begins with an even ground below everything. */
function isCovered({ width, height, elements: [ground] }: Scene): boolean {
  if (ground?.kind !== 'panel' || ground.radius > 0) return false;
  const { box } = ground;
  return box.x <= 0 && box.y <= 0 && box.x + box.width >= width && box.y + box.height >= height;
}

function cutFrom(ctx: SKRSContext2D, { x, y, width, height }: Box): RawImage {
  const { data } = ctx.getImageData(x, y, width, height);
  return { width, height, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) };
}

async function paintElement(ctx: SKRSContext2D, element: SceneElement, assets: Assets): Promise<void> {
  if (element.kind === 'panel') return paintPanel(ctx, element);
  if (element.kind === 'button') return paintPanel(ctx, { ...element, kind: 'panel', colour: element.fill });
  if (element.kind === 'countdown') return paintCountdown(ctx, element);
  if (element.kind === 'ornament') return paintOrnament(ctx, element);
  if (element.kind === 'photo') return paintPhoto(ctx, element, assets);
  if (element.kind === 'product') return paintProductElement(ctx, element, assets);
  if (element.kind === 'logo' && assets.logo) return paintLogo(ctx, assets.logo, element.box);
}

async function paintProductElement(ctx: SKRSContext2D, element: ProductElement, { products }: Assets): Promise<void> {
  const product = products[element.index];
  if (!product) return;
  const { box, radius, ground } = element;
  if (radius === 0) return paintProduct(ctx, product, box, ground);
  const tile = createCanvas(box.width, box.height);
  await paintProduct(tile.getContext('2d'), product, { ...box, x: 0, y: 0 }, ground);
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, radius);
  ctx.clip();
  ctx.drawImage(tile, box.x, box.y);
  ctx.restore();
}

async function paintLogo(ctx: SKRSContext2D, logo: ProductImage, box: Box): Promise<void> {
  const { width, height } = logo.pixels;
  ctx.drawImage(await scaled(logo, { x: 0, y: 0, width, height }, box), box.x, box.y);
}
