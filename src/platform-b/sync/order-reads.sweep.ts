import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { Gauge, Registry } from 'prom-client';
import { Runtime } from '../../config/runtime.js';
import { PlatformBOrderReadsRepository } from './order-reads.repository.js';

/** Enqueues the reads whose job Redis has lost or that are due by time, and counts the reads that are left. */
@Injectable()
export class PlatformBOrderReadsSweep implements OnModuleInit {
  constructor(
    private readonly runtime: Runtime,
    private readonly sweeper: Sweeper,
    private readonly jobs: JobProducer,
    private readonly reads: PlatformBOrderReadsRepository,
    registry: Registry,
  ) {
    const gauge = new Gauge({
      name: 'rekindle_platform_b_order_reads',
      help: 'Orders of platform B that have to be read (due), and that could not be read (given_up)',
      labelNames: ['status'],
      registers: [],
      collect: async function (this: Gauge<'status'>): Promise<void> {
        const { due, givenUp } = await reads.figures();
        this.set({ status: 'due' }, due);
        this.set({ status: 'given_up' }, givenUp);
      },
    });
    registry.registerMetric(gauge);
  }

  onModuleInit(): void {
    if (!this.runtime.config.platformB) return;
    this.sweeper.register('platform-b.order-reads', async () => {
      for (const retailerId of await this.reads.waitingStores()) {
        this.jobs.enqueue('platform-b.read-orders', { retailerId });
      }
    });
  }
}
