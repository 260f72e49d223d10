import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { PlatformLabelsService } from '../../retailers/platform-labels.service.js';
import { PLATFORMS } from '../../retailers/retailer.entity.js';

/** Adds up what paid images cost. */
@Injectable()
export class ImageCostMetrics {
  private readonly cost: Counter<'platform'>;

  constructor(
    registry: Registry,
    private readonly platforms: PlatformLabelsService,
  ) {
    this.cost = new Counter({
      name: 'rekindle_image_cost_usd_total',
      help: 'Cost of paid calls for images as booked, in US dollars, by platform',
      labelNames: ['platform'],
      registers: [registry],
    });
    for (const platform of PLATFORMS) this.cost.inc({ platform }, 0);
  }

  /** In US dollars, a decimal string. */
  booked(retailerId: string, amount: string): void {
    this.platforms.use(retailerId, (platform) => this.cost.inc({ platform }, Number(amount)));
  }
}
