import type { OpenImage } from '../image/open.js';
import type { Box } from '../types.js';
import { findFaces } from './find-faces.js';

/** The boxes of the faces in a photograph, in fractions of it; none without the optional packages. */
export async function facesOf(image: Pick<OpenImage, 'width' | 'height' | 'pixels'>): Promise<readonly Box[]> {
  const found = await findFaces(image);
  return (found ?? []).map(({ box }) => box);
}

/** The box around a subject and the faces that belong to it. */
export function withFaces(subject: Box, faces: readonly Box[]): Box {
  const all = [subject, ...faces];
  const x = Math.min(...all.map((box) => box.x));
  const y = Math.min(...all.map((box) => box.y));
  const right = Math.max(...all.map((box) => box.x + box.width));
  const bottom = Math.max(...all.map((box) => box.y + box.height));
  return faces.length === 0 ? subject : { x, y, width: right - x, height: bottom - y };
}
