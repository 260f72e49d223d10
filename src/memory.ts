import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const COLLECT_AFTER_MS = 5_000;

/**
 * Keeps the heap small and garbage collections short. Call it when everything is loaded. By default V8 lets the heap
 * grow far beyond its size after loading before the first full collection, later to several times the live size, and
 * returns little memory. V8 also uses pretenuring: where buffers of an allocation site survive two scavenges, it
 * allocates all later ones in the old generation. Then every request body waits for a full collection, and soon there
 * are two of these a second for the life of the process. Bodies live for milliseconds only, so the size of the young
 * generation decides the speed (--max-semi-space-size, see the Dockerfile). See
 * docs/architecture/decisions/0001-small-heap.md.
 */
export function tameHeap(): void {
  setFlagsFromString('--heap-growing-percent=100');
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--expose-gc');
  // A full collection takes a tenth of a second. The first requests should not wait for it.
  setTimeout(runInNewContext('gc') as () => void, COLLECT_AFTER_MS).unref();
}
