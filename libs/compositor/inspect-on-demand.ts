import type { ImageFacts } from './image/inspect.js';

/**
 * `inspectImage`, in the process itself: it reads a header and unpacks nothing. The library for it is loaded with the
 * first image, because a process that sees none is smaller without.
 */
export async function inspectImage(bytes: Uint8Array): Promise<ImageFacts> {
  const { inspectImage: inspect } = await import('./image/inspect.js');
  return inspect(bytes);
}
