import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import type { RawImage } from '../types.js';

/** The pixels as a canvas that can be drawn again and again. */
export function sheetOf({ width, height, data }: RawImage): Canvas {
  const sheet = createCanvas(width, height);
  const pixels = new ImageData(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), width, height);
  sheet.getContext('2d').putImageData(pixels, 0, 0);
  return sheet;
}

/** Pastes without scaling; transparent parts show what is below. */
export const paste = (ctx: SKRSContext2D, image: RawImage, { x, y }: { x: number; y: number }): void =>
  ctx.drawImage(sheetOf(image), x, y);
