import { Injectable } from '@nestjs/common';
import { columnsOf, deleteEach, each, type Sql, type Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import type { Counts } from '../personal-data/personal-data.service.js';
import { Customer } from './model/customer.entity.js';
import { Order } from './model/order.entity.js';
import { Refund } from './model/refund.entity.js';

const CUSTOMER = columnsOf(Customer, 'c', [
  'id',
  'externalId',
  'email',
  'firstName',
  'lastName',
  'country',
  'language',
  'languageSaidAt',
  'marketing',
  'marketingUpdatedAt',
  'platformUpdatedAt',
  'ordersCount',
  'totalSpent',
  'firstOrderAt',
  'lastOrderAt',
]);
const ORDER = columnsOf(Order, 'o', [
  'externalId',
  'customerId',
  'currency',
  'total',
  'refunded',
  'net',
  'counted',
  'reason',
  'financialStatus',
  'cancelledAt',
  'test',
  'productIds',
  'billingCountry',
  'orderedAt',
  'platformUpdatedAt',
]);
const REFUND = columnsOf(Refund, 'f', ['orderExternalId', 'externalId', 'amount']);

const OF_CUSTOMERS = 'retailer_id = $1 AND customer_id = ANY ($2::uuid[])';
/** What goes with a customer. */
const DELETED = {
  customer_changes: OF_CUSTOMERS,
  customers: 'retailer_id = $1 AND id = ANY ($2::uuid[])',
  customer_identities: 'retailer_id = $1 AND external_id = ANY ($3::text[])',
  imported_customers: OF_CUSTOMERS,
  import_replacements: `${OF_CUSTOMERS} AND kind = 'customer'`,
} as const;

/**
 * The orders of the customers ($2) and of the gone ones ($4), by index lookups. An OR of the conditions would read all
 * orders while the lock of commerce is held.
 */
const OF_PERSON = `(
  SELECT external_id FROM ${each('orders', 'customer_id', 'uuid')}
   UNION
  SELECT gone.external_id FROM unnest($4::text[]) AS former (id) CROSS JOIN LATERAL (
         SELECT * FROM orders WHERE retailer_id = $1 AND gone_customer = former.id OFFSET 0) gone) AS of_person`;

/**
 * All reads and writes that export or erase one customer. Plain SQL where a repository would need several statements.
 */
@Injectable()
export class CustomerDataRepository {
  /**
   * Customers with one of the ids, with one of the addresses, or with the same address as a customer with one of the
   * ids. These are three lookups: an OR of the conditions would read all customers while the lock of commerce is held.
   */
  identities(
    tx: Tx,
    { retailerId, customerIds, emails }: Person,
  ): Promise<Pick<Customer, 'id' | 'externalId' | 'email'>[]> {
    return tx.query(
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

  /** The ids of the customers' orders, and of the named orders that belong to no other customer. */
  async orderIds(tx: Tx, { retailerId, customerIds, externalIds, orderIds }: Person): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `SELECT external_id AS id FROM ${OF_PERSON}
        UNION
       SELECT named.id FROM unnest($3::text[]) AS named (id) LEFT JOIN LATERAL (
              SELECT * FROM orders WHERE retailer_id = $1 AND external_id = named.id OFFSET 0) o ON true
        WHERE o.customer_id IS NULL OR o.customer_id = ANY ($2::uuid[])
        ORDER BY 1`,
      [retailerId, customerIds, orderIds, externalIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Removes the customer, also a gone one, and the billing country from the person's orders. The orders stay. */
  anonymiseOrders(tx: Tx, { retailerId, customerIds, externalIds, orderIds }: Person): Promise<number> {
    return tx.execute(
      `UPDATE orders SET customer_id = NULL, gone_customer = NULL, billing_country = NULL
         FROM unnest(ARRAY(
              SELECT external_id FROM ${OF_PERSON}
               UNION ALL
              SELECT anonymous.external_id FROM unnest($3::text[]) AS named (id) CROSS JOIN LATERAL (
                     SELECT * FROM orders WHERE retailer_id = $1 AND external_id = named.id
                        AND customer_id IS NULL AND billing_country IS NOT NULL OFFSET 0) anonymous)) AS theirs (id)
        WHERE retailer_id = $1 AND external_id = theirs.id`,
      [retailerId, customerIds, orderIds, externalIds],
    );
  }

  /** Deletes the person's customers with all that the module keeps of them. Returns the number of rows by table. */
  deleteCustomers(tx: Tx, { retailerId, customerIds, externalIds }: Person): Promise<Counts> {
    return deleteEach(tx, DELETED, [retailerId, customerIds, externalIds]);
  }

  customers(sql: Sql, { retailerId, customerIds }: Person): Promise<object[]> {
    return sql.query(
      `SELECT ${CUSTOMER} FROM customers c WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id`,
      [retailerId, customerIds],
    );
  }

  orders(sql: Sql, { retailerId, orderIds }: Person): Promise<object[]> {
    return sql.query(
      `SELECT ${ORDER} FROM orders o
        WHERE retailer_id = $1 AND external_id = ANY ($2::text[]) ORDER BY ordered_at, external_id`,
      [retailerId, orderIds],
    );
  }

  refunds(sql: Sql, { retailerId, orderIds }: Person): Promise<object[]> {
    return sql.query(
      `SELECT ${REFUND} FROM refunds f
        WHERE retailer_id = $1 AND order_external_id = ANY ($2::text[]) ORDER BY order_external_id, external_id`,
      [retailerId, orderIds],
    );
  }
}
