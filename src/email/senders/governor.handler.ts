import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { JobProducer, OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';
import { GovernorService } from './governor.service.js';
import { ReputationRepository } from './reputation.repository.js';

const SWEEP_SECONDS = 30;

/** The job that judges a retailer's reputation after reports, and the sweep that finds reports whose job was lost. */
@Injectable()
export class GovernorHandler implements OnModuleInit {
  constructor(
    private readonly governor: GovernorService,
    private readonly reputation: ReputationRepository,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register(
      'email.reputation',
      async () => {
        for (const retailerId of await this.reputation.retailersWithReports()) {
          this.jobs.enqueue('email.review-reputation', { retailerId });
        }
      },
      SWEEP_SECONDS,
    );
  }

  @OnJob('email.review-reputation')
  review({ retailerId }: RetailerRef): Promise<void> {
    return this.governor.review(retailerId);
  }
}
