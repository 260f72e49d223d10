import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { JobProducer } from '#libs/queue';

/** Puts orders into the queue that `OrderCodeChangesQueries` takes them from. */
@Injectable()
export class OrderCodeChangesRepository {
  constructor(private readonly jobs: JobProducer) {}

  /** `orders` carry a discount code, or carried one before. Most stores have none, and then this costs nothing. */
  async record(tx: Tx, retailerId: string, orders: readonly string[]): Promise<void> {
    if (orders.length === 0) return;
    await tx.execute(
      `INSERT INTO order_code_changes (retailer_id, order_external_id)
       SELECT $1, id FROM unnest($2::text[]) AS r (id) ORDER BY id
       ON CONFLICT (retailer_id, order_external_id) DO UPDATE SET changed_at = excluded.changed_at`,
      [retailerId, orders],
    );
    tx.afterCommit(() => this.jobs.enqueue('offers.redeem', { retailerId }));
  }
}
