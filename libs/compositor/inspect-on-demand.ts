import type { ImageFacts } from './image/inspect.js';

/**
 * Runs `inspectImage` in this process, since it only reads a header. The library is loaded with the first image, so
 * that a process without images needs less memory.
 */
export async function inspectImage(bytes: Uint8Array): Promise<ImageFacts> {
  const { inspectImage: inspect } = await import('./image/inspect.js');
  return inspect(bytes);
}
