const SILENT_MS = 15_000;
const MOST = 10_000;

/**
 * Hosts that did not answer a retailer in the last 15 seconds, so that the retailer's other requests need not wait for
 * the same hosts. The entries are kept by retailer, because the address of one retailer must not block a host for the
 * others.
 */
export class SilentHosts {
  /** The end of each entry in milliseconds; oldest entry first. */
  private readonly until = new Map<string, number>();

  has(retailerId: string, host: string): boolean {
    return (this.until.get(keyOf(retailerId, host)) ?? 0) > Date.now();
  }

  add(retailerId: string, host: string): void {
    const key = keyOf(retailerId, host);
    this.until.delete(key);
    this.until.set(key, Date.now() + SILENT_MS);
    for (const [oldest, until] of this.until) {
      if (until > Date.now() && this.until.size <= MOST) return;
      this.until.delete(oldest);
    }
  }
}

const keyOf = (retailerId: string, host: string): string => `${retailerId} ${host}`;
