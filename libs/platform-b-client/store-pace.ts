/**
 * The time at which a store may be called again. All clients of a store in a process share one, so that each answer
 * about the rate limit applies to all of them.
 */
export class StorePace {
  private resumeAt = 0;
  private backgroundAt = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** Milliseconds until the next call is allowed. */
  get waitMs(): number {
    return Math.max(0, this.resumeAt - this.now());
  }

  /** The same for background work, which leaves a part of the rate limit to other calls. */
  get backgroundWaitMs(): number {
    return Math.max(this.waitMs, this.backgroundAt - this.now());
  }

  holdBack(ms: number): void {
    this.resumeAt = Math.max(this.resumeAt, this.now() + ms);
  }

  holdBackBackground(ms: number): void {
    this.backgroundAt = Math.max(this.backgroundAt, this.now() + ms);
  }
}
