import { Injectable } from '@nestjs/common';
import { PlatformAWatchSweep } from '../platform-a/sync/watch.sweep.js';
import { PlatformBStoreWatchService } from '../platform-b/sync/store-watch.service.js';
import { notUsable } from '../retailers/install-state.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { RetailerAnswer } from './dto/retailers.dto.js';

/** Looks at a store out of turn. */
@Injectable()
export class ReconciliationsService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly schedule: PlatformAWatchSweep,
    private readonly watchB: PlatformBStoreWatchService,
  ) {}

  /** The retailer, as it is when the look is done or the wait is over; 404 unknown, 409 not installed. */
  async run(id: string, waitSeconds: number): Promise<{ done: boolean; retailer: RetailerAnswer }> {
    const { id: retailerId, status, platform } = await this.retailers.get(id);
    if (status !== 'installed') throw notUsable(status);
    const watch = platform === 'platform-b' ? this.watchB : this.schedule;
    const done = await watch.lookNow(retailerId, waitSeconds);
    return { done, retailer: RetailerAnswer.of(await this.retailers.view(retailerId)) };
  }
}
