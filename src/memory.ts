import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Keeps the process small; call it when everything is loaded. Left to itself V8 lets the heap grow far above what loading
 * needed before it looks for the first time, then by several times what is in use, and gives little of that back. Bodies
 * on their way through are young: about speed the size of the nursery decides (--max-semi-space-size, see the Dockerfile).
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
