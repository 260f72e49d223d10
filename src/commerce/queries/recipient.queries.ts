import { Injectable } from '@nestjs/common';
import { each, type Sql } from '#libs/database';
import { groupBy, moneyOf } from '#libs/kernel';
import type { Marketing } from '../model/customer.entity.js';

/** A customer as somebody who may be written to. */
export interface RecipientView {
  readonly id: string;
  readonly externalId: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly country: string | null;
  readonly marketing: Marketing;
  readonly ordersCount: number;
  /** Decimal string in the store's currency. */
  readonly totalSpent: string;
  readonly lastOrderAt: Date | null;
}

/** A customer record and the mailbox that its mails go to. */
export interface Mailbox {
  readonly id: string;
  readonly email: string | null;
  readonly marketing: Marketing;
}

export interface OrderedProduct {
  readonly title: string;
  /** Below the store's address. */
  readonly pagePath: string | null;
  readonly imageUrl: string | null;
  readonly price: string | null;
}

export interface LastOrderView {
  readonly orderedAt: Date;
  readonly total: string;
  readonly currency: string;
  /** Those of its products that we know, at most ten. */
  readonly products: readonly OrderedProduct[];
}

/** What mails ask of customers; by id, many at a time, on the caller's connection. */
@Injectable()
export class RecipientQueries {
  async recipients(sql: Sql, retailerId: string, customerIds: readonly string[]): Promise<Map<string, RecipientView>> {
    if (customerIds.length === 0) return new Map();
    const rows = await sql.query<RecipientView>(
      `SELECT id, external_id AS "externalId", email, first_name AS "firstName", last_name AS "lastName", country,
              marketing, orders_count AS "ordersCount", total_spent AS "totalSpent", last_order_at AS "lastOrderAt"
         FROM ${each('customers', 'id', 'uuid')}`,
      [retailerId, customerIds],
    );
    return new Map(rows.map((row) => [row.id, { ...row, totalSpent: moneyOf(row.totalSpent) }]));
  }

  /** The customers, and all other records of the store that have the address of one of them. */
  withSameAddress(sql: Sql, retailerId: string, customerIds: readonly string[]): Promise<Mailbox[]> {
    return sql.query<Mailbox>(
      `WITH wanted AS MATERIALIZED (SELECT id, email FROM ${each('customers', 'id', 'uuid')})
       SELECT c.id, c.email, c.marketing FROM (SELECT DISTINCT email FROM wanted WHERE email IS NOT NULL) a
         JOIN customers c ON c.retailer_id = $1 AND c.email = a.email
       UNION ALL
       SELECT id, NULL, 'unknown' FROM wanted WHERE email IS NULL`,
      [retailerId, customerIds],
    );
  }

  /** Of each customer the last order that counts, with its products. */
  async lastOrders(sql: Sql, retailerId: string, customerIds: readonly string[]): Promise<Map<string, LastOrderView>> {
    if (customerIds.length === 0) return new Map();
    const rows = await sql.query<OrderRow>(
      `SELECT o.customer_id AS "customerId", o.ordered_at AS "orderedAt", o.total, o.currency, p.title,
              p.page_path AS "pagePath", p.image_url AS "imageUrl", p.price
         FROM unnest($2::uuid[]) AS wanted (id)
        CROSS JOIN LATERAL (
          SELECT * FROM orders WHERE retailer_id = $1 AND customer_id = wanted.id AND counted
           ORDER BY ordered_at DESC, external_id LIMIT 1) o
         LEFT JOIN LATERAL unnest(o.product_ids[1:10]) WITH ORDINALITY AS line (product_id, place) ON true
         LEFT JOIN products p ON p.retailer_id = $1 AND p.external_id = line.product_id
        ORDER BY line.place`,
      [retailerId, customerIds],
    );
    return new Map([...groupBy(rows, ({ customerId }) => customerId)].map(([id, lines]) => [id, lastOrder(lines)]));
  }
}

interface OrderRow {
  readonly customerId: string;
  readonly orderedAt: Date;
  readonly total: string;
  readonly currency: string;
  readonly title: string | null;
  readonly pagePath: string | null;
  readonly imageUrl: string | null;
  readonly price: string | null;
}

function lastOrder(lines: readonly OrderRow[]): LastOrderView {
  const [first] = lines;
  if (!first) throw new Error('an order without a row');
  return {
    orderedAt: first.orderedAt,
    total: moneyOf(first.total),
    currency: first.currency,
    products: lines.flatMap(({ title, pagePath, imageUrl, price }) =>
      title === null ? [] : [{ title, pagePath, imageUrl, price: price === null ? null : moneyOf(price) }],
    ),
  };
}
