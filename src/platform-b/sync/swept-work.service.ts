import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { PlatformBOrderReadsRepository } from './order-reads.repository.js';
import { PlatformBStoresRepository } from '../install/stores.repository.js';

const WATCH_EVERY_HOURS = 24;

/** What Postgres knows of work that is due, for sweeps and metrics. */
@Injectable()
export class PlatformBSweptWorkService {
  constructor(
    private readonly reads: PlatformBOrderReadsRepository,
    private readonly stores: PlatformBStoresRepository,
    registry: Registry,
  ) {
    const gauge = new Gauge({
      name: 'rekindle_platform_b_order_reads',
      help: 'Orders of platform B that are to be read (due), and that could not be read (given_up)',
      labelNames: ['state'],
      registers: [],
      collect: async function (this: Gauge<'state'>): Promise<void> {
        const { due, givenUp } = await reads.figures();
        this.set({ state: 'due' }, due);
        this.set({ state: 'given_up' }, givenUp);
      },
    });
    registry.registerMetric(gauge);
  }

  waitingStores(): Promise<string[]> {
    return this.reads.waitingStores();
  }

  unwatchedStores(): Promise<string[]> {
    return this.stores.claimUnwatched(WATCH_EVERY_HOURS);
  }
}
