import { Injectable } from '@nestjs/common';
import { RetailersService } from '../retailers/retailers.service.js';
import type { NewDelivery } from './inbox.repository.js';
import { InboxService } from './inbox.service.js';
import { IntakeMetrics } from './intake.metrics.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The delivery of a webhook route, once its guard has checked the proof. */
    provenDelivery?: NewDelivery;
  }
}

/** Records proven deliveries of all platforms. */
@Injectable()
export class WebhookIntakeService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly inbox: InboxService,
    private readonly metrics: IntakeMetrics,
  ) {}

  /**
   * Resolves after the commit. A delivery that is not wanted, or that belongs to a store that never installed the app,
   * has no effect and creates no retailer.
   */
  async receive(
    delivery: NewDelivery | undefined,
    isWanted: (delivery: NewDelivery) => boolean = () => true,
  ): Promise<void> {
    if (!delivery) throw new Error('a webhook route has no guard');
    if (!(await this.retailers.isKnown(delivery.retailerId))) this.metrics.unknownStore();
    else if (isWanted(delivery)) await this.inbox.record(delivery);
  }
}
