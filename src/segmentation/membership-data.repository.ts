import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from '../privacy/registry/person.js';

/** All SQL that shows or erases the memberships of one customer. */
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

  deleteMemberships(tx: Tx, { retailerId, customerIds }: Person): Promise<number> {
    return tx.execute(`DELETE FROM segment_memberships WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[])`, [
      retailerId,
      customerIds,
    ]);
  }

  deleteTransitions(tx: Tx, { retailerId, customerIds }: Person): Promise<number> {
    return tx.execute(`DELETE FROM segment_transitions WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[])`, [
      retailerId,
      customerIds,
    ]);
  }
}
