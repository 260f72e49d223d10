import { DomainError } from '#libs/kernel';

interface Limits {
  /** How many run at once for one key. */
  readonly atOnce: number;
  /** How many wait beside them for one key. */
  readonly waiting: number;
}

interface Line {
  running: number;
  /** The oldest first; each is called once. */
  readonly waiting: { readonly begin: () => void; readonly refuse: () => void }[];
}

/**
 * Bounded work for each key, the newest first. Where too many wait, the oldest is refused (429): whoever sends many in
 * front of another one's work delays it by what is running at most.
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
      this.goOn(key, line);
    }
  }

  private wait({ waiting }: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ begin: resolve, refuse: () => reject(tooMany()) });
      if (waiting.length > this.limits.waiting) waiting.shift()?.refuse();
    });
  }

  /** The place goes to the newest of those that wait. */
  private goOn(key: string, line: Line): void {
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
