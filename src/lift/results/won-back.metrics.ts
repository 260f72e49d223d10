import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { type WonBack, wonBack } from './won-back.js';
import { WonBackRepository } from './won-back.repository.js';

/** The sums change when windows close, so an older reading is as good. */
const FRESH_MS = 60_000;
/** A scrape waits at most this long for Postgres. */
const LIMIT_MS = 2_000;
const BOUNDS = ['estimate', 'low', 'high'] as const;

/** What emails have caused, of all stores of a platform together. Read from Postgres at a scrape. */
@Injectable()
export class WonBackMetrics {
  private reading: { readonly at: number; readonly figures: Promise<readonly WonBack[]> } | undefined;
  private readonly orders: Gauge<'platform' | 'currency' | 'bound'>;
  private readonly revenue: Gauge<'platform' | 'currency' | 'bound'>;

  constructor(
    registry: Registry,
    private readonly repository: WonBackRepository,
  ) {
    const labelNames = ['platform', 'currency', 'bound'] as const;
    const measured = 'by sequences with a holdout, whose windows are closed; the estimate and its 95 % interval';
    const { read } = this;
    this.orders = new Gauge({
      name: 'rekindle_orders_won_back_total',
      help: `Orders that were caused ${measured}`,
      labelNames,
      registers: [registry],
      collect: () => read('orders', this.orders),
    });
    this.revenue = new Gauge({
      name: 'rekindle_revenue_won_back_total',
      help: `Revenue in its currency that was caused ${measured}`,
      labelNames,
      registers: [registry],
      collect: () => read('revenue', this.revenue),
    });
  }

  /** Leaves the gauge out where Postgres does not answer. */
  private readonly read = async (
    what: 'orders' | 'revenue',
    gauge: Gauge<'platform' | 'currency' | 'bound'>,
  ): Promise<void> => {
    gauge.reset();
    const late = pause(LIMIT_MS, [], { ref: false });
    const figures = await Promise.race([this.figures().catch(() => []), late]);
    for (const { platform, currency, [what]: effect } of figures) {
      for (const bound of BOUNDS) gauge.set({ platform, currency, bound }, effect[bound]);
    }
  };

  private figures(): Promise<readonly WonBack[]> {
    const now = performance.now();
    if (!this.reading || now - this.reading.at > FRESH_MS) {
      const figures = this.repository.sums().then(wonBack);
      this.reading = { at: now, figures };
      figures.catch(() => (this.reading = undefined));
    }
    return this.reading.figures;
  }
}
