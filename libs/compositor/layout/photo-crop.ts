import type { Box } from '../types.js';
import type { PhotoContent } from './content.js';

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

/**
 * The part of a photograph that fills `box`, in fractions of the file. Its subject comes to the middle of `free`, the
 * part of the box that nothing covers, as far as the file reaches.
 */
export function cropOf({ size, focus }: PhotoContent, box: Box, free: Box): Box {
  if (!size) return WHOLE;
  const scale = Math.max(box.width / size.width, box.height / size.height);
  const width = Math.min(1, box.width / scale / size.width);
  const height = Math.min(1, box.height / scale / size.height);
  const at = (from: number, length: number, window: number, centre: number) =>
    Math.min(Math.max(0, from + length / 2 - window * centre), 1 - window);
  const x = at(focus.x, focus.width, width, (free.x + free.width / 2 - box.x) / box.width);
  const y = at(focus.y, focus.height, height, (free.y + free.height / 2 - box.y) / box.height);
  return { x, y, width, height };
}

/** Where a part of the file is seen in the image, in pixels; it may reach beyond `box`. */
export const shownAt = (part: Box, crop: Box, box: Box): Box => ({
  x: box.x + ((part.x - crop.x) / crop.width) * box.width,
  y: box.y + ((part.y - crop.y) / crop.height) * box.height,
  width: (part.width / crop.width) * box.width,
  height: (part.height / crop.height) * box.height,
});
