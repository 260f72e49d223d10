import { Injectable } from '@nestjs/common';
import { deleteEach, type Sql, type Tx } from '#libs/database';
import type { Person } from '../../personal-data/person.js';
import type { Counts, MergedCustomer } from '../../personal-data/personal-data.service.js';

/**
 * Names the segments too, because most keys begin with them. Events may be of a deleted segment; there are few events.
 */
const OF_CUSTOMERS = `retailer_id = $1 AND customer_id = ANY ($2::uuid[])
  AND segment_id = ANY (ARRAY(SELECT id FROM segments WHERE retailer_id = $1
    UNION SELECT segment_id FROM segment_events WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[])))`;
const DELETED = {
  segment_next_changes: OF_CUSTOMERS,
  segment_transitions: OF_CUSTOMERS,
  segment_memberships: OF_CUSTOMERS,
  segment_events: OF_CUSTOMERS,
} as const;

/** All SQL that exports or erases the memberships of one customer. */
@Injectable()
export class MembershipDataRepository {
  memberships(sql: Sql, { retailerId, customerIds }: Person): Promise<object[]> {
    return sql.query(
      `SELECT s.name AS segment, m.entered_at AS "enteredAt", m.left_at AS "leftAt"
         FROM segment_memberships m JOIN segments s ON s.retailer_id = m.retailer_id AND s.id = m.segment_id
        WHERE m.retailer_id = $1 AND m.customer_id = ANY ($2::uuid[]) ORDER BY m.entered_at, s.name`,
      [retailerId, customerIds],
    );
  }

  transitions(sql: Sql, { retailerId, customerIds }: Person): Promise<object[]> {
    return sql.query(
      `SELECT s.name AS segment, t.kind, t.cause, t.at
         FROM segment_transitions t JOIN segments s ON s.retailer_id = t.retailer_id AND s.id = t.segment_id
        WHERE t.retailer_id = $1 AND t.customer_id = ANY ($2::uuid[]) ORDER BY t.at, s.name`,
      [retailerId, customerIds],
    );
  }

  /** Makes `to` a member of the segments that `from` is in and `to` is not, from `at` on. */
  async carryOver(
    tx: Tx,
    { retailerId, from, to }: Pick<MergedCustomer, 'retailerId' | 'from' | 'to'>,
    at: Date,
  ): Promise<void> {
    await tx.execute(
      `WITH carried AS (
         INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
         SELECT $1, mine.segment_id, $3, $4 FROM segment_memberships mine
          WHERE mine.retailer_id = $1 AND mine.customer_id = $2 AND mine.left_at IS NULL
            AND NOT EXISTS (SELECT FROM segment_memberships other
                             WHERE other.retailer_id = $1 AND other.customer_id = $3
                               AND other.segment_id = mine.segment_id AND other.left_at IS NULL)
         RETURNING segment_id)
       INSERT INTO segment_transitions (retailer_id, segment_id, customer_id, at, kind, cause)
       SELECT $1, segment_id, $3, $4, 'entered', 'merge' FROM carried RETURNING 1`,
      [retailerId, from, to, at],
    );
  }

  /** Returns the number of deleted rows by table. */
  erase(tx: Tx, { retailerId, customerIds }: Person): Promise<Counts> {
    return deleteEach(tx, DELETED, [retailerId, customerIds]);
  }
}
