/**
 * Natural group commit: items that arrive during a write are collected, and the next write takes them all. There is no
 * timer, so a single item is written at once, while under load one statement writes many.
 */
export class GroupCommit<T> {
  private waiting: { item: T; resolve: () => void; reject: (reason: unknown) => void }[] = [];
  private inFlight = 0;

  constructor(
    /** Writes and commits; an error goes to every item of the group. */
    private readonly write: (items: T[]) => Promise<void>,
    private readonly limits: { readonly maxInFlight: number; readonly maxItems: number },
  ) {}

  /** Resolves when the item is committed. */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.start();
    });
  }

  private start(): void {
    if (this.inFlight >= this.limits.maxInFlight || this.waiting.length === 0) return;
    const group = this.waiting.splice(0, this.limits.maxItems);
    this.inFlight += 1;
    this.write(group.map(({ item }) => item))
      .then(
        () => group.forEach(({ resolve }) => resolve()),
        (error: unknown) => group.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        this.inFlight -= 1;
        this.start();
      })
      .catch(() => undefined);
  }
}
