import { Injectable } from '@nestjs/common';
import { Database, doublingPauses, type Tx } from '#libs/database';
import type { CustomerRef } from '../../jobs/payloads.js';
import type { Person } from '../../personal-data/person.js';
import { CUSTOMERS } from '../../commerce/storage/customers.sql.js';
import { INSTALLED, retailerOf } from '../../retailers/retailers.sql.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** Which customers' records are still to be read from their stores. */
@Injectable()
export class CustomerReadsRepository {
  constructor(private readonly database: Database) {}

  /** Leaves word in the transaction that made the stub; false where there is no such customer. */
  async leave(tx: Tx, { retailerId, customerId }: CustomerRef): Promise<boolean> {
    const written = await tx.execute(
      `INSERT INTO customer_reads (retailer_id, customer_id, external_id, due_at)
       SELECT c.retailer_id, c.id, c.external_id, now() + interval '30 seconds' FROM ${CUSTOMERS}
        WHERE c.retailer_id = $1 AND c.id = $2
       ON CONFLICT (retailer_id, customer_id) DO UPDATE SET due_at = excluded.due_at`,
      [retailerId, customerId],
    );
    return written > 0;
  }

  /** The platform's id of the customer, while the read is due. */
  async externalId({ retailerId, customerId }: CustomerRef): Promise<string | undefined> {
    const [row] = await this.database
      .of(retailerId)
      .query<{ externalId: string }>(
        `SELECT external_id AS "externalId" FROM customer_reads WHERE retailer_id = $1 AND customer_id = $2`,
        [retailerId, customerId],
      );
    return row?.externalId;
  }

  erase(tx: Tx, { retailerId, customerIds }: Person): Promise<number> {
    return tx.execute(`DELETE FROM customer_reads WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[])`, [
      retailerId,
      customerIds,
    ]);
  }

  async done(tx: Tx, { retailerId, customerId }: CustomerRef): Promise<void> {
    await tx.execute(`DELETE FROM customer_reads WHERE retailer_id = $1 AND customer_id = $2`, [
      retailerId,
      customerId,
    ]);
  }

  /** Those of installed stores that nobody has read in time; each is handed out with pauses that double up to a day. */
  claimForgotten(): Promise<CustomerRef[]> {
    return this.database.acrossRetailers.query<CustomerRef>(
      `WITH forgotten AS MATERIALIZED (
         SELECT c.retailer_id, c.customer_id FROM customer_reads c ${retailerOf('c')}
          WHERE c.due_at < now() AND ${INSTALLED}
          ORDER BY c.due_at LIMIT 100 FOR UPDATE OF c SKIP LOCKED)
       UPDATE customer_reads
          SET attempts = attempts + 1, due_at = ($1::timestamptz[])[least(attempts + 1, cardinality($1))]
        WHERE (retailer_id, customer_id) IN (TABLE forgotten)
       RETURNING retailer_id AS "retailerId", customer_id AS "customerId"`,
      [doublingPauses(MINUTE_MS, DAY_MS)],
    );
  }
}
