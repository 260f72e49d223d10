import { every } from './every.js';

/**
 * Does the work and renews its lease meanwhile. A failed renewal is ignored: the lease then expires, and another worker
 * takes over.
 */
export async function whileRenewing<T>(
  renew: () => Promise<unknown>,
  everyMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const renewal = every(everyMs, renew);
  try {
    return await work();
  } finally {
    renewal.stop();
  }
}
