import { Injectable } from '@nestjs/common';
import type { Platform } from './retailer.entity.js';
import { RetailersService } from './retailers.service.js';

/** What metrics are grouped by. Never a retailer: their number has no limit, and metrics are no place for names. */
type PlatformLabel = Platform | 'unknown';

/** The platforms of retailers as labels of metrics. */
@Injectable()
export class PlatformLabelsService {
  constructor(private readonly retailers: RetailersService) {}

  /**
   * Calls `count` with the platform of the retailer, or with `unknown` where Postgres does not answer. Returns at once
   * and never throws, because no work waits for a metric.
   */
  use(retailerId: string, count: (platform: PlatformLabel) => void): void {
    this.retailers.platformOf(retailerId).then(
      (platform) => count(platform ?? 'unknown'),
      () => count('unknown'),
    );
  }
}
