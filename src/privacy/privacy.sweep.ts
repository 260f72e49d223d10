import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Leases, Sweeper } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { ExportRepository } from './export.repository.js';
import { PrivacyRepository } from './privacy.repository.js';

/** Enqueues requests whose job Redis has lost, and deletes expired exports. */
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
    this.leases.register('privacy_requests', `status = 'pending'`);
    this.sweeper.register('privacy.requests', () => this.enqueueForgotten());
    this.sweeper.register('privacy.exports', async () => void (await this.exports.deleteExpired()));
  }

  private async enqueueForgotten(): Promise<void> {
    for (const request of await this.repository.forgotten()) {
      this.jobs.enqueue('privacy.work', request, { jobId: `sweep-${request.requestId}` });
    }
  }
}
