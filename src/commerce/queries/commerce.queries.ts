import { Injectable } from '@nestjs/common';
import { columnsOf, Database, each, type Sql } from '#libs/database';
import { entityId, isInstant, isText, isUuid, moneyOf, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import type { Customer } from '../model/customer.entity.js';
import { Order } from '../model/order.entity.js';
import { Product } from '../model/product.entity.js';
import type { CustomerFactsAnswer } from './customer.dto.js';
import { CUSTOMER, searchCustomers } from './customer-search.js';
import type { OrderAnswer } from './order.dto.js';
import type { ProductFactsAnswer } from './product.dto.js';

const OF_ORDER = [
  'externalId',
  'customerId',
  'total',
  'refunded',
  'net',
  'currency',
  'counted',
  'reason',
  'orderedAt',
  'cameInAt',
  'platformUpdatedAt',
] as const;
const OF_PRODUCT = [
  'externalId',
  'title',
  'handle',
  'pagePath',
  'status',
  'imageUrl',
  'price',
  'compareAtPrice',
  'available',
  'publishedAt',
  'formerPrice',
  'priceDroppedAt',
  'backInStockAt',
  'platformUpdatedAt',
] as const;

/** A customer's decision about marketing emails; `decidedAt` is null where its time is unknown. */
export interface CustomerConsent extends Pick<Customer, 'externalId' | 'marketing'> {
  readonly email: string;
  readonly decidedAt: Date | null;
}

type OrderRow = Pick<Order, (typeof OF_ORDER)[number]> & Pick<OrderAnswer, 'unknownRefunds'>;

export interface CustomerFilter {
  readonly externalId?: string | undefined;
  readonly email?: string | undefined;
  /** A part of the name or of the address; case does not matter. */
  readonly q?: string | undefined;
}

const ORDER = columnsOf(Order, 'o', OF_ORDER);
const PRODUCT = columnsOf(Product, 'p', OF_PRODUCT);

const UNKNOWN_REFUNDS = `(SELECT count(*)::int FROM refunds r WHERE r.retailer_id = o.retailer_id
  AND r.order_external_id = o.external_id AND r.read_due_at IS NOT NULL) AS "unknownRefunds"`;

/** Customers, orders and products for other modules. */
@Injectable()
export class CommerceQueries {
  constructor(private readonly database: Database) {}

  async customers(
    retailerId: string,
    filter: CustomerFilter,
    limit: number,
    cursor?: string,
  ): Promise<Page<Readonly<CustomerFactsAnswer>>> {
    const [after] = readCursor(cursor, [isUuid]) ?? [];
    const search = {
      id: filter.externalId === undefined ? null : entityId(retailerId, 'customer', filter.externalId),
      email: filter.email?.toLowerCase() ?? null,
      text: filter.q?.toLowerCase() ?? null,
      after: after ?? null,
      limit: limit + 1,
    };
    const rows = await this.database.readOnly(retailerId, (sql) => searchCustomers(sql, retailerId, search));
    return pageOf(
      rows.map((row) => ({ ...row, totalSpent: moneyOf(row.totalSpent) })),
      limit,
      (row) => [row.id],
    );
  }

  async customer(
    retailerId: string,
    id: string,
    sql: Sql = this.database.of(retailerId),
  ): Promise<Readonly<CustomerFactsAnswer> | undefined> {
    const [row] = await sql.query<Readonly<CustomerFactsAnswer>>(
      `SELECT ${CUSTOMER} FROM customers c WHERE retailer_id = $1 AND id = $2`,
      [retailerId, id],
    );
    return row && { ...row, totalSpent: moneyOf(row.totalSpent) };
  }

  /** When the customer decided about marketing emails; null where that is unknown. */
  async decidedAt(retailerId: string, id: string): Promise<Date | null> {
    const [row] = await this.database
      .of(retailerId)
      .query<{ at: Date | null }>(
        `SELECT marketing_updated_at AS at FROM customers WHERE retailer_id = $1 AND id = $2`,
        [retailerId, id],
      );
    return row?.at ?? null;
  }

  /** The customer's orders, the newest first. */
  async ordersOf(retailerId: string, customerId: string, limit: number, cursor?: string): Promise<Page<OrderAnswer>> {
    const [at, externalId] = readCursor(cursor, [isInstant, isText]) ?? [];
    const rows = await this.database.of(retailerId).query<OrderRow & { readonly place: string }>(
      `SELECT ${ORDER}, ${UNKNOWN_REFUNDS},
              to_char(o.ordered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
         FROM orders o WHERE retailer_id = $1 AND customer_id = $2
          AND ($3::timestamptz IS NULL OR (o.ordered_at, o.external_id) < ($3, $4))
        ORDER BY o.ordered_at DESC, o.external_id DESC LIMIT $5`,
      [retailerId, customerId, at ?? null, externalId ?? null, limit + 1],
    );
    const page = pageOf(rows, limit, ({ place, externalId: last }) => [place, last]);
    return { ...page, items: page.items.map(({ place: _place, ...row }) => withMoney(row)) };
  }

  /** The order, or 404. */
  async order(retailerId: string, externalId: string): Promise<OrderAnswer> {
    const [row] = isText(externalId)
      ? await this.database.of(retailerId).query<OrderRow>(
          `SELECT ${ORDER}, ${UNKNOWN_REFUNDS}
             FROM orders o WHERE retailer_id = $1 AND external_id = $2`,
          [retailerId, externalId],
        )
      : [];
    if (!row) throw notFound('order');
    return withMoney(row);
  }

  /** The platform's update time of a customer, null for a stub; undefined for an unknown customer. */
  async customerVersion(
    retailerId: string,
    id: string,
    sql: Sql = this.database.of(retailerId),
  ): Promise<{ updatedAt: Date | null } | undefined> {
    const [row] = await sql.query<{ updatedAt: Date | null }>(
      `SELECT platform_updated_at AS "updatedAt" FROM customers WHERE retailer_id = $1 AND id = $2`,
      [retailerId, id],
    );
    return row;
  }

  /** The platform's update times of the orders that are stored. */
  async orderVersions(retailerId: string, externalIds: readonly string[]): Promise<Map<string, Date>> {
    const rows = await this.database
      .of(retailerId)
      .query<{ externalId: string; updatedAt: Date }>(
        `SELECT external_id AS "externalId", platform_updated_at AS "updatedAt" FROM ${each('orders', 'external_id', 'text')}`,
        [retailerId, externalIds],
      );
    return new Map(rows.map(({ externalId, updatedAt }) => [externalId, updatedAt]));
  }

  /** The platform's ids of all of a customer's orders. */
  async orderIdsOf(retailerId: string, customerId: string, sql: Sql = this.database.of(retailerId)): Promise<string[]> {
    const rows = await sql.query<{ externalId: string }>(
      `SELECT external_id AS "externalId" FROM orders WHERE retailer_id = $1 AND customer_id = $2`,
      [retailerId, customerId],
    );
    return rows.map(({ externalId }) => externalId);
  }

  /** The platform's ids and update times of the customers with the address; a time is null for a stub. */
  async customersByEmail(
    retailerId: string,
    email: string,
    sql: Sql = this.database.of(retailerId),
  ): Promise<{ externalId: string; updatedAt: Date | null }[]> {
    return sql.query(
      `SELECT external_id AS "externalId", platform_updated_at AS "updatedAt" FROM customers
        WHERE retailer_id = $1 AND email = $2 ORDER BY platform_updated_at NULLS LAST, external_id`,
      [retailerId, email],
    );
  }

  /** The consents of the customers with one of the addresses, which are in lower case. */
  consentsOf(sql: Sql, retailerId: string, emails: readonly string[]): Promise<CustomerConsent[]> {
    return sql.query(
      `SELECT external_id AS "externalId", email, marketing, marketing_updated_at AS "decidedAt" FROM customers
        WHERE retailer_id = $1 AND email = ANY ($2::text[]) ORDER BY external_id`,
      [retailerId, emails],
    );
  }

  /** The products; those with this id, or with `q` in their title. */
  async products(
    retailerId: string,
    { externalId, q }: { readonly externalId?: string; readonly q?: string },
    limit: number,
    cursor?: string,
  ): Promise<Page<Readonly<ProductFactsAnswer>>> {
    const [after] = readCursor(cursor, [isText]) ?? [];
    const rows = await this.database.of(retailerId).query<Readonly<ProductFactsAnswer>>(
      `SELECT ${PRODUCT} FROM products p
        WHERE retailer_id = $1 AND ($2::text IS NULL OR external_id = $2) AND ($3::text IS NULL OR external_id > $3)
          AND ($5::text IS NULL OR strpos(lower(title), lower($5)) > 0)
        ORDER BY external_id LIMIT $4`,
      [retailerId, externalId ?? null, after ?? null, limit + 1, q ?? null],
    );
    return pageOf(rows.map(withPrice), limit, (row) => [row.externalId]);
  }

  /** The named products that are stored, by the platform's id. */
  async productsNamed(
    retailerId: string,
    externalIds: readonly string[],
  ): Promise<Map<string, Readonly<ProductFactsAnswer>>> {
    const rows = await this.database
      .of(retailerId)
      .query<Readonly<ProductFactsAnswer>>(
        `SELECT ${PRODUCT} FROM products p WHERE retailer_id = $1 AND external_id = ANY ($2::text[])`,
        [retailerId, externalIds.filter(isText)],
      );
    return new Map(rows.map((row) => [row.externalId, withPrice(row)]));
  }
}

const withMoney = (row: OrderRow): OrderAnswer => ({
  ...row,
  total: moneyOf(row.total),
  refunded: moneyOf(row.refunded),
  net: moneyOf(row.net),
});

const moneyOrNull = (value: string | null): string | null => (value === null ? null : moneyOf(value));

const withPrice = (row: Readonly<ProductFactsAnswer>): Readonly<ProductFactsAnswer> => ({
  ...row,
  price: moneyOrNull(row.price),
  compareAtPrice: moneyOrNull(row.compareAtPrice),
  formerPrice: moneyOrNull(row.formerPrice),
});
