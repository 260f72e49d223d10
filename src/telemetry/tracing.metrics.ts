import { Injectable } from '@nestjs/common';
import { DROP_REASONS, type DropReason } from '#libs/tracing';
import { Counter, Registry } from 'prom-client';

/** Counts what the collector did not get. */
@Injectable()
export class TracingMetrics {
  private readonly spans: Counter<'reason'>;

  constructor(registry: Registry) {
    this.spans = new Counter({
      name: 'rekindle_spans_dropped_total',
      help: 'Spans that were not exported, by reason: full (too many waited), refused, no_answer, or stop (the process ended)',
      labelNames: ['reason'],
      registers: [registry],
    });
    for (const reason of DROP_REASONS) this.spans.inc({ reason }, 0);
  }

  dropped(reason: DropReason, spans: number): void {
    this.spans.inc({ reason }, spans);
  }
}
