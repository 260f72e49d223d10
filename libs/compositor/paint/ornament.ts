import type { SKRSContext2D } from '@napi-rs/canvas';
import type { OrnamentElement } from '../layout/types.js';

/** Decoration: one even colour in a plain form. */
export function paintOrnament(ctx: SKRSContext2D, ornament: OrnamentElement): void {
  const { box, colour, form } = ornament;
  const { x, y, width, height } = box;
  if (form === 'quarters') return quarters(ctx, ornament);
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

/** Rows of a mosaic in a box that is wider or less tall than this ratio, and in others. */
const ROWS = { low: 2, tall: 4 } as const;

/** Squares with quarter discs that fill the box. Every colour has another one beside it. */
function quarters(ctx: SKRSContext2D, { box, colour, colours = [] }: OrnamentElement): void {
  const all = colours.length > 1 ? colours : [colour, ...colours];
  const rows = box.width > box.height * 1.6 ? ROWS.low : ROWS.tall;
  const columns = Math.max(1, Math.round((box.width / box.height) * rows));
  const [wide, tall] = [box.width / columns, box.height / rows];
  const colourAt = (at: number): string => all[at % all.length] ?? colour;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const turn = (row * 3 + column * 5 + ((row * column) % 3)) % 4;
      const at = row * 2 + column * 3 + ((row + column) % 2);
      const [left, top] = [Math.round(box.x + column * wide), Math.round(box.y + row * tall)];
      const [right, foot] = [Math.round(box.x + (column + 1) * wide), Math.round(box.y + (row + 1) * tall)];
      ctx.fillStyle = colourAt(at);
      ctx.fillRect(left, top, right - left, foot - top);
      ctx.fillStyle = colourAt(at + 1);
      ctx.beginPath();
      const corner = [left, left, right, right][turn] ?? left;
      const edge = [top, foot, foot, top][turn] ?? top;
      const start = [0, -Math.PI / 2, Math.PI, Math.PI / 2][turn] ?? 0;
      ctx.moveTo(corner, edge);
      ctx.ellipse(corner, edge, right - left, foot - top, 0, start, start + Math.PI / 2);
      ctx.closePath();
      ctx.fill();
    }
  }
}
