import { Injectable } from '@nestjs/common';
import { JobProducer } from '#libs/queue';
import { BackfillRepository } from './backfill.repository.js';

/** Pauses and resumes the reading of a store's past. Both are idempotent. */
@Injectable()
export class BackfillControlService {
  constructor(
    private readonly repository: BackfillRepository,
    private readonly jobs: JobProducer,
  ) {}

  pause(retailerId: string): Promise<void> {
    return this.repository.pause(retailerId);
  }

  /** It goes on at once, also after many failures. */
  async resume(retailerId: string): Promise<void> {
    for (const resource of await this.repository.resume(retailerId)) {
      this.jobs.enqueue('stores.backfill', { retailerId, resource });
    }
  }
}
