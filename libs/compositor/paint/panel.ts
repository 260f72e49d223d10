import type { SKRSContext2D } from '@napi-rs/canvas';
import type { PanelElement } from '../layout/types.js';
import type { Box } from '../types.js';

export function paintPanel(ctx: SKRSContext2D, { box, radius, colour, form, line, stroke = 2 }: PanelElement): void {
  ctx.fillStyle = colour;
  outline(ctx, box, radius);
  ctx.fill();
  if (!line || !form || form === 'plain') return;
  const by = stroke * 3;
  const within = { x: box.x + by, y: box.y + by, width: box.width - by * 2, height: box.height - by * 2 };
  ctx.save();
  ctx.strokeStyle = line;
  ctx.lineWidth = stroke;
  if (form === 'ticket') ctx.setLineDash([stroke * 4, stroke * 3]);
  outline(ctx, within, Math.max(0, radius - by));
  ctx.stroke();
  ctx.restore();
}

function outline(ctx: SKRSContext2D, { x, y, width, height }: Box, radius: number): void {
  ctx.beginPath();
  if (radius > 0) ctx.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
  else ctx.rect(x, y, width, height);
}

/** Paints within a box with rounded corners. */
export function clipped(ctx: SKRSContext2D, box: Box, radius: number, work: () => void): void {
  ctx.save();
  outline(ctx, box, radius);
  ctx.clip();
  work();
  ctx.restore();
}
