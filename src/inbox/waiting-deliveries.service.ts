import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { type ClaimedDelivery, InboxRepository, type Outcome } from './inbox.repository.js';
import { IntakeMetrics } from './intake.metrics.js';

type Decide = (tx: Tx, delivery: ClaimedDelivery) => Promise<Outcome>;

/** Deliveries whose outcome depends on an answer from elsewhere. No transaction may wait for such an answer. */
@Injectable()
export class WaitingDeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly repository: InboxRepository,
    private readonly metrics: IntakeMetrics,
  ) {}

  /**
   * Writes the outcome in one transaction with the writes of `decide`. Does nothing where the delivery has an outcome.
   */
  async settle(retailerId: string, deliveryId: string, decide: Decide): Promise<void> {
    const outcome = await this.database.transaction(retailerId, async (tx) => {
      const delivery = await this.repository.hold(tx, retailerId, deliveryId);
      if (!delivery) return undefined;
      const decided = await decide(tx, delivery);
      await this.repository.mark(tx, [{ delivery, outcome: decided }]);
      return decided;
    });
    if (outcome?.doubt) this.metrics.doubted(outcome.doubt);
  }
}
