import { Inject, Injectable } from '@nestjs/common';
import { GroupCommit, type TraceContext } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { type Span, TRACER, type Tracer } from '#libs/tracing';
import { IntakeMetrics } from './intake.metrics.js';
import { InboxRepository, type NewDelivery } from './inbox.repository.js';

/** Two statements at the same time: one commits while the next is sent. */
const LIMITS = { maxInFlight: 2, maxItems: 64 };

/** Records proven deliveries, many in one statement. */
@Injectable()
export class InboxService {
  /** Of deliveries whose commit is traced. */
  private readonly spans = new WeakMap<NewDelivery, Span>();
  private readonly commits = new GroupCommit<NewDelivery>((group) => this.commit(group), LIMITS);

  constructor(
    private readonly repository: InboxRepository,
    private readonly jobs: JobProducer,
    private readonly metrics: IntakeMetrics,
    @Inject(TRACER) private readonly tracer: Tracer | undefined,
  ) {}

  /** Resolves after the commit. A repeat of a known delivery resolves too and has no effect. */
  record(delivery: NewDelivery): Promise<void> {
    return this.tracer ? this.traced(delivery, this.tracer) : this.commits.add(delivery);
  }

  /** A trace begins with the delivery: headers of senders do not decide what is recorded. */
  private async traced(delivery: NewDelivery, tracer: Tracer): Promise<void> {
    const { topic, id } = delivery;
    const attributes = { 'rekindle.topic': topic, 'rekindle.delivery': id };
    const span = tracer.begin(`webhook ${topic}`, { kind: 'server', attributes });
    if (span) this.spans.set(delivery, span);
    try {
      await this.commits.add(delivery);
      span?.end();
    } catch (error) {
      span?.end(error);
      throw error;
    }
  }

  /** A job of many deliveries continues the trace of the first one that has a trace. */
  private traceOf(group: readonly NewDelivery[]): TraceContext | undefined {
    const first = this.tracer && group.find((delivery) => this.spans.has(delivery));
    return first && this.spans.get(first)?.context;
  }

  /** The answer waits for Postgres only. Nothing waits for Redis: where the job is lost, the sweep enqueues another. */
  private async commit(group: NewDelivery[]): Promise<void> {
    const inserted = await this.repository.insert(group);
    this.metrics.recorded(inserted, group.length - inserted);
    if (inserted === 0) return;
    const retailerIds = group.map(({ retailerId }) => retailerId);
    const deliveryIds = group.map(({ id }) => id);
    this.jobs.enqueue('intake.process', { retailerIds, deliveryIds }, { trace: this.traceOf(group) });
  }
}
