/** Limits how much work runs at once; work starts in the order of arrival. */
export class Slots {
  private waiting: (() => void)[] = [];
  private head = 0;

  constructor(private free: number) {}

  async acquire(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Runs the work once a slot is free. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  release(): void {
    const next = this.waiting[this.head];
    if (!next) {
      this.free += 1;
      return;
    }
    this.head += 1;
    // A shift() for each release would copy the queue every time.
    if (this.head > 1024) {
      this.waiting = this.waiting.slice(this.head);
      this.head = 0;
    }
    next();
  }
}
