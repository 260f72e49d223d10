import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { RETAILERS } from '../../retailers/retailers.sql.js';
import { MergeFollowUpsService } from '../gone/merge-follow-ups.service.js';
import { isSilentSql } from '../model/causes.js';
import { CustomerChangeConsumersService } from './customer-change-consumers.service.js';

export interface ChangedCustomer {
  readonly customerId: string;
  readonly cause: string;
}

/** The queue of customers whose facts have changed. Segmentation takes them from here. */
@Injectable()
export class CustomerChangesQueries {
  constructor(
    private readonly database: Database,
    private readonly consumers: CustomerChangeConsumersService,
    private readonly merges: MergeFollowUpsService,
  ) {}

  /**
   * Shows the consumers the customers that this transaction has taken. The rows of merged customers move first: then a
   * merged customer does not enter a segment a second time.
   */
  async announce(tx: Tx, retailerId: string, changed: readonly ChangedCustomer[]): Promise<void> {
    if (changed.length > 0) await this.merges.followUp(tx, retailerId);
    await this.consumers.consume(
      tx,
      retailerId,
      changed.map(({ customerId }) => customerId),
    );
  }

  /**
   * Deletes up to `limit` changes from the queue and returns them. Skips those that another worker has locked and,
   * unless `silent`, those with a silent cause.
   */
  take(tx: Tx, retailerId: string, limit: number, silent: boolean): Promise<ChangedCustomer[]> {
    return tx.query<ChangedCustomer>(
      `DELETE FROM customer_changes x
        WHERE x.retailer_id = $1 AND x.customer_id = ANY (ARRAY(
          SELECT customer_id FROM customer_changes WHERE retailer_id = $1 AND ($3 OR NOT ${isSilentSql('cause')})
           LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING x.customer_id AS "customerId", x.cause`,
      [retailerId, limit, silent],
    );
  }

  /** Marks silent changes as held and returns them. They stay in the queue. */
  holdSilent(tx: Tx, retailerId: string, limit: number): Promise<ChangedCustomer[]> {
    return tx.query<ChangedCustomer>(
      `UPDATE customer_changes x SET held = true
        WHERE x.retailer_id = $1 AND x.customer_id = ANY (ARRAY(
          SELECT customer_id FROM customer_changes WHERE retailer_id = $1 AND ${isSilentSql('cause')} AND NOT held
           LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING x.customer_id AS "customerId", x.cause`,
      [retailerId, limit],
    );
  }

  /** Retailers with a change that is older than two seconds. */
  async forgotten(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT r.id FROM ${RETAILERS} WHERE EXISTS (
         SELECT 1 FROM customer_changes x WHERE x.retailer_id = r.id AND x.changed_at < now() - interval '2 seconds')`,
    );
    return rows.map(({ id }) => id);
  }
}
