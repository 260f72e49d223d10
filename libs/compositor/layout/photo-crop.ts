import { acrossOf, downOf, type Held, heldAcross, heldDown, holding, type Span } from '../image/hold.js';
import type { Box } from '../types.js';
import type { PhotoContent } from './content.js';

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

/**
 * The part of a photograph that fills `box`, in fractions of the file. Its subject comes to the middle of `free`, the
 * part of the box that nothing covers, as far as the file reaches and its faces stay in `free`.
 */
export function cropOf({ size, focus, faces }: PhotoContent, box: Box, free: Box): Box {
  if (!size) return WHOLE;
  const scale = Math.max(box.width / size.width, box.height / size.height);
  const width = Math.min(1, box.width / scale / size.width);
  const height = Math.min(1, box.height / scale / size.height);
  const at = (subject: Span, window: number, held: readonly Held[], shown: Span) =>
    holding((subject.from + subject.to) / 2 - (window * (shown.from + shown.to)) / 2, window, held, shown);
  const clear: Box = {
    x: (free.x - box.x) / box.width,
    y: (free.y - box.y) / box.height,
    width: free.width / box.width,
    height: free.height / box.height,
  };
  const x = at(acrossOf(focus), width, faces.map(heldAcross), acrossOf(clear));
  const y = at(downOf(focus), height, faces.map(heldDown), downOf(clear));
  return { x, y, width, height };
}
