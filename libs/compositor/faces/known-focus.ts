import { createHash } from 'node:crypto';
import { BoundedMap } from '#libs/bounded-map';
import type { OpenImage } from '../image/open.js';
import type { Box } from '../types.js';
import { facesOf } from './subject.js';

const MOST = 200;
const known = new BoundedMap<string, Promise<readonly Box[]>>(MOST);

/** As `facesOf`, once for each file in this thread: candidates and variants of banners share a photograph. */
export function knownFaces(bytes: Uint8Array, image: OpenImage): Promise<readonly Box[]> {
  const name = createHash('sha256').update(bytes).digest('base64');
  const found = known.get(name);
  if (found) return found;
  const faces = facesOf(image);
  known.set(name, faces);
  faces.catch(() => known.delete(name));
  return faces;
}
