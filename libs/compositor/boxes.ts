import type { Box } from './types.js';

/** Whole pixels; neighbours stay neighbours. */
export function rounded({ x, y, width, height }: Box): Box {
  const left = Math.round(x);
  const top = Math.round(y);
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.round(x + width) - left),
    height: Math.max(1, Math.round(y + height) - top),
  };
}

/** The largest box of the ratio `aspect` in `room`. `lower` is 0 at its top, 1 at its foot. */
export function contained(room: Box, aspect: number, lower: number): Box {
  const width = Math.min(room.width, room.height * aspect);
  const height = width / aspect;
  return { x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) * lower, width, height };
}
