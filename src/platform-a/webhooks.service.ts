import { Injectable } from '@nestjs/common';
import type { NewDelivery } from '../inbox/inbox.repository.js';
import { InboxService } from '../inbox/inbox.service.js';
import { IntakeMetrics } from '../inbox/intake.metrics.js';
import { RetailersService } from '../retailers/retailers.service.js';

const RECEIVED = { received: true } as const;

/** Takes proven deliveries in. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly inbox: InboxService,
    private readonly metrics: IntakeMetrics,
  ) {}

  /** Answers after the commit. A delivery for a store that never installed us has no effect and makes no tenant. */
  async receive(delivery: NewDelivery | undefined): Promise<{ received: true }> {
    if (!delivery) throw new Error('a webhook route without its guard');
    if (await this.retailers.isKnown(delivery.retailerId)) await this.inbox.record(delivery);
    else this.metrics.unknownStore();
    return RECEIVED;
  }
}
