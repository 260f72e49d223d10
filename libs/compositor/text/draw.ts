import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from '../types.js';
import type { TextBlock } from './fit.js';
import { drawn } from './joined-emoji.js';
import { FIGURES } from './typeface.js';

/** The place of a block. Lines are aligned within `x`..`x + width`; `y` is the first baseline. */
export interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align: 'left' | 'right' | 'center';
}

/** The left edge of each line. */
const edges = (block: TextBlock, { x, width, align }: TextPlace): number[] =>
  block.lines.map((line) =>
    align === 'left' ? x : align === 'right' ? x + width - line.width : x + (width - line.width) / 2,
  );

/** The box around the ink of each line, in whole pixels. */
export function glyphBoxes(block: TextBlock, place: TextPlace): Box[] {
  const lefts = edges(block, place);
  return block.lines.map((line, index) => {
    const base = place.y + index * block.leading;
    const left = Math.floor(lefts[index] ?? 0);
    const top = Math.floor(base - line.ascent);
    return {
      x: left,
      y: top,
      width: Math.ceil((lefts[index] ?? 0) + line.width) - left,
      height: Math.max(1, Math.ceil(base + line.descent) - top),
    };
  });
}

export function drawText(ctx: SKRSContext2D, block: TextBlock, place: TextPlace, colour: string): void {
  const lefts = edges(block, place);
  ctx.font = block.face.font(block.size);
  ctx.fontFeatureSettings = FIGURES;
  ctx.direction = block.face.direction;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.letterSpacing = `${block.face.spacing * block.size}px`;
  ctx.fillStyle = colour;
  block.lines.forEach((line, index) => {
    const x = lefts[index] ?? 0;
    const y = place.y + index * block.leading;
    ctx.fillText(drawn(line.text), x, y);
    if (block.size >= SEAMS_FROM && block.face.direction === 'ltr') closeSeams(ctx, drawn(line.text), block.size, x, y);
  });
}

/** Letters whose outlines touch. Each is smoothed on its own, so that the ground shines through where they meet. */
const TOUCHING = /[ft](?=[ft])/g;
/** In smaller text, in pixels, nobody sees the seam. */
const SEAMS_FROM = 40;

/** Paints the cross-bars again where two letters touch, until no ground shines through. */
function closeSeams(ctx: SKRSContext2D, text: string, size: number, x: number, y: number): void {
  for (const { index } of text.matchAll(TOUCHING)) {
    const middle = x + ctx.measureText(text.slice(0, index + 1)).width;
    ctx.save();
    ctx.beginPath();
    ctx.rect(Math.floor(middle - size * 0.06), y - size * 0.6, Math.ceil(size * 0.12), size * 0.3);
    ctx.clip();
    for (let time = 0; time < 8; time += 1) ctx.fillText(text, x, y);
    ctx.restore();
  }
}

/** The box around all boxes. */
export function boundsOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
