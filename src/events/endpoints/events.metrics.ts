import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { EndpointsRepository } from './endpoints.repository.js';

/** Counts deliveries of events, and how far endpoints are behind. */
@Injectable()
export class EventsMetrics {
  private readonly deliveries: Counter<'outcome'>;

  constructor(registry: Registry, endpoints: EndpointsRepository) {
    this.deliveries = new Counter({
      name: 'rekindle_event_deliveries_total',
      help: 'Requests with an event to an endpoint, by outcome: acknowledged or failed',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of ['acknowledged', 'failed']) this.deliveries.inc({ outcome }, 0);
    const behind = new Gauge({
      name: 'rekindle_events_behind',
      help: 'Events that the enabled endpoint which is furthest behind has not got',
      registers: [],
      collect: async function (this: Gauge): Promise<void> {
        this.set(await endpoints.mostBehind());
      },
    });
    registry.registerMetric(behind);
  }

  delivered(isAcknowledged: boolean): void {
    this.deliveries.inc({ outcome: isAcknowledged ? 'acknowledged' : 'failed' });
  }
}
