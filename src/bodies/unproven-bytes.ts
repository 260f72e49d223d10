/** A body of a sender that has proven nothing yet. */
export interface UnprovenBody {
  /** How many of its bytes are in memory. */
  bytes: number;
  /** Refuses the body and frees its bytes. */
  readonly refuse: () => void;
}

/**
 * Limits the memory of all bodies of unproven senders together. Above the limit it refuses the largest incomplete body
 * instead of the newest. So a sender of large bodies loses them, and the small bodies of platforms still arrive.
 */
export class UnprovenBytes {
  private held = 0;
  private readonly coming = new Set<UnprovenBody>();

  constructor(private readonly ceiling: number) {}

  /** Counts bytes of the body that have arrived. Above the limit it refuses the largest bodies. */
  grow(body: UnprovenBody, bytes: number): void {
    this.coming.add(body);
    body.bytes += bytes;
    this.held += bytes;
    while (this.held > this.ceiling) {
      const largest = this.largest();
      if (!largest) return;
      this.release(largest);
      largest.refuse();
    }
  }

  /** The body is complete: its bytes still count, but it is no longer refused for its size. */
  complete(body: UnprovenBody): void {
    this.coming.delete(body);
  }

  /** Frees the bytes of the body. */
  release(body: UnprovenBody): void {
    this.coming.delete(body);
    this.held -= body.bytes;
    body.bytes = 0;
  }

  private largest(): UnprovenBody | undefined {
    let largest: UnprovenBody | undefined;
    for (const body of this.coming) if (body.bytes >= (largest?.bytes ?? 0)) largest = body;
    return largest;
  }
}
