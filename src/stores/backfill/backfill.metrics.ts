import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import type { BackfillResource } from '../../jobs/payloads.js';
import { BackfillRepository } from './backfill.repository.js';

/** Counts what backfills read, and how they end. */
@Injectable()
export class BackfillMetrics {
  private readonly records: Counter<'resource'>;
  private readonly failures: Counter<'resource'>;

  constructor(registry: Registry, backfills: BackfillRepository) {
    const registers = [registry];
    this.records = new Counter({
      name: 'rekindle_backfill_records_total',
      help: 'Records of stores that backfills have read, by collection',
      labelNames: ['resource'],
      registers,
    });
    this.failures = new Counter({
      name: 'rekindle_backfill_failures_total',
      help: 'Runs of backfills that failed, by collection',
      labelNames: ['resource'],
      registers,
    });
    const unfinished = new Gauge({
      name: 'rekindle_backfills',
      help: 'Collections of stores that are not read to the end, by state: running, paused or failed',
      labelNames: ['state'],
      registers: [],
      collect: async function (this: Gauge<'state'>): Promise<void> {
        for (const [state, count] of Object.entries(await backfills.figures())) this.set({ state }, count);
      },
    });
    registry.registerMetric(unfinished);
    const progress = new Gauge({
      name: 'rekindle_backfill_progress_records',
      help:
        'Records of the collections that are not read to the end, by collection: those that are read (done), and those ' +
        'that the stores say they have (estimate). Collections without an estimate are left out',
      labelNames: ['resource', 'of'],
      registers: [],
      collect: async function (this: Gauge<'resource' | 'of'>): Promise<void> {
        this.reset();
        for (const { resource, done, estimate } of await backfills.progress()) {
          this.set({ resource, of: 'done' }, done);
          this.set({ resource, of: 'estimate' }, estimate);
        }
      },
    });
    registry.registerMetric(progress);
  }

  read(resource: BackfillResource, records: number): void {
    this.records.inc({ resource }, records);
  }

  failed(resource: BackfillResource): void {
    this.failures.inc({ resource });
  }
}
