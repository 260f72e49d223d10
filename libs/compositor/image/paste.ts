import { createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import type { RawImage } from '../types.js';

/** Pastes without scaling; transparent parts show what is below. */
export function paste(ctx: SKRSContext2D, { width, height, data }: RawImage, { x, y }: { x: number; y: number }): void {
  const sheet = createCanvas(width, height);
  const pixels = new ImageData(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), width, height);
  sheet.getContext('2d').putImageData(pixels, 0, 0);
  ctx.drawImage(sheet, x, y);
}
