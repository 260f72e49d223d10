import { Injectable } from '@nestjs/common';
import { Histogram, Registry } from 'prom-client';
import { PlatformLabelsService } from '../../retailers/platform-labels.service.js';
import { PLATFORMS } from '../../retailers/retailer.entity.js';

@Injectable()
export class ClockMetrics {
  private readonly lateness: Histogram<'platform'>;

  constructor(
    registry: Registry,
    private readonly platforms: PlatformLabelsService,
  ) {
    this.lateness = new Histogram({
      name: 'rekindle_segment_clock_lateness_seconds',
      help: 'Time between the instant of a change by time and the moment at which it was made, by platform',
      labelNames: ['platform'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600],
      registers: [registry],
    });
    for (const platform of PLATFORMS) this.lateness.zero({ platform });
  }

  /** How late changes of a retailer were made, in milliseconds. */
  changed(retailerId: string, lateMs: readonly number[]): void {
    this.platforms.use(retailerId, (platform) => {
      for (const late of lateMs) this.lateness.observe({ platform }, Math.max(0, late) / 1_000);
    });
  }
}
