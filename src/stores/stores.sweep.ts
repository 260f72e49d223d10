import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { BackfillRepository } from './backfill/backfill.repository.js';
import { InstallationsService } from './installations.service.js';
import { StoreConnectorsService } from './store-connectors.service.js';
import { WatchScheduleService } from './watch/watch-schedule.service.js';

/**
 * Longer than all retries of a set-up take together, so that a sweep does not enqueue a set-up that is being retried.
 */
const SET_UP_EVERY_MS = 10 * 60_000;

/** Enqueues work for stores whose job Redis has lost, and work that is due by time. */
@Injectable()
export class StoresSweep implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly jobs: JobProducer,
    private readonly connectors: StoreConnectorsService,
    private readonly installations: InstallationsService,
    private readonly backfills: BackfillRepository,
    private readonly schedule: WatchScheduleService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('stores.set-ups', () => this.enqueueSetUps());
    this.sweeper.register('stores.backfills', () => this.enqueueBackfills());
    this.sweeper.register('stores.watches', () => this.schedule.enqueueDue());
  }

  private async enqueueSetUps(): Promise<void> {
    const period = Math.floor(Date.now() / SET_UP_EVERY_MS);
    for (const { platform } of this.connectors.configured()) {
      for (const retailerId of await this.installations.forgottenSetUps(platform)) {
        // Every sweep and every worker uses the same id: while Redis still has the job, no second one is added.
        this.jobs.enqueue('stores.set-up', { retailerId }, { jobId: `${retailerId}-${period}` });
      }
    }
  }

  private async enqueueBackfills(): Promise<void> {
    for (const { platform } of this.connectors.configured()) {
      for (const ref of await this.backfills.claimForgotten(platform)) this.jobs.enqueue('stores.backfill', ref);
    }
  }
}
