const PART_BYTES = 1024 * 1024;
/** A slow sender's bytes are stored after so long, so that the upload is seen to go on. */
const PART_MS = 10_000;

/** The bytes in parts of at least a mebibyte; a slow sender's parts are smaller. The sender waits for the consumer. */
export async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let since = performance.now();
  let [chunks, held]: [Uint8Array[], number] = [[], 0];
  for await (const chunk of bytes) {
    chunks.push(chunk);
    held += chunk.length;
    if (held < PART_BYTES && performance.now() - since <= PART_MS) continue;
    yield Buffer.concat(chunks, held);
    since = performance.now();
    [chunks, held] = [[], 0];
  }
  if (held > 0) yield Buffer.concat(chunks, held);
}
