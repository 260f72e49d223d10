import { Injectable } from '@nestjs/common';
import { each, type Sql, type Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';

export interface CustomerIdentity {
  readonly id: string;
  readonly externalId: string;
  readonly email: string | null;
}

/** All SQL that shows or erases what is stored of one customer. */
@Injectable()
export class CustomerDataRepository {
  /**
   * Customers with one of the ids, one of the addresses, or the address of one of those with the ids. Looked up one after
   * the other: an OR of the three would read all customers, while the store's commerce waits.
   */
  identities(tx: Tx, { retailerId, customerIds, emails }: Person): Promise<CustomerIdentity[]> {
    return tx.query<CustomerIdentity>(
      `WITH named AS MATERIALIZED (SELECT found.* FROM ${each('customers', 'id', 'uuid')}),
            addresses AS (SELECT unnest($3::text[]) AS email UNION SELECT email FROM named)
       SELECT id, external_id AS "externalId", email FROM named
        UNION
       SELECT sharing.id, sharing.external_id, sharing.email
         FROM addresses CROSS JOIN LATERAL (
              SELECT * FROM customers WHERE retailer_id = $1 AND email = addresses.email OFFSET 0) sharing
        ORDER BY id`,
      [retailerId, customerIds, emails],
    );
  }

  /** The orders of the customers, and those of the named ones that no other customer has. */
  async orderIds(
    tx: Tx,
    retailerId: string,
    customerIds: readonly string[],
    named: readonly string[],
  ): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `SELECT external_id AS id FROM orders WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[])
        UNION
       SELECT n.id FROM unnest($3::text[]) AS n (id)
        WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.retailer_id = $1 AND o.external_id = n.id
                             AND o.customer_id IS NOT NULL AND NOT o.customer_id = ANY ($2::uuid[]))
        ORDER BY 1`,
      [retailerId, customerIds, named],
    );
    return rows.map(({ id }) => id);
  }

  /** Leaves the orders to the store and takes the person out of them. */
  anonymiseOrders(tx: Tx, { retailerId, customerIds, orderIds }: Person): Promise<number> {
    return tx.execute(
      `UPDATE orders SET customer_id = NULL, billing_country = NULL
        WHERE retailer_id = $1
          AND (customer_id = ANY ($2::uuid[])
               OR (external_id = ANY ($3::text[]) AND customer_id IS NULL AND billing_country IS NOT NULL))`,
      [retailerId, customerIds, orderIds],
    );
  }

  deleteChanges(tx: Tx, { retailerId, customerIds }: Person): Promise<number> {
    return tx.execute(`DELETE FROM customer_changes WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[])`, [
      retailerId,
      customerIds,
    ]);
  }

  deleteCustomers(tx: Tx, { retailerId, customerIds }: Person): Promise<number> {
    return tx.execute(`DELETE FROM customers WHERE retailer_id = $1 AND id = ANY ($2::uuid[])`, [
      retailerId,
      customerIds,
    ]);
  }

  customers(sql: Sql, { retailerId, customerIds }: Person): Promise<object[]> {
    return sql.query(
      `SELECT id, external_id AS "externalId", email, first_name AS "firstName", last_name AS "lastName", country,
              language, language_said_at AS "languageSaidAt", marketing, marketing_updated_at AS "marketingUpdatedAt", platform_updated_at AS "platformUpdatedAt",
              orders_count AS "ordersCount", total_spent AS "totalSpent", first_order_at AS "firstOrderAt",
              last_order_at AS "lastOrderAt"
         FROM customers WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id`,
      [retailerId, customerIds],
    );
  }

  orders(sql: Sql, { retailerId, orderIds }: Person): Promise<object[]> {
    return sql.query(
      `SELECT external_id AS "externalId", customer_id AS "customerId", currency, total, refunded, net, counted, reason,
              financial_status AS "financialStatus", cancelled_at AS "cancelledAt", test, product_ids AS "productIds",
              billing_country AS "billingCountry", ordered_at AS "orderedAt",
              platform_updated_at AS "platformUpdatedAt"
         FROM orders WHERE retailer_id = $1 AND external_id = ANY ($2::text[]) ORDER BY ordered_at, external_id`,
      [retailerId, orderIds],
    );
  }

  refunds(sql: Sql, { retailerId, orderIds }: Person): Promise<object[]> {
    return sql.query(
      `SELECT order_external_id AS "orderExternalId", external_id AS "externalId", amount
         FROM refunds WHERE retailer_id = $1 AND order_external_id = ANY ($2::text[])
        ORDER BY order_external_id, external_id`,
      [retailerId, orderIds],
    );
  }
}
