import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from '../types.js';
import type { TextBlock } from './fit.js';

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
  ctx.direction = block.face.direction;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.letterSpacing = `${block.face.spacing * block.size}px`;
  ctx.fillStyle = colour;
  block.lines.forEach((line, index) => ctx.fillText(line.text, lefts[index] ?? 0, place.y + index * block.leading));
}

/** The box around all boxes. */
export function boundsOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
