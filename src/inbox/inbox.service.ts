import { Injectable } from '@nestjs/common';
import { GroupCommit } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { DeliveryTracesService } from './delivery-traces.service.js';
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
    private readonly traces: DeliveryTracesService,
  ) {}

  /** Resolves after the commit. A repeat of a known delivery resolves too and has no effect. */
  record(delivery: NewDelivery): Promise<void> {
    this.traces.begin(delivery);
    return this.commits.add(delivery);
  }

  /** The answer waits for Postgres only. Nothing waits for Redis: where the job is lost, the sweep enqueues another. */
  private async commit(group: NewDelivery[]): Promise<void> {
    const inserted = await this.insert(group);
    this.metrics.recorded(inserted, group.length - inserted);
    if (inserted === 0) return;
    const retailerIds = group.map(({ retailerId }) => retailerId);
    const deliveryIds = group.map(({ id }) => id);
    this.jobs.enqueue('intake.process', { retailerIds, deliveryIds });
  }

  private async insert(group: readonly NewDelivery[]): Promise<number> {
    try {
      const inserted = await this.repository.insert(group);
      this.traces.end(group, { isNew: inserted > 0 });
      return inserted;
    } catch (error) {
      this.traces.end(group, { isNew: false, error });
      throw error;
    }
  }
}
