import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { CountdownElement } from '../layout/types.js';
import { paintPanel } from '../paint/panel.js';
import { drawText } from '../text/draw.js';
import type { RawImage } from '../types.js';

/** The tiles and their units, without digits. */
export function paintCountdown(ctx: SKRSContext2D, { tiles, units, fill, radius }: CountdownElement): void {
  for (const box of tiles) paintPanel(ctx, { kind: 'panel', box, colour: fill, radius });
  for (const { block, place, colour } of units) drawText(ctx, block, place, colour);
}

/** The box with the text of the end. */
export function endOf({ box, ended, ground }: CountdownElement): RawImage {
  const canvas = createCanvas(box.width, box.height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = ground;
  ctx.fillRect(0, 0, box.width, box.height);
  ctx.translate(-box.x, -box.y);
  drawText(ctx, ended.block, ended.place, ended.colour);
  return pixelsOf(ctx, box);
}

/** The digits 0 to 9 below each other, each in the size of a cell and in its middle. */
export function digitsOf({ cells, digits, fill }: CountdownElement): RawImage {
  const [{ width, height } = { width: 1, height: 1 }] = cells;
  const canvas = createCanvas(width, height * 10);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = fill;
  ctx.fillRect(0, 0, width, height * 10);
  ctx.font = digits.face.font(digits.size);
  ctx.fillStyle = digits.colour;
  ctx.textAlign = 'center';
  const { actualBoundingBoxAscent: ascent } = ctx.measureText('0');
  for (let digit = 0; digit < 10; digit += 1) {
    ctx.fillText(`${digit}`, width / 2, digit * height + Math.round((height + ascent) / 2));
  }
  return pixelsOf(ctx, { width, height: height * 10 });
}

function pixelsOf(ctx: SKRSContext2D, { width, height }: { width: number; height: number }): RawImage {
  const { data } = ctx.getImageData(0, 0, width, height);
  return { width, height, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) };
}
