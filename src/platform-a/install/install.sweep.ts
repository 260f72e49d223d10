import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobProducer, Sweeper } from '#libs/queue';
import { Runtime } from '../../config/runtime.js';
import { BackfillsService } from '../../retailers/backfills.service.js';
import { InstallationsService } from '../../retailers/installations.service.js';

/** Longer than all runs of a failing set-up take, so that a sweep does not add to one that is being retried. */
const SET_UP_EVERY_MS = 10 * 60_000;

/** Rings again for set-ups and backfills whose job Redis has lost. */
@Injectable()
export class PlatformAInstallSweep implements OnModuleInit {
  constructor(
    private readonly runtime: Runtime,
    private readonly sweeper: Sweeper,
    private readonly jobs: JobProducer,
    private readonly installations: InstallationsService,
    private readonly backfills: BackfillsService,
  ) {}

  onModuleInit(): void {
    if (!this.runtime.config.platformA) return;
    this.sweeper.register('platform-a.set-ups', () => this.ringSetUps());
    this.sweeper.register('platform-a.backfills', () => this.ringBackfills());
  }

  private async ringSetUps(): Promise<void> {
    const period = Math.floor(Date.now() / SET_UP_EVERY_MS);
    for (const retailerId of await this.installations.forgottenSetUps('platform-a')) {
      // The same id from every sweep and every worker: while Redis still has the job, no second one is added.
      this.jobs.ring('platform-a.set-up-store', { retailerId }, { jobId: `${retailerId}-${period}` });
    }
  }

  private async ringBackfills(): Promise<void> {
    for (const place of await this.backfills.claimForgotten('platform-a')) this.jobs.ring('platform-a.backfill', place);
  }
}
