import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { JobProducer } from '#libs/queue';
import { PlatformBStoresRepository } from '../install/stores.repository.js';

const POLL_MS = 100;

/** Has a store looked after out of turn. */
@Injectable()
export class PlatformBStoreWatchService {
  constructor(
    private readonly stores: PlatformBStoresRepository,
    private readonly jobs: JobProducer,
  ) {}

  /** True where the look was over within the seconds: what it found is being read then. */
  async lookNow(retailerId: string, waitSeconds: number): Promise<boolean> {
    const before = await this.stores.lookedAt(retailerId);
    this.jobs.ring('platform-b.watch-store', { retailerId });
    for (const end = Date.now() + waitSeconds * 1_000; Date.now() < end; await pause(POLL_MS)) {
      const now = await this.stores.lookedAt(retailerId);
      if (now !== undefined && now.getTime() !== before?.getTime()) return true;
    }
    return false;
  }
}
