import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Tx } from '#libs/database';
import { isNextAfter, nextRun, nextRuns } from '#libs/durable-work';
import { In } from 'typeorm';
import type { CustomerRef } from '../../jobs/payloads.js';
import type { Person } from '../../personal-data/person.js';
import { CUSTOMERS } from '../../commerce/storage/customers.sql.js';
import { INSTALLED, retailerOf } from '../../retailers/retailers.sql.js';
import { CustomerRead } from './customer-read.entity.js';

/** Pauses between two jobs for one customer. */
const PAUSES = { firstMs: 60_000, longestMs: 24 * 60 * 60_000, jitter: 0 };
const REF = columnsOf(CustomerRead, 'c', ['retailerId', 'customerId']);

/** Reads and writes of `customer_reads`: the customers whose records are still to be read from their stores. */
@Injectable()
export class CustomerReadsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Requests a read of the customer's record. The sweep enqueues the read from 30 seconds later on, until it is done.
   * False where there is no such customer.
   */
  async request(tx: Tx, { retailerId, customerId }: CustomerRef): Promise<boolean> {
    const written = await tx.execute(
      `INSERT INTO customer_reads (retailer_id, customer_id, external_id, due_at)
       SELECT c.retailer_id, c.id, c.external_id, now() + interval '30 seconds' FROM ${CUSTOMERS}
        WHERE c.retailer_id = $1 AND c.id = $2
       ON CONFLICT (retailer_id, customer_id) DO UPDATE SET due_at = excluded.due_at`,
      [retailerId, customerId],
    );
    return written > 0;
  }

  /** The platform's id of the customer; undefined where no read is requested, or where the read is done. */
  async externalId({ retailerId, customerId }: CustomerRef): Promise<string | undefined> {
    const read = await this.database
      .of(retailerId)
      .using(CustomerRead, (reads) => reads.findOneBy({ retailerId, customerId }));
    return read?.externalId;
  }

  async erase(tx: Tx, { retailerId, customerIds }: Person): Promise<number> {
    const customerId = In([...customerIds]);
    return (await tx.repository(CustomerRead).delete({ retailerId, customerId })).affected ?? 0;
  }

  async done(tx: Tx, { retailerId, customerId }: CustomerRef): Promise<void> {
    await tx.repository(CustomerRead).delete({ retailerId, customerId });
  }

  /**
   * The customers of installed stores whose read is overdue. Each is due again after a pause that grows. The repeated
   * condition leaves out what another worker claimed meanwhile.
   */
  claimForgotten(): Promise<CustomerRef[]> {
    return this.database.acrossRetailers.query<CustomerRef>(
      `WITH forgotten AS MATERIALIZED (
         SELECT c.retailer_id, c.customer_id FROM customer_reads c ${retailerOf('c')}
          WHERE c.due_at < now() AND ${INSTALLED}
          ORDER BY c.due_at LIMIT 100)
       UPDATE customer_reads AS c
          SET attempts = attempts + 1, due_at = next.run_at FROM ${nextRun('$1')}
        WHERE (retailer_id, customer_id) IN (TABLE forgotten) AND c.due_at < now()
          AND ${isNextAfter('attempts', '$1')}
       RETURNING ${REF}`,
      [nextRuns(PAUSES)],
    );
  }
}
