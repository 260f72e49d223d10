import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { EmailService } from '../email/email.service.js';
import { ExecutionEndsService } from './enrolments/execution-ends.service.js';
import { ExecutionRepository } from './runs/execution.repository.js';

/** Enqueues jobs for executions: when messages are settled, and again if Redis has lost a job. Deletes old dry runs. */
@Injectable()
export class SequenceSweep implements OnModuleInit {
  constructor(
    private readonly executions: ExecutionRepository,
    private readonly ends: ExecutionEndsService,
    private readonly email: EmailService,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.email.onSettled((retailerId) => this.jobs.enqueue('sequences.advance', { retailerId }));
    this.sweeper.register('sequences', async () => {
      for (const retailerId of await this.email.retailersWithSettled()) {
        this.jobs.enqueue('sequences.advance', { retailerId });
      }
    });
    this.sweeper.register('sequences.dry-runs', () => this.executions.deleteOldDryRun());
    this.sweeper.register('executions', async () => {
      for (const { retailerId, id, isPlanned } of await this.executions.forgotten()) {
        if (isPlanned) await this.ends.completeIfDone(retailerId, id);
        else this.jobs.enqueue('sequences.plan', { retailerId, executionId: id }, { jobId: `sweep-${id}` });
      }
    });
  }
}
