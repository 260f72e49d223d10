import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { Runtime } from '../../config/runtime.js';
import { PlatformBSubscribersRepository } from './subscribers.repository.js';

/** A read is begun at once, so one that is still due after this time has lost its job. */
const OVERDUE_MS = 10_000;

/** Enqueues the reads of newsletter lists whose job Redis has lost or that have failed. */
@Injectable()
export class PlatformBSubscribersSweep implements OnModuleInit {
  constructor(
    private readonly runtime: Runtime,
    private readonly sweeper: Sweeper,
    private readonly jobs: JobProducer,
    private readonly subscribers: PlatformBSubscribersRepository,
  ) {}

  onModuleInit(): void {
    if (!this.runtime.config.platformB) return;
    this.sweeper.register('platform-b.subscriber-reads', async () => {
      const before = new Date(Date.now() - OVERDUE_MS);
      for (const retailerId of await this.subscribers.waitingStores(before)) {
        await this.subscribers.postpone(retailerId, before);
        this.jobs.enqueue('platform-b.read-subscribers', { retailerId }, { jobId: `sweep-${retailerId}` });
      }
    });
  }
}
