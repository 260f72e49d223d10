/** Points per second by plan. The bucket holds twenty times as much. Source: shopify.dev, rate limits of GraphQL. */
const RESTORE_RATES = { standard: 100, advanced: 200, plus: 1000, enterprise: 2000 } as const;
const SECONDS_HELD = 20;

export type Plan = keyof typeof RESTORE_RATES;

export interface ThrottleStatus {
  readonly maximumAvailable: number;
  readonly currentlyAvailable: number;
  readonly restoreRate: number;
}

/** The query cost that an app may spend in one store. It refills continuously up to its maximum. */
export class LeakyBucket {
  readonly restoreRate: number;
  readonly maximumAvailable: number;
  private available: number;
  private filledAt: number;
  private isDrained = false;

  constructor(
    plan: Plan,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.restoreRate = RESTORE_RATES[plan];
    this.maximumAvailable = this.restoreRate * SECONDS_HELD;
    this.available = this.maximumAvailable;
    this.filledAt = now();
  }

  /** Reserves the requested cost. False if too little is available; then nothing is taken. */
  take(cost: number): boolean {
    this.refill();
    this.isDrained = false;
    if (cost > this.available) return false;
    this.available -= cost;
    return true;
  }

  /** Returns the unused part of a query's reserved cost. */
  giveBack(cost: number): void {
    this.available = Math.min(this.maximumAvailable, this.available + cost);
  }

  /** Empties the bucket. It refills from the next query on, however late that comes. */
  drain(): void {
    this.available = 0;
    this.isDrained = true;
  }

  status(): ThrottleStatus {
    this.refill();
    const { maximumAvailable, restoreRate } = this;
    return { maximumAvailable, currentlyAvailable: Math.floor(this.available), restoreRate };
  }

  private refill(): void {
    const now = this.now();
    if (!this.isDrained) this.giveBack(((now - this.filledAt) / 1000) * this.restoreRate);
    this.filledAt = now;
  }
}
