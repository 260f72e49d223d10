import { Injectable } from '@nestjs/common';
import { notUsable } from '../retailers/install-state.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { WatchScheduleService } from '../stores/watch/watch-schedule.service.js';
import { RetailerAnswer } from '../retailers/retailer.dto.js';

/** Runs the watch over a store at once. */
@Injectable()
export class ReconciliationsService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly schedule: WatchScheduleService,
  ) {}

  /**
   * Returns the retailer when the run is done or the wait is over. 404 if it is unknown, 409 if it is not installed.
   */
  async run(id: string, waitSeconds: number): Promise<{ done: boolean; retailer: RetailerAnswer }> {
    const { id: retailerId, status } = await this.retailers.get(id);
    if (status !== 'installed') throw notUsable(status);
    const done = await this.schedule.watchNow(retailerId, waitSeconds);
    return { done, retailer: RetailerAnswer.of(await this.retailers.view(retailerId)) };
  }
}
