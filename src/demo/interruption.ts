/** Ctrl-C or SIGTERM. The demo listens from its start, because it must stop what it has started at any time. */
export class Interruption {
  readonly reason = new Error('The demo was interrupted.');
  private readonly happened: Promise<void>;
  private expected = false;

  constructor() {
    this.happened = new Promise((resolve) => {
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    });
  }

  /** The result of the work. Throws `reason` if the demo is interrupted first, except while it waits in `wait`. */
  async orDone<T>(work: Promise<T>): Promise<T> {
    const interrupted = this.happened.then(() => {
      if (this.expected) return work;
      work.catch(() => undefined);
      throw this.reason;
    });
    return Promise.race([work, interrupted]);
  }

  /** Waits for the interruption. */
  wait(): Promise<void> {
    this.expected = true;
    return this.happened;
  }
}
