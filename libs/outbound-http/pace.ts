/** The rate is measured over this window, so that a shorter pause does no harm. */
export const RATE_WINDOW_MS = 3_000;

interface Limits {
  readonly firstByteMs?: number;
  readonly minBytesPerSecond?: number;
}

/** Aborts an answer that does not begin or is too slow: it would occupy a slot for as long as its host wants. */
export class Pace {
  private readonly firstByte: NodeJS.Timeout | undefined;
  private windows: NodeJS.Timeout | undefined;
  private inWindow = 0;

  constructor(
    private readonly limits: Limits,
    private readonly giveUp: () => void,
  ) {
    if (limits.firstByteMs !== undefined) this.firstByte = setTimeout(giveUp, limits.firstByteMs);
  }

  received(bytes: number): void {
    clearTimeout(this.firstByte);
    this.inWindow += bytes;
    if (this.limits.minBytesPerSecond !== undefined) this.windows ??= setInterval(() => this.judge(), RATE_WINDOW_MS);
  }

  end(): void {
    clearTimeout(this.firstByte);
    clearInterval(this.windows);
  }

  private judge(): void {
    const wanted = ((this.limits.minBytesPerSecond ?? 0) * RATE_WINDOW_MS) / 1_000;
    if (this.inWindow < wanted) this.giveUp();
    this.inWindow = 0;
  }
}
