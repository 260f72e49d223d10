import { Injectable } from '@nestjs/common';
import { RetailersService } from '../retailers/retailers.service.js';
import type { NewDelivery } from './inbox.repository.js';
import { InboxService } from './inbox.service.js';
import { IntakeMetrics } from './intake.metrics.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of a webhook route: the proof was good. */
    provenDelivery?: NewDelivery;
  }
}

/** Takes proven deliveries of any platform in. */
@Injectable()
export class WebhookIntakeService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly inbox: InboxService,
    private readonly metrics: IntakeMetrics,
  ) {}

  /**
   * Resolves after the commit. A delivery for a store that never installed us has no effect and makes no tenant; nor has
   * one that is not wanted.
   */
  async receive(
    delivery: NewDelivery | undefined,
    isWanted: (delivery: NewDelivery) => boolean = () => true,
  ): Promise<void> {
    if (!delivery) throw new Error('a webhook route without its guard');
    if (!(await this.retailers.isKnown(delivery.retailerId))) this.metrics.unknownStore();
    else if (isWanted(delivery)) await this.inbox.record(delivery);
  }
}
