import type { SKRSContext2D } from '@napi-rs/canvas';
import { requiredContrast } from '../colour/contrast.js';
import { worstContrast } from '../colour/legibility.js';
import type { TextElement } from '../layout/types.js';
import { drawText, glyphBoxes } from '../text/draw.js';
import type { Box, Overlay } from '../types.js';

/** A line through a former price, at this height above the base line and this thick, in sizes of the font. */
const STRIKE = { height: 0.31, thickness: 0.075 };

export function paintWords(ctx: SKRSContext2D, { block, place, colour, struck, box }: TextElement): void {
  drawText(ctx, block, place, colour);
  if (!struck) return;
  const thickness = Math.max(1, block.size * STRIKE.thickness);
  ctx.fillStyle = colour;
  ctx.fillRect(box.x, place.y - block.size * STRIKE.height - thickness / 2, box.width, thickness);
}

/** The contrast of a text with the finished ground, which has no text yet. Only the boxes of its lines are read. */
export function overlayOf(ctx: SKRSContext2D, text: TextElement, density: number): Overlay {
  const { block, place, role, box, colour } = text;
  return {
    role,
    text: block.face.text,
    box,
    lines: block.lines.map((line) => line.text),
    fontSize: block.size,
    contrast: Math.min(...glyphBoxes(block, place).map((one) => worstContrast(pixelsIn(ctx, one), colour))),
    required: requiredContrast(block.size / density, block.face.bold),
  };
}

/** The part of the box that is on the canvas, at least one pixel. */
function pixelsIn(ctx: SKRSContext2D, { x, y, width, height }: Box): Uint8ClampedArray {
  const left = Math.min(ctx.canvas.width - 1, Math.max(0, x));
  const top = Math.min(ctx.canvas.height - 1, Math.max(0, y));
  const right = Math.max(left + 1, Math.min(ctx.canvas.width, x + width));
  const bottom = Math.max(top + 1, Math.min(ctx.canvas.height, y + height));
  return ctx.getImageData(left, top, right - left, bottom - top).data;
}
