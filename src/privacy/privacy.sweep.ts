import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Leases, Sweeper } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { ExportRepository } from './export.repository.js';
import { PrivacyRepository } from './privacy.repository.js';

/** Rings again for requests whose job Redis has lost, and clears exports away that have expired. */
@Injectable()
export class PrivacySweep implements OnModuleInit {
  constructor(
    private readonly repository: PrivacyRepository,
    private readonly exports: ExportRepository,
    private readonly sweeper: Sweeper,
    private readonly leases: Leases,
    private readonly jobs: JobProducer,
  ) {}

  onModuleInit(): void {
    this.leases.register('privacy_requests', `state = 'pending'`);
    this.sweeper.register('privacy.requests', () => this.ring());
    this.sweeper.register('privacy.exports', () => this.clearAway());
  }

  private async ring(): Promise<void> {
    for (const request of await this.repository.forgotten()) {
      this.jobs.ring('privacy.work', request, { jobId: `sweep-${request.requestId}` });
    }
  }

  private async clearAway(): Promise<void> {
    await this.exports.deleteExpired();
  }
}
