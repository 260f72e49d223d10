/**
 * When a store may be called again. One for each store and process, shared by all clients of that store: what one
 * answer says about the rate limit then holds for all of them.
 */
export class StorePace {
  private resumeAt = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** Milliseconds until the next call may be made. */
  get waitMs(): number {
    return Math.max(0, this.resumeAt - this.now());
  }

  holdBack(ms: number): void {
    this.resumeAt = Math.max(this.resumeAt, this.now() + ms);
  }
}
