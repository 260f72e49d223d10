export interface RateState {
  readonly allowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** The number of requests that all apps of a store together may make in each window of time. */
export class RateWindow {
  private endsAt = 0;
  private left = 0;

  constructor(
    readonly quota: number,
    readonly windowMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  take(): RateState {
    if (this.now() >= this.endsAt) {
      this.endsAt = this.now() + this.windowMs;
      this.left = this.quota;
    }
    const allowed = this.left > 0;
    if (allowed) this.left -= 1;
    return { allowed, headers: this.headers() };
  }

  /** Sets the requests that are left in the present window, as if other apps had used the rest. */
  leaveOnly(requests: number): void {
    this.take();
    this.left = requests;
  }

  private headers(): Readonly<Record<string, string>> {
    return {
      'X-Rate-Limit-Requests-Left': String(this.left),
      'X-Rate-Limit-Requests-Quota': String(this.quota),
      'X-Rate-Limit-Time-Reset-Ms': String(Math.max(0, this.endsAt - this.now())),
      'X-Rate-Limit-Time-Window-Ms': String(this.windowMs),
    };
  }
}
