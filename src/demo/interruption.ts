/** Ctrl-C or a request to end, listened for from the start: what was started has to be stopped whenever it comes. */
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

  /** What the work gives; throws `reason` where it is interrupted, unless it is waiting for that. */
  async orDone<T>(work: Promise<T>): Promise<T> {
    const interrupted = this.happened.then(() => {
      if (this.expected) return work;
      work.catch(() => undefined);
      throw this.reason;
    });
    return Promise.race([work, interrupted]);
  }

  /** Until it comes. */
  wait(): Promise<void> {
    this.expected = true;
    return this.happened;
  }
}
