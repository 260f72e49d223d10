import { Injectable } from '@nestjs/common';
import { GroupCommit } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { IntakeMetrics } from './intake.metrics.js';
import { InboxRepository, type NewDelivery } from './inbox.repository.js';

/** Two statements at the same time: one commits while the next is sent. */
const LIMITS = { maxInFlight: 2, maxItems: 64 };

/** Records proven deliveries, many in one statement. */
@Injectable()
export class InboxService {
  private readonly commits = new GroupCommit<NewDelivery>((group) => this.commit(group), LIMITS);

  constructor(
    private readonly repository: InboxRepository,
    private readonly jobs: JobProducer,
    private readonly metrics: IntakeMetrics,
  ) {}

  /** Resolves after the commit. A repeat of a known delivery resolves too and has no effect. */
  record(delivery: NewDelivery): Promise<void> {
    return this.commits.add(delivery);
  }

  /** The answer waits for Postgres only. Nothing waits for Redis: where the job is lost, the sweep enqueues another. */
  private async commit(group: NewDelivery[]): Promise<void> {
    const inserted = await this.repository.insert(group);
    this.metrics.recorded(inserted, group.length - inserted);
    if (inserted === 0) return;
    this.jobs.enqueue('intake.process', {
      retailerIds: group.map(({ retailerId }) => retailerId),
      deliveryIds: group.map(({ id }) => id),
    });
  }
}
