import type { SKRSContext2D } from '@napi-rs/canvas';
import type { PanelElement } from '../layout/types.js';
import type { Box } from '../types.js';

/** The distance of a frame from the edge of its plate, and the bites of a ticket, as shares of the shorter side. */
const FRAME = { frame: 0.032, ticket: 0.02 } as const;
const BITE = 0.045;

export function paintPanel(ctx: SKRSContext2D, { box, radius, colour, form, line, stroke = 2 }: PanelElement): void {
  ctx.fillStyle = colour;
  if (form === 'ticket') ticket(ctx, box, radius);
  else outline(ctx, box, radius);
  ctx.fill();
  if (!line || !form || form === 'plain') return;
  const by = Math.max(stroke * 3, Math.min(box.width, box.height) * FRAME[form]);
  const within = { x: box.x + by, y: box.y + by, width: box.width - by * 2, height: box.height - by * 2 };
  ctx.save();
  ctx.strokeStyle = line;
  ctx.lineWidth = stroke;
  if (form === 'ticket') {
    ctx.setLineDash([stroke * 3, stroke * 3]);
    ticket(ctx, within, Math.max(0, radius - by), by * 0.5);
  } else {
    outline(ctx, within, Math.max(0, radius - by));
  }
  ctx.stroke();
  ctx.restore();
}

/** A plate with a half disc bitten out of the middle of both sides. */
function ticket(ctx: SKRSContext2D, { x, y, width, height }: Box, radius: number, more = 0): void {
  const bite = Math.min(width, height) * BITE + more;
  const corner = Math.min(radius, height / 2 - bite, width / 2);
  const [right, bottom, middle] = [x + width, y + height, y + height / 2];
  ctx.beginPath();
  ctx.moveTo(x + corner, y);
  ctx.arcTo(right, y, right, middle, corner);
  ctx.lineTo(right, middle - bite);
  ctx.arc(right, middle, bite, -Math.PI / 2, Math.PI / 2, true);
  ctx.arcTo(right, bottom, x, bottom, corner);
  ctx.arcTo(x, bottom, x, middle, corner);
  ctx.lineTo(x, middle + bite);
  ctx.arc(x, middle, bite, Math.PI / 2, -Math.PI / 2, true);
  ctx.arcTo(x, y, right, y, corner);
  ctx.closePath();
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
