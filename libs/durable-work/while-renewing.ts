import { every } from './every.js';

/**
 * Does the work, and renews meanwhile the lease that it has. A renewal that fails is passed over: then the lease runs out,
 * which is what it is for.
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
