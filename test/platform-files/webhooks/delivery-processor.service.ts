import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { deliveryCause } from '../../../src/commerce/model/causes.js';
import { CommerceService } from '../../../src/commerce/intake/commerce.service.js';
import { countingRules } from '../../../src/commerce/model/count-order.js';
import type { DeliveryProcessor } from '../../../src/inbox/delivery-processors.service.js';
import type { ClaimedDelivery, Outcome } from '../../../src/inbox/inbox.repository.js';
import { RetailersService } from '../../../src/retailers/retailers.service.js';
import { mapOrder } from '../mapping/order.mapper.js';
import type { WireEvent } from '../wire.js';

/** Writes the orders of deliveries, which have them in their body. */
@Injectable()
export class FilesDeliveryProcessorService implements DeliveryProcessor {
  constructor(
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceService,
  ) {}

  async process(tx: Tx, deliveries: readonly ClaimedDelivery[]): Promise<Outcome[]> {
    const groups = groupBy(deliveries, ({ retailerId }) => retailerId);
    const retailers = await this.retailers.forWriting(tx, [...groups.keys()]);
    // Always in the same order, so that two workers cannot deadlock.
    for (const retailerId of [...groups.keys()].sort()) {
      const retailer = retailers.get(retailerId);
      if (retailer?.status !== 'installed') continue;
      const commands = (groups.get(retailerId) ?? []).map((delivery) => {
        const { order } = JSON.parse(delivery.body.toString()) as WireEvent;
        return { record: mapOrder(order, retailer.currency ?? 'USD'), cause: deliveryCause(delivery) };
      });
      await this.commerce.apply(tx, { retailerId, rules: countingRules(retailer.settings) }, commands);
    }
    return deliveries.map(() => ({ status: 'processed' }));
  }

  relation(): undefined {
    return undefined;
  }

  subjects(): ReadonlySet<string> {
    return new Set();
  }
}
