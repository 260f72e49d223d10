import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Keeps the heap small and its collections short; call it when everything is loaded. Left to itself V8 lets the heap grow
 * far above what loading needed before it looks for the first time, then by several times what is in use, and gives
 * little of that back. And where it finds that buffers of an allocation site outlive two looks at the nursery, it puts
 * all later ones among the old from the start: each body then waits for a collection of the whole heap, of which there
 * are soon two a second, for as long as the process lives. Bodies on their way through are young: about speed the size
 * of the nursery decides (--max-semi-space-size, see the Dockerfile). See docs/architecture/decisions/0001-small-heap.md.
 */
export function tameHeap(): void {
  setFlagsFromString('--heap-growing-percent=100');
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
