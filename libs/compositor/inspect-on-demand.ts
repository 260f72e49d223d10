import type { PictureFacts } from './picture/inspect.js';

/**
 * `inspectPicture`, in the process itself: it reads a header and unpacks nothing. The library for it is loaded with the
 * first image, because a process that sees none is smaller without.
 */
export async function inspectPicture(bytes: Uint8Array): Promise<PictureFacts> {
  const { inspectPicture: inspect } = await import('./picture/inspect.js');
  return inspect(bytes);
}
