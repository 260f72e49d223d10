import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from '../../personal-data/person.js';

/** What imports keep of one customer, for exports and merges. */
@Injectable()
export class ImportedDataRepository {
  /** The ids under which other systems know these customers. */
  async idsOf(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `SELECT external_id AS id FROM imported_customers WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[])`,
      [retailerId, customerIds],
    );
    return rows.map(({ id }) => id);
  }

  ids(sql: Sql, { retailerId, customerIds }: Person): Promise<object[]> {
    return sql.query(
      `SELECT external_id AS "externalId" FROM imported_customers
        WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[]) ORDER BY external_id`,
      [retailerId, customerIds],
    );
  }

  /** What imports have replaced in the records of the customers. */
  replaced(sql: Sql, { retailerId, customerIds }: Person): Promise<object[]> {
    return sql.query(
      `SELECT kind, key, before FROM import_replacements
        WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[]) AND before <> '{}' ORDER BY kind, key`,
      [retailerId, customerIds],
    );
  }

  /** Removes the customers from what imports replaced in orders. The orders can still be given back the rest. */
  anonymiseReplaced(tx: Tx, { retailerId, customerIds }: Person): Promise<number> {
    return tx.execute(
      `UPDATE import_replacements
          SET customer_id = NULL,
              before = before || '{"customer_id": null, "gone_customer": null, "billing_country": null}'
        WHERE retailer_id = $1 AND kind = 'order' AND customer_id = ANY ($2::uuid[])`,
      [retailerId, customerIds],
    );
  }

  /** The remaining customer has a record of their own, to which these fields do not belong. */
  async forgetMerged(tx: Tx, retailerId: string, customerId: string): Promise<void> {
    await tx.execute(
      `DELETE FROM import_replacements WHERE retailer_id = $1 AND kind = 'customer' AND customer_id = $2`,
      [retailerId, customerId],
    );
  }
}
