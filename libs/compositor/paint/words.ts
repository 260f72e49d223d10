import type { SKRSContext2D } from '@napi-rs/canvas';
import { requiredContrast } from '../colour/contrast.js';
import { worstContrast } from '../colour/legibility.js';
import type { TextElement } from '../layout/types.js';
import { drawText, glyphBoxes } from '../text/draw.js';
import type { Box, Overlay, RawImage } from '../types.js';

/** A line through a former price, at this height above the base line and this thick, in sizes of the font. */
const STRIKE = { height: 0.31, thickness: 0.075 };

export function paintWords(ctx: SKRSContext2D, { block, place, colour, struck, box }: TextElement): void {
  drawText(ctx, block, place, colour);
  if (!struck) return;
  const thickness = Math.max(1, block.size * STRIKE.thickness);
  ctx.fillStyle = colour;
  ctx.fillRect(box.x, place.y - block.size * STRIKE.height - thickness / 2, box.width, thickness);
}

/** The contrast of a text with the finished ground, which has no text yet. */
export function overlayOf(below: RawImage, text: TextElement, density: number): Overlay {
  const { block, place, role, box, colour } = text;
  return {
    role,
    text: block.face.text,
    box,
    lines: block.lines.map((line) => line.text),
    fontSize: block.size,
    contrast: Math.min(...glyphBoxes(block, place).map((one) => worstContrast(pixels(below, one), colour))),
    required: requiredContrast(block.size / density, block.face.bold),
  };
}

function pixels({ width, height, data }: RawImage, box: Box): Uint8ClampedArray {
  const left = Math.min(width - 1, Math.max(0, box.x));
  const top = Math.min(height - 1, Math.max(0, box.y));
  const right = Math.max(left + 1, Math.min(width, box.x + box.width));
  const bottom = Math.max(top + 1, Math.min(height, box.y + box.height));
  const rows = new Uint8ClampedArray((right - left) * (bottom - top) * 4);
  for (let y = top; y < bottom; y += 1) {
    rows.set(data.subarray((y * width + left) * 4, (y * width + right) * 4), (y - top) * (right - left) * 4);
  }
  return rows;
}
