import { Injectable } from '@nestjs/common';
import { columnsOf, each, type Sql } from '#libs/database';
import { groupBy, moneyOf } from '#libs/kernel';
import { Customer } from '../model/customer.entity.js';
import type { Order } from '../model/order.entity.js';
import type { Product } from '../model/product.entity.js';

const OF_RECIPIENT = [
  'id',
  'externalId',
  'email',
  'firstName',
  'lastName',
  'country',
  'marketing',
  'ordersCount',
  'totalSpent',
  'lastOrderAt',
] as const;

/** A customer as the recipient of emails; money in the store's currency, with at least two places. */
export type RecipientView = Readonly<Pick<Customer, (typeof OF_RECIPIENT)[number]>>;

/** A customer record with the address that its emails go to. */
export type Mailbox = Readonly<Pick<Customer, 'id' | 'email' | 'marketing'>>;

/** A product as emails show it; money in the store's currency, with at least two places. */
export type ShownProduct = Readonly<Pick<Product, 'title' | 'pagePath' | 'imageUrl' | 'price' | 'compareAtPrice'>>;

type OrderHead = Readonly<Pick<Order, 'orderedAt' | 'total' | 'currency'>>;

export interface LastOrderView extends OrderHead {
  /** The first ten products of the order, without those that are not stored. */
  readonly products: readonly ShownProduct[];
}

const RECIPIENT = columnsOf(Customer, 'found', OF_RECIPIENT);

/** What emails need of customers: by id, many at a time, on the caller's connection. */
@Injectable()
export class RecipientQueries {
  async recipients(sql: Sql, retailerId: string, customerIds: readonly string[]): Promise<Map<string, RecipientView>> {
    if (customerIds.length === 0) return new Map();
    const rows = await sql.query<RecipientView>(`SELECT ${RECIPIENT} FROM ${each('customers', 'id', 'uuid')}`, [
      retailerId,
      customerIds,
    ]);
    return new Map(rows.map((row) => [row.id, { ...row, totalSpent: moneyOf(row.totalSpent) }]));
  }

  /** The country of each customer: of the default address, else of the last billing address; null if unknown. */
  async countries(
    sql: Sql,
    retailerId: string,
    customerIds: readonly string[],
  ): Promise<ReadonlyMap<string, string | null>> {
    const rows = await sql.query<{ id: string; country: string | null }>(
      `SELECT id, coalesce(country, billing_country) AS country FROM ${each('customers', 'id', 'uuid')}`,
      [retailerId, customerIds],
    );
    return new Map(rows.map(({ id, country }) => [id, country]));
  }

  /**
   * The customers, and every other customer record of the store with the address of one of them. A customer without an
   * address has `unknown` as `marketing`.
   */
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

  /** The last counted order of each customer, with its products. A product that is no longer active has no page. */
  async lastOrders(sql: Sql, retailerId: string, customerIds: readonly string[]): Promise<Map<string, LastOrderView>> {
    if (customerIds.length === 0) return new Map();
    const rows = await sql.query<OrderRow>(
      `SELECT o.customer_id AS "customerId", o.ordered_at AS "orderedAt", o.total, o.currency, p.title,
              CASE p.status WHEN 'active' THEN p.page_path END AS "pagePath", p.image_url AS "imageUrl", p.price,
              p.compare_at_price AS "compareAtPrice"
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

interface OrderRow extends OrderHead, Omit<ShownProduct, 'title'> {
  readonly customerId: string;
  /** Null for an order without known products. */
  readonly title: string | null;
}

function lastOrder(lines: readonly OrderRow[]): LastOrderView {
  const [first] = lines;
  if (!first) throw new Error('an order without a row');
  return {
    orderedAt: first.orderedAt,
    total: moneyOf(first.total),
    currency: first.currency,
    products: lines.flatMap(({ title, ...line }) => (title === null ? [] : [shownProduct({ ...line, title })])),
  };
}

export const shownProduct = ({ title, pagePath, imageUrl, price, compareAtPrice }: ShownProduct): ShownProduct => ({
  title,
  pagePath,
  imageUrl,
  price: price === null ? null : moneyOf(price),
  compareAtPrice: compareAtPrice === null ? null : moneyOf(compareAtPrice),
});
