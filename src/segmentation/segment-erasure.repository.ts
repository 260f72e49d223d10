import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';

/** A stay of a customer in a segment. */
export interface CustomerSegment {
  readonly segment: string;
  readonly enteredAt: Date;
  readonly leftAt: Date | null;
}

const OF_CUSTOMERS = ['segment_next_changes', 'segment_transitions', 'segment_memberships', 'segment_events'] as const;
const OF_RETAILERS = [...OF_CUSTOMERS, 'rfm_runs', 'segments'] as const;

/** By segment and customer is how the tables are ordered. Events may be of a segment that is gone; there are few of them. */
const OF_A_SEGMENT = `segment_id = ANY (ARRAY(SELECT id FROM segments WHERE retailer_id = $1
  UNION SELECT segment_id FROM segment_events WHERE retailer_id = $1 AND customer_id = $2))`;

/** All SQL that shows and removes what this module stores about somebody. */
@Injectable()
export class SegmentErasureRepository {
  constructor(private readonly database: Database) {}

  segmentsOf(retailerId: string, customerId: string): Promise<CustomerSegment[]> {
    return this.database.query<CustomerSegment>(
      `SELECT s.name AS segment, m.entered_at AS "enteredAt", m.left_at AS "leftAt"
         FROM segment_memberships m JOIN segments s ON s.retailer_id = m.retailer_id AND s.id = m.segment_id
        WHERE m.retailer_id = $1 AND m.customer_id = $2 ORDER BY m.entered_at, s.name`,
      [retailerId, customerId],
    );
  }

  async eraseCustomer(tx: Tx, retailerId: string, customerId: string): Promise<number> {
    let rows = 0;
    for (const table of OF_CUSTOMERS) {
      rows += await tx.execute(`DELETE FROM ${table} WHERE retailer_id = $1 AND customer_id = $2 AND ${OF_A_SEGMENT}`, [
        retailerId,
        customerId,
      ]);
    }
    return rows;
  }

  async eraseRetailer(tx: Tx, retailerId: string): Promise<number> {
    let rows = 0;
    for (const table of OF_RETAILERS) {
      rows += await tx.execute(`DELETE FROM ${table} WHERE retailer_id = $1`, [retailerId]);
    }
    return rows;
  }
}
