import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { DatastoreMetrics } from './datastore.metrics.js';

const FRESH_MS = 1_000;

/**
 * The text of /metrics. Collecting it queries Postgres and Redis. So concurrent requests share one collection, and its
 * result is cached for a second: frequent requests put no load on the datastores.
 */
@Injectable()
export class MetricsPageService {
  private collection: Promise<string> | undefined;

  constructor(
    private readonly gauges: DatastoreMetrics,
    private readonly registry: Registry,
  ) {}

  read(): Promise<string> {
    this.collection ??= this.collect();
    return this.collection;
  }

  private async collect(): Promise<string> {
    try {
      await this.gauges.refresh();
      return await this.registry.metrics();
    } finally {
      setTimeout(() => (this.collection = undefined), FRESH_MS).unref();
    }
  }
}
