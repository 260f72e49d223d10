import { Injectable } from '@nestjs/common';
import type { Snapshot } from '#libs/database';
import { customerOf } from '../../commerce/storage/customers.sql.js';

export interface ExportedMember {
  readonly customerId: string;
  readonly externalId: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly ordersCount: number;
  readonly totalSpent: string;
  readonly lastOrderAt: Date | null;
  readonly enteredAt: Date;
}

/** All present members of a segment, in slices, by customer. */
@Injectable()
export class MemberExportQueries {
  members(
    state: Snapshot,
    { retailerId, id }: { readonly retailerId: string; readonly id: string },
    rowsAtOnce: number,
  ): AsyncIterable<readonly ExportedMember[]> {
    return state.slices<ExportedMember>(
      `SELECT m.customer_id AS "customerId", c.external_id AS "externalId", c.email, c.first_name AS "firstName",
              c.last_name AS "lastName", c.orders_count AS "ordersCount", c.total_spent AS "totalSpent",
              c.last_order_at AS "lastOrderAt", m.entered_at AS "enteredAt"
         FROM segment_memberships m ${customerOf('m')}
        WHERE m.retailer_id = $1 AND m.segment_id = $2 AND m.left_at IS NULL ORDER BY m.customer_id`,
      [retailerId, id],
      rowsAtOnce,
    );
  }
}
