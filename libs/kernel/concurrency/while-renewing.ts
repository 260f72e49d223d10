/**
 * Does the work, and renews meanwhile what it holds. A renewal that fails is passed over: then the lease runs out, which is
 * what it is for.
 */
export async function whileRenewing<T>(
  renew: () => Promise<unknown>,
  everyMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const heartbeat = setInterval(() => void renew().catch(() => undefined), everyMs);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
  }
}
