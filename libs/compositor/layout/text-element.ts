import { boundsOf, glyphBoxes, type TextPlace } from '../text/draw.js';
import type { TextBlock } from '../text/fit.js';
import type { TextRole } from '../types.js';
import type { TextElement } from './types.js';

interface Look {
  readonly role: TextRole;
  readonly colour: string;
  readonly ground: string;
  readonly index?: number;
  readonly struck?: boolean;
}

interface Spot {
  readonly x: number;
  /** The top of the first line's ink. */
  readonly top: number;
  readonly width: number;
  readonly align: TextPlace['align'];
}

/** A text whose first line's ink begins at `top`. */
export function textElement(block: TextBlock, { x, top, width, align }: Spot, look: Look): TextElement {
  const place = { x: Math.round(x), y: Math.round(top + block.ascent), width, align };
  return { kind: 'text', block, place, box: boundsOf(glyphBoxes(block, place)), ...look };
}
