import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { EventLogService } from '../events/log/event-log.service.js';
import type { NewEvent } from '../events/log/event-types.js';
import { OfferMetrics } from './offer.metrics.js';
import type { CarriedCode, ChangedCode } from './redemption.repository.js';

/** Counts codes that became redeemed or returned, and reports the redeemed ones to the log of events. */
@Injectable()
export class RedemptionReportsService {
  constructor(
    private readonly metrics: OfferMetrics,
    private readonly log: EventLogService,
  ) {}

  report(tx: Tx, retailerId: string, changed: readonly ChangedCode[], carried: readonly CarriedCode[]): void {
    this.log.record(tx, retailerId, redemptionEvents(changed, carried));
    tx.afterCommit(() => {
      this.metrics.count(retailerId, 'redeemed', changed.filter(({ redeemed }) => redeemed).length);
      this.metrics.count(retailerId, 'returned', changed.filter(({ returned }) => returned).length);
    });
  }
}

/** One event for each code that became redeemed, with the order that carries it. A code may become so again. */
const redemptionEvents = (changed: readonly ChangedCode[], carried: readonly CarriedCode[]): NewEvent[] =>
  changed
    .filter(({ redeemed }) => redeemed)
    .map(({ code, customerId, executionId }) => ({
      type: 'offer.redeemed',
      at: new Date(),
      customerId,
      data: { code, executionId, orderId: carried.find((one) => one.code === code)?.order ?? null },
    }));
