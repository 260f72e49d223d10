import { Inject, Injectable } from '@nestjs/common';
import type { TraceContext } from '#libs/kernel';
import { TRACER, type Tracer } from '#libs/tracing';
import type { NewDelivery } from './inbox.repository.js';

interface Request {
  readonly root: TraceContext;
  readonly startedAt: number;
}

/** Records the requests of deliveries, with which their traces begin. The trace id is the id of the delivery. */
@Injectable()
export class DeliveryTracesService {
  /** Of traced deliveries that wait for their commit. */
  private readonly requests = new Map<NewDelivery, Request>();

  constructor(@Inject(TRACER) private readonly tracer: Tracer | undefined) {}

  begin(delivery: NewDelivery): void {
    const root = this.tracer?.rootOf(delivery.id);
    if (root) this.requests.set(delivery, { root, startedAt: performance.now() });
  }

  /**
   * The request that recorded its delivery is the first span of the trace. A request that failed, or that repeated a
   * known delivery, is a further span below it. `isNew` is about the group: where only some of a group are repeats, a
   * repeat counts as new.
   */
  end(group: readonly NewDelivery[], { isNew, error }: { readonly isNew: boolean; readonly error?: unknown }): void {
    const { tracer, requests } = this;
    if (!tracer || requests.size === 0) return;
    const endedAt = performance.now();
    for (const delivery of group) {
      const request = requests.get(delivery);
      if (!request || !requests.delete(delivery)) continue;
      const { root, startedAt } = request;
      const place = isNew ? { context: root } : { context: tracer.childOf(root), parent: root };
      tracer.record({ name: `webhook ${delivery.topic}`, kind: 'server', ...place, startedAt, endedAt, error });
    }
  }
}
