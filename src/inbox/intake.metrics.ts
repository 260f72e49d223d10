import { Injectable } from '@nestjs/common';
import { Counter, Histogram, Registry } from 'prom-client';
import type { Doubt } from './inbox.repository.js';

/** Metrics of the intake. */
@Injectable()
export class IntakeMetrics {
  private readonly received: Counter<'result'>;
  private readonly refusals: Counter<'reason'>;
  private readonly doubts: Counter<'reason'>;
  private readonly latency: Histogram;

  constructor(registry: Registry) {
    this.received = new Counter({
      name: 'rekindle_deliveries_received_total',
      help: 'Deliveries answered with 200, by result: new, duplicate, or unknown_store',
      labelNames: ['result'],
      registers: [registry],
    });
    this.refusals = new Counter({
      name: 'rekindle_deliveries_refused_total',
      help: 'Deliveries refused before they were stored, by reason',
      labelNames: ['reason'],
      registers: [registry],
    });
    this.doubts = new Counter({
      name: 'rekindle_deliveries_doubted_total',
      help: 'Deliveries with a valid signature and contradicting headers (replayed or forged), which have no effect, by reason',
      labelNames: ['reason'],
      registers: [registry],
    });
    this.latency = new Histogram({
      name: 'rekindle_intake_latency_seconds',
      help: 'Time from the arrival of a delivery to the commit of its effect',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers: [registry],
    });
  }

  recorded(inserted: number, duplicates: number): void {
    if (inserted > 0) this.received.inc({ result: 'new' }, inserted);
    if (duplicates > 0) this.received.inc({ result: 'duplicate' }, duplicates);
  }

  unknownStore(): void {
    this.received.inc({ result: 'unknown_store' });
  }

  refused(reason: string): void {
    this.refusals.inc({ reason });
  }

  doubted(reason: Doubt): void {
    this.doubts.inc({ reason });
  }

  processed(receivedAt: Date): void {
    this.latency.observe(Math.max(0, Date.now() - receivedAt.getTime()) / 1_000);
  }
}
