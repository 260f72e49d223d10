import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';

/** A customer record and the person that it belongs to. */
export interface RecordOf {
  readonly customerId: string;
  readonly personId: string;
}

/** What people spent. A person may have several customer records. */
@Injectable()
export class SpendQueries {
  /**
   * The net sum of the counted orders in the store's currency from one instant on and before another one, by person.
   * People without such an order are left out.
   */
  async netBetween(
    sql: Sql,
    retailerId: string,
    records: readonly RecordOf[],
    from: Date,
    before: Date,
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await sql.query<{ personId: string; net: string }>(
      `SELECT record.person_id AS "personId", sum(o.net) AS net
         FROM unnest($2::uuid[], $3::uuid[]) AS record (customer_id, person_id)
        CROSS JOIN LATERAL (
          SELECT net FROM orders
           WHERE retailer_id = $1 AND customer_id = record.customer_id AND counted AND NOT other_currency
             AND ordered_at >= $4 AND ordered_at < $5 OFFSET 0) o
        GROUP BY record.person_id`,
      [retailerId, records.map(({ customerId }) => customerId), records.map(({ personId }) => personId), from, before],
    );
    return new Map(rows.map(({ personId, net }) => [personId, net]));
  }
}
