import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { entityId, moneyOf } from '#libs/kernel';
import {
  type CustomerChangeConsumer,
  CustomerChangeConsumersService,
} from '../../commerce/queries/customer-change-consumers.service.js';
import { EventLogService } from '../../events/log/event-log.service.js';
import { AttributionRepository } from './attribution.repository.js';

/** An order that came in earlier is no longer reported: its event may be deleted already. */
const RECENT_MS = 7 * 86_400_000;

/** Reports orders that followed a click on an email of a sequence to the log of events. */
@Injectable()
export class AttributedOrdersService implements CustomerChangeConsumer, OnModuleInit {
  constructor(
    private readonly attribution: AttributionRepository,
    private readonly log: EventLogService,
    private readonly changes: CustomerChangeConsumersService,
  ) {}

  onModuleInit(): void {
    this.changes.register(this);
  }

  /** The id of the event names the order, so that each order is reported once however often it changes. */
  async consume(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<void> {
    const since = new Date(Date.now() - RECENT_MS);
    const orders = await this.attribution.arrived(tx, retailerId, customerIds, since);
    const events = orders.map(({ orderId, customerId, orderedAt, net, currency, executionId, sequenceId }) => ({
      id: entityId(retailerId, 'event', JSON.stringify(['order.attributed', orderId])),
      type: 'order.attributed' as const,
      at: orderedAt,
      customerId,
      data: { orderId, amount: moneyOf(net), currency, executionId, sequenceId, by: 'click' },
    }));
    this.log.record(tx, retailerId, events);
  }
}
