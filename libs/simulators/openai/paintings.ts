import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import sharp from 'sharp';
import { portrait } from '../product-images/portrait.js';
import type { ImageCall } from './images.js';

/**
 * What a model paints instead of what it was asked for.
 *
 * - words: lines of text over the image
 * - redrawn: the given product in another colour
 * - replaced: another, larger thing in the place of the given product
 * - cutFace: a person whose forehead is above the edge
 */
export const MISBEHAVIOURS = ['words', 'redrawn', 'replaced', 'cutFace'] as const;
export type Misbehaviour = (typeof MISBEHAVIOURS)[number];

/** A soft setting whose colours depend on the prompt and the index, around the pixels that a mask keeps. */
export async function paint(call: ImageCall, index: number, misbehaviour?: Misbehaviour): Promise<Buffer> {
  const size = sizeOf(call);
  const layers: Buffer[] = [];
  if (misbehaviour === 'replaced') layers.push(otherThing(size));
  else if (call.mask) layers.push(await givenProduct(call, misbehaviour === 'redrawn'));
  if (misbehaviour === 'words') layers.push(words(size));
  if (misbehaviour === 'cutFace') layers.push(await portrait(size.width, size.height, CUT_FACE));
  return sharp(await setting(call, index))
    .composite(layers.map((input) => ({ input })))
    .toFormat(call.outputFormat as 'png', call.outputFormat === 'png' ? QUICK : {})
    .toBuffer();
}

const CUT_FACE = { x: 0.5, y: 0.1, height: 0.34 };

/** Encoding a megapixel as PNG takes most of the time otherwise. */
const QUICK = { compressionLevel: 1 };

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOf({ size }: ImageCall): Size {
  const [width = 1024, height = 1024] = size === 'auto' ? [] : size.split('x').map(Number);
  return { width, height };
}

function setting(call: ImageCall, index: number): Promise<Buffer> {
  const { width, height } = sizeOf(call);
  const seed = createHash('sha512').update(`${call.prompt}#${index}`).digest();
  const pixels = Buffer.from(Array.from({ length: 4 * 3 * 3 }, (_, at) => seed[at % seed.length] ?? 0));
  return sharp(pixels, { raw: { width: 4, height: 3, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .png(QUICK)
    .toBuffer();
}

/** The pixels of the first image that the mask keeps, slightly relit, as models do. */
async function givenProduct({ references, mask }: ImageCall, otherColour: boolean): Promise<Buffer> {
  const alpha = await sharp(mask).ensureAlpha().extractChannel(3).toColourspace('b-w').png(QUICK).toBuffer();
  const kept = await sharp(references[0]?.bytes).removeAlpha().joinChannel(alpha).png(QUICK).toBuffer();
  const changed = otherColour ? sharp(kept).modulate({ hue: 130, saturation: 1.5 }) : sharp(kept).linear(1.02, 1);
  return changed.png(QUICK).toBuffer();
}

function otherThing({ width, height }: Size): Buffer {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const things = [
    ['#6b2f86', 0.5, 0.5, 0.42],
    ['#f2c14e', 0.44, 0.4, 0.16],
    ['#2e6f95', 0.58, 0.62, 0.14],
  ] as const;
  for (const [colour, x, y, radius] of things) {
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.ellipse(x * width, y * height, radius * height * 1.2, radius * height, 0, 0, Math.PI * 2);
    ctx.fill();
  }
  return canvas.toBuffer('image/png');
}

const FONT = fileURLToPath(new URL('../../compositor/fonts/files/inter-700.woff2', import.meta.url));

function words({ width, height }: Size): Buffer {
  GlobalFonts.registerFromPath(FONT, 'Simulated words');
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#ffffff';
  ctx.strokeStyle = '#101010';
  ctx.lineWidth = height / 150;
  for (const [text, y, size] of [
    ['MEGA SALE', 0.3, 0.16],
    ['Everything must go this weekend', 0.45, 0.06],
  ] as const) {
    ctx.font = `${Math.round(size * height)}px "Simulated words"`;
    ctx.strokeText(text, width * 0.06, height * y);
    ctx.fillText(text, width * 0.06, height * y);
  }
  return canvas.toBuffer('image/png');
}
