import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { BackfillsService } from './backfill/backfills.service.js';
import { InstallationsService } from './installations.service.js';
import { StoreConnectorsService } from './store-connectors.service.js';
import { WatchScheduleService } from './watch/watch-schedule.service.js';

/** Longer than all runs of a failing set-up take, so that a sweep does not add to one that is being retried. */
const SET_UP_EVERY_MS = 10 * 60_000;

/** Enqueues again the work for stores whose job Redis has lost, and what is due by time. */
@Injectable()
export class StoresSweep implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly jobs: JobProducer,
    private readonly connectors: StoreConnectorsService,
    private readonly installations: InstallationsService,
    private readonly backfills: BackfillsService,
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
        // The same id from every sweep and every worker: while Redis still has the job, no second one is added.
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
