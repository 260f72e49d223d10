import type { SKRSContext2D } from '@napi-rs/canvas';
import type { OrnamentElement } from '../layout/types.js';

/** Decoration: one even colour in a plain form. */
export function paintOrnament(ctx: SKRSContext2D, { box, colour, form }: OrnamentElement): void {
  const { x, y, width, height } = box;
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  ctx.fillStyle = colour;
  ctx.beginPath();
  if (form === 'disc') ctx.arc(middleX, middleY, width / 2, 0, Math.PI * 2);
  else if (form === 'bar') ctx.rect(x, y, width, height);
  else if (form === 'dots') dots(ctx, box);
  else ring(ctx, middleX, middleY, width / 2);
  ctx.fill();
}

function ring(ctx: SKRSContext2D, x: number, y: number, radius: number): void {
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.arc(x, y, radius * 0.72, 0, Math.PI * 2, true);
}

function dots(ctx: SKRSContext2D, { x, y, width, height }: OrnamentElement['box']): void {
  const step = Math.max(8, Math.min(width, height) / 5);
  const radius = step * 0.14;
  for (let row = step / 2; row < height; row += step) {
    for (let column = step / 2; column < width; column += step) {
      ctx.moveTo(x + column + radius, y + row);
      ctx.arc(x + column, y + row, radius, 0, Math.PI * 2);
    }
  }
}
