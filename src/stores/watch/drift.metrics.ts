import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import type { BackfillResource } from '../../jobs/payloads.js';

/** Counts what the watches of stores find. No label names a store, because the number of stores has no limit. */
@Injectable()
export class DriftMetrics {
  private readonly watches: Counter<'result'>;
  private readonly subscriptions: Counter<'action'>;
  private readonly records: Counter<'resource'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.watches = new Counter({
      name: 'rekindle_store_watches_total',
      help: 'Watches of installed stores, by result: done, refused (the merchant has to authorize again) or failed',
      labelNames: ['result'],
      registers,
    });
    this.subscriptions = new Counter({
      name: 'rekindle_webhook_drift_total',
      help: 'Webhook subscriptions that a watch restored because they were gone, or removed because we do not want them',
      labelNames: ['action'],
      registers,
    });
    this.records = new Counter({
      name: 'rekindle_late_records_total',
      help: 'Records that a watch found changed without a delivery, by collection',
      labelNames: ['resource'],
      registers,
    });
  }

  watched(result: 'done' | 'refused' | 'failed'): void {
    this.watches.inc({ result });
  }

  subscriptionsRepaired(restored: number, removed: number): void {
    this.subscriptions.inc({ action: 'restored' }, restored);
    this.subscriptions.inc({ action: 'removed' }, removed);
  }

  foundLate(resource: BackfillResource, records: number): void {
    this.records.inc({ resource }, records);
  }
}
