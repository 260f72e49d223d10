export interface LatencySummary {
  readonly count: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface SenderStatistics {
  /** Deliveries that were started. */
  readonly deliveries: number;
  /** Requests sent, retries included. */
  readonly sent: number;
  readonly delivered: number;
  readonly retried: number;
  /** Given up after all retries. */
  readonly failed: number;
  /** Dropped, because the subscription was removed or the sender was closed. */
  readonly dropped: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Requests without an answer, by reason: `timeout`, `ECONNREFUSED`. */
  readonly byError: Readonly<Record<string, number>>;
  /** The time from the first byte of a request to the end of its answer. */
  readonly latency: LatencySummary;
}

type Counter = 'deliveries' | 'sent' | 'delivered' | 'retried' | 'failed' | 'dropped';

/** Collects the statistics of a sender. */
export class StatisticsCollector {
  private readonly counts = { deliveries: 0, sent: 0, delivered: 0, retried: 0, failed: 0, dropped: 0 };
  private readonly byStatus: Record<string, number> = {};
  private readonly byError: Record<string, number> = {};
  private latencies: number[] = [];

  count(counter: Counter): void {
    this.counts[counter] += 1;
  }

  answered(status: number, latencyMs: number): void {
    this.byStatus[status] = (this.byStatus[status] ?? 0) + 1;
    this.latencies.push(latencyMs);
  }

  unanswered(reason: string): void {
    this.byError[reason] = (this.byError[reason] ?? 0) + 1;
  }

  snapshot(): SenderStatistics {
    return {
      ...this.counts,
      byStatus: { ...this.byStatus },
      byError: { ...this.byError },
      latency: summaryOf(this.latencies),
    };
  }
}

function summaryOf(latencies: readonly number[]): LatencySummary {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, medianMs: at(0.5), p99Ms: at(0.99), maxMs: sorted.at(-1) ?? 0 };
}
