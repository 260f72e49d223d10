import { Injectable } from '@nestjs/common';
import { Histogram, Registry } from 'prom-client';

@Injectable()
export class ClockMetrics {
  private readonly lateness: Histogram;

  constructor(registry: Registry) {
    this.lateness = new Histogram({
      name: 'rekindle_segment_clock_lateness_seconds',
      help: 'Time between the instant of a change by time and the moment at which it was made',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600],
      registers: [registry],
    });
  }

  changed(lateMs: number): void {
    this.lateness.observe(Math.max(0, lateMs) / 1_000);
  }
}
