import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobProducer, Sweeper } from '#libs/queue';
import { Runtime } from '../../config/runtime.js';
import { BackfillsService } from '../../retailers/backfills.service.js';
import { InstallationsService } from '../../retailers/installations.service.js';
import { PlatformBSweptWorkService } from './swept-work.service.js';

/** Longer than all runs of a failing set-up take, so that a sweep does not add to one that is being retried. */
const SET_UP_EVERY_MS = 10 * 60_000;

/** Rings again for work of platform B whose job Redis has lost, and for what is due by time. */
@Injectable()
export class PlatformBSyncSweep implements OnModuleInit {
  constructor(
    private readonly runtime: Runtime,
    private readonly sweeper: Sweeper,
    private readonly jobs: JobProducer,
    private readonly installations: InstallationsService,
    private readonly backfills: BackfillsService,
    private readonly work: PlatformBSweptWorkService,
  ) {}

  onModuleInit(): void {
    if (!this.runtime.config.platformB) return;
    this.sweeper.register('platform-b.set-ups', () => this.ringSetUps());
    this.sweeper.register('platform-b.backfills', async () => {
      for (const ref of await this.backfills.claimForgotten('platform-b')) this.jobs.ring('platform-b.backfill', ref);
    });
    this.sweeper.register('platform-b.order-reads', async () => {
      for (const retailerId of await this.work.waitingStores()) {
        this.jobs.ring('platform-b.read-orders', { retailerId });
      }
    });
    this.sweeper.register('platform-b.watch', async () => {
      for (const retailerId of await this.work.unwatchedStores()) {
        this.jobs.ring('platform-b.watch-store', { retailerId });
      }
    });
  }

  private async ringSetUps(): Promise<void> {
    const period = Math.floor(Date.now() / SET_UP_EVERY_MS);
    for (const retailerId of await this.installations.forgottenSetUps('platform-b')) {
      // The same id from every sweep and every worker: while Redis still has the job, no second one is added.
      this.jobs.ring('platform-b.set-up-store', { retailerId }, { jobId: `${retailerId}-${period}` });
    }
  }
}
