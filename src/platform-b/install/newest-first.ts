import { DomainError } from '#libs/kernel';

interface Limits {
  /** How many pieces of work run at once for one key. */
  readonly atOnce: number;
  /** How many more may wait for one key. */
  readonly waiting: number;
}

interface Line {
  running: number;
  /** Waiting work, the oldest first. Exactly one of the two functions is called, and only once. */
  readonly waiting: { readonly begin: () => void; readonly refuse: () => void }[];
}

/**
 * Limits the work for each key and runs the newest waiting work first. Where too many wait, the oldest is refused
 * (429). So a flood of requests delays a later request only by the work that is already running.
 */
export class NewestFirst {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly limits: Limits) {}

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.lines.get(key) ?? { running: 0, waiting: [] };
    this.lines.set(key, line);
    if (line.running < this.limits.atOnce) line.running += 1;
    else await this.wait(line);
    try {
      return await work();
    } finally {
      this.release(key, line);
    }
  }

  private wait({ waiting }: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ begin: resolve, refuse: () => reject(tooMany()) });
      if (waiting.length > this.limits.waiting) waiting.shift()?.refuse();
    });
  }

  /** The newest waiting work takes the free place. */
  private release(key: string, line: Line): void {
    const next = line.waiting.pop();
    if (next) {
      next.begin();
      return;
    }
    line.running -= 1;
    if (line.running === 0) this.lines.delete(key);
  }
}

const tooMany = (): DomainError =>
  new DomainError(429, 'too_many_requests', 'Too many installs of this store are under way; try again in a moment.', {
    headers: { 'retry-after': '1' },
  });
