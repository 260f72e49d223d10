import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import type { BackfillResource } from '../../jobs/payloads.js';

/** What the watch over the stores finds; without the stores' names, of which there may be any number. */
@Injectable()
export class DriftMetrics {
  private readonly looks: Counter<'result'>;
  private readonly subscriptions: Counter<'action'>;
  private readonly records: Counter<'resource'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.looks = new Counter({
      name: 'rekindle_store_watches_total',
      help: 'Looks at installed stores, by result: done, refused (has to authorize again) or failed',
      labelNames: ['result'],
      registers,
    });
    this.subscriptions = new Counter({
      name: 'rekindle_webhook_drift_total',
      help: 'Webhook subscriptions that the watch restored (they were gone) or removed (strays)',
      labelNames: ['action'],
      registers,
    });
    this.records = new Counter({
      name: 'rekindle_late_records_total',
      help: 'Records that the watch found changed without a delivery, by collection',
      labelNames: ['resource'],
      registers,
    });
  }

  looked(result: 'done' | 'refused' | 'failed'): void {
    this.looks.inc({ result });
  }

  subscriptionsRepaired(restored: number, removed: number): void {
    this.subscriptions.inc({ action: 'restored' }, restored);
    this.subscriptions.inc({ action: 'removed' }, removed);
  }

  foundLate(resource: BackfillResource, records: number): void {
    this.records.inc({ resource }, records);
  }
}
