import { openImage } from '../image/open.js';
import { findFaces } from './find-faces.js';

/**
 * How many faces the edge of an image cuts; null if the optional packages that find faces are missing.
 * @throws CompositionError as `inspectImage`
 */
export async function countCutFaces(bytes: Uint8Array): Promise<number | null> {
  const faces = await findFaces(await openImage(bytes));
  return faces && faces.filter(({ isCut }) => isCut).length;
}
