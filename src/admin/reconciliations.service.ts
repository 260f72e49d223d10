import { Injectable } from '@nestjs/common';
import { notUsable } from '../retailers/install-state.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { BackfillControlService } from '../stores/backfill/backfill-control.service.js';
import { BackfillProgressService } from '../stores/backfill/backfill-progress.service.js';
import { WatchScheduleService } from '../stores/watch/watch-schedule.service.js';
import { RetailerAnswer } from '../retailers/retailer.dto.js';

/** Runs the watch over a store at once, and steers the reading of its past. */
@Injectable()
export class ReconciliationsService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly schedule: WatchScheduleService,
    private readonly backfills: BackfillControlService,
    private readonly progress: BackfillProgressService,
  ) {}

  /**
   * Returns the retailer when the run is done or the wait is over. 404 if it is unknown, 409 if it is not installed.
   */
  async run(id: string, waitSeconds: number): Promise<{ done: boolean; retailer: RetailerAnswer }> {
    const { id: retailerId, status } = await this.retailers.get(id);
    if (status !== 'installed') throw notUsable(status);
    const done = await this.schedule.watchNow(retailerId, waitSeconds);
    return { done, retailer: await this.answerOf(retailerId) };
  }

  async pauseBackfill(id: string): Promise<RetailerAnswer> {
    const { id: retailerId } = await this.retailers.get(id);
    await this.backfills.pause(retailerId);
    return this.answerOf(retailerId);
  }

  /** 404 if it is unknown, 409 if it is not installed. */
  async resumeBackfill(id: string): Promise<RetailerAnswer> {
    const { id: retailerId, status } = await this.retailers.get(id);
    if (status !== 'installed') throw notUsable(status);
    await this.backfills.resume(retailerId);
    return this.answerOf(retailerId);
  }

  private async answerOf(retailerId: string): Promise<RetailerAnswer> {
    const view = await this.retailers.view(retailerId);
    return RetailerAnswer.of(view, await this.progress.view(view));
  }
}
