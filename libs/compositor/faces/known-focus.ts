import { createHash } from 'node:crypto';
import { BoundedMap } from '#libs/bounded-map';
import type { OpenImage } from '../image/open.js';
import { salienceOf } from '../image/salience.js';
import type { Box } from '../types.js';
import { facesOf, withFaces } from './subject.js';

/** Where the subject of a photograph and the faces in it are, in fractions of the photograph. */
interface Focus {
  /** With the faces. */
  readonly subject: Box;
  readonly faces: readonly Box[];
}

const MOST = 200;
const known = new BoundedMap<string, Promise<Focus>>(MOST);

/**
 * Looked for once for each file in this thread: candidates and variants of banners share a photograph.
 * @throws CompositionError `image_unreadable`
 */
export function knownFocus(bytes: Uint8Array, image: OpenImage): Promise<Focus> {
  const name = createHash('sha256').update(bytes).digest('base64');
  const found = known.get(name);
  if (found) return found;
  const focus = focusOf(image);
  known.set(name, focus);
  focus.catch(() => known.delete(name));
  return focus;
}

async function focusOf(image: OpenImage): Promise<Focus> {
  const faces = await facesOf(image);
  return { faces, subject: withFaces(await salienceOf(image), faces) };
}
