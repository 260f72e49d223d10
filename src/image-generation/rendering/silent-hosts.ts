const SILENT_MS = 15_000;
const MOST = 10_000;

/**
 * Hosts that did not answer a moment ago: another request need not wait for them again. By retailer, because an address
 * that one retailer chose must not close a host that others share.
 */
export class SilentHosts {
  /** Until when, the oldest first. */
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
