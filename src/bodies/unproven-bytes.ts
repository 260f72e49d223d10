/** A body on its way in, of a sender that has proven nothing yet. */
export interface UnprovenBody {
  /** What is held of it. */
  bytes: number;
  /** Gives it up: nothing of it is kept from then on. */
  readonly refuse: () => void;
}

/**
 * What all bodies of unproven senders may take of the memory together. Above the ceiling the largest that still comes is
 * refused, not the latest: whoever fills the room with large bodies loses them, and the small ones of platforms go on.
 */
export class UnprovenBytes {
  private held = 0;
  private readonly coming = new Set<UnprovenBody>();

  constructor(private readonly ceiling: number) {}

  /** More of the body has come. */
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

  /** It is all there, and is judged now: still held, but no longer refused for its size. */
  complete(body: UnprovenBody): void {
    this.coming.delete(body);
  }

  /** The request is over, in one way or another. */
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
