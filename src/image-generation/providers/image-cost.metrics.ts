import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** Adds up what paid images cost. */
@Injectable()
export class ImageCostMetrics {
  private readonly cost: Counter;

  constructor(registry: Registry) {
    this.cost = new Counter({
      name: 'rekindle_image_cost_usd_total',
      help: 'Cost of paid calls for images as booked, in US dollars',
      registers: [registry],
    });
  }

  /** In US dollars, a decimal string. */
  booked(amount: string): void {
    this.cost.inc(Number(amount));
  }
}
