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
  /** Of recorded deliveries that wait for their commit. */
  private readonly spans = new Map<NewDelivery, Span>();
  private readonly commits = new GroupCommit<NewDelivery>((group) => this.commit(group), LIMITS);

  constructor(
    private readonly repository: InboxRepository,
    private readonly jobs: JobProducer,
    private readonly metrics: IntakeMetrics,
    @Inject(TRACER) private readonly tracer: Tracer | undefined,
  ) {}

  /** Resolves after the commit. A repeat of a known delivery resolves too and has no effect. */
  record(delivery: NewDelivery): Promise<void> {
    const span = this.tracer && this.begin(delivery, this.tracer);
    return span ? this.traced(delivery, span) : this.commits.add(delivery);
  }

  /** A trace begins with the delivery: headers of senders do not decide what is recorded. */
  private begin({ topic, id }: NewDelivery, tracer: Tracer): Span | undefined {
    const attributes = { 'rekindle.topic': topic, 'rekindle.delivery': id };
    return tracer.begin(`webhook ${topic}`, { kind: 'server', attributes });
  }

  private async traced(delivery: NewDelivery, span: Span): Promise<void> {
    this.spans.set(delivery, span);
    try {
      await this.commits.add(delivery);
      span.end();
    } catch (error) {
      span.end(error);
      throw error;
    } finally {
      this.spans.delete(delivery);
    }
  }

  /** A job of many deliveries continues the trace of the first one that has a trace. */
  private traceOf(group: readonly NewDelivery[]): TraceContext | undefined {
    const first = this.spans.size > 0 && group.find((delivery) => this.spans.has(delivery));
    return first ? this.spans.get(first)?.context : undefined;
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
