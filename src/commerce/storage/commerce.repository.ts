import { Injectable } from '@nestjs/common';
import { each, type SqlValue, type Tx, written } from '#libs/database';
import { type Decimal4, decimalOf, formatDecimal } from '#libs/kernel';
import { type Cause, isSilentSql } from '../model/causes.js';
import type { Counted } from '../model/count-order.js';
import { FACT_COLUMNS, FACTS_OF_ORDERS } from './facts.sql.js';
import type { RefundRecord } from '../model/records.js';
import type { CustomerRow, OrderRow, ProductRow } from '../model/rows.js';

/** An order with the decision about it. */
export interface CountedOrderRow extends OrderRow, Counted {
  readonly refunded: Decimal4;
  /** Whether the order is news: an import and history are not. */
  readonly isNews: boolean;
}

type Prices = 'price' | 'compareAtPrice' | 'formerPrice';

/** A silent cause replaces no other. */
const RECORD_CHANGES = `
  INSERT INTO customer_changes AS x (retailer_id, customer_id, cause)
  SELECT $1, customer_id, cause FROM unnest($2::uuid[], $3::text[]) AS r (customer_id, cause)
   ORDER BY customer_id
  ON CONFLICT (retailer_id, customer_id) DO UPDATE
    SET cause = CASE WHEN ${isSilentSql('excluded.cause')} THEN x.cause ELSE excluded.cause END,
        changed_at = excluded.changed_at, held = false`;

/**
 * For a silent cause. A customer who is in the queue stays as is, also the time, but the row is locked: no worker takes
 * the customer before the facts of this transaction are committed.
 */
const RECORD_SILENT_CHANGES = `
  INSERT INTO customer_changes AS x (retailer_id, customer_id, cause)
  SELECT $1, customer_id, $3 FROM unnest($2::uuid[]) AS r (customer_id) ORDER BY customer_id
  ON CONFLICT (retailer_id, customer_id) DO UPDATE SET changed_at = excluded.changed_at, held = false WHERE x.held`;

/** Changed customers as a statement that queues them, and its parameters. */
export interface ChangesToRecord {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const changes = (text: string, values: readonly SqlValue[]): ChangesToRecord => ({
  text,
  values: written(text, values),
});

/** @param causes why each customer has changed, by our id */
export const changesToRecord = (retailerId: string, causes: ReadonlyMap<string, string>): ChangesToRecord =>
  changes(RECORD_CHANGES, [retailerId, [...causes.keys()], [...causes.values()]]);

/** @param cause why all these customers have changed; it must be silent (`isSilent`) */
export const silentChangesToRecord = (
  retailerId: string,
  customerIds: readonly string[],
  cause: Cause,
): ChangesToRecord => changes(RECORD_SILENT_CHANGES, [retailerId, customerIds, cause]);

/** All SQL of the intake: bulk statements on customers, orders, refunds and products in the caller's transaction. */
@Injectable()
export class CommerceRepository {
  async customers(tx: Tx, retailerId: string, ids: readonly string[]): Promise<Map<string, CustomerRow>> {
    if (ids.length === 0) return new Map();
    const rows = await tx.query<CustomerRow>(
      `SELECT id, external_id AS "externalId", email, first_name AS "firstName", last_name AS "lastName", country,
              language, language_said_at AS "languageSaidAt", marketing, marketing_updated_at AS "marketingUpdatedAt",
              platform_updated_at AS "updatedAt"
         FROM ${each('customers', 'id', 'uuid')}`,
      [retailerId, ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async orders(tx: Tx, retailerId: string, externalIds: readonly string[]): Promise<Map<string, OrderRow>> {
    if (externalIds.length === 0) return new Map();
    const rows = await tx.query<Omit<OrderRow, 'total'> & { total: string }>(
      `SELECT external_id AS "externalId", customer_id AS "customerId", gone_customer AS "goneCustomer", currency, other_currency AS "otherCurrency", total,
              financial_status AS "financialStatus", cancelled_at AS "cancelledAt", test, product_ids AS "productIds",
              discount_codes AS "discountCodes", billing_country AS "billingCountry", ordered_at AS "orderedAt", platform_updated_at AS "updatedAt",
              triggered_at AS "triggeredAt"
         FROM ${each('orders', 'external_id', 'text')}`,
      [retailerId, externalIds],
    );
    return new Map(rows.map((row) => [row.externalId, { ...row, total: decimalOf(row.total) }]));
  }

  async refunds(tx: Tx, retailerId: string, orderExternalIds: readonly string[]): Promise<RefundRecord[]> {
    if (orderExternalIds.length === 0) return [];
    const rows = await tx.query<Omit<RefundRecord, 'amount'> & { amount: string }>(
      `SELECT external_id AS "externalId", order_external_id AS "orderExternalId", amount, source, as_of AS "asOf",
              read_due_at IS NOT NULL AS "readOwed"
         FROM ${each('refunds', 'order_external_id', 'text')}`,
      [retailerId, orderExternalIds],
    );
    return rows.map((row) => ({ ...row, amount: decimalOf(row.amount) }));
  }

  async saveCustomers(tx: Tx, retailerId: string, rows: readonly CustomerRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `INSERT INTO customers (retailer_id, id, external_id, email, first_name, last_name, country, language,
                              language_said_at, marketing, marketing_updated_at, platform_updated_at)
       SELECT $1, id, "externalId", email, "firstName", "lastName", country, language, "languageSaidAt", marketing,
              "marketingUpdatedAt", "updatedAt"
         FROM json_to_recordset($2::json) AS r (id uuid, "externalId" text, email text, "firstName" text,
              "lastName" text, country text, language text, "languageSaidAt" timestamptz, marketing text,
              "marketingUpdatedAt" timestamptz, "updatedAt" timestamptz)
       ON CONFLICT (retailer_id, id) DO UPDATE SET email = excluded.email, first_name = excluded.first_name,
         last_name = excluded.last_name, country = excluded.country, language = excluded.language,
         language_said_at = excluded.language_said_at, marketing = excluded.marketing,
         marketing_updated_at = excluded.marketing_updated_at, platform_updated_at = excluded.platform_updated_at`,
      [retailerId, JSON.stringify(rows)],
    );
  }

  /**
   * An order that did not count before and counts now arrives now, if it is news. An order that is dated ahead of its
   * first record here was placed then: no customer can have ordered later than we heard of it.
   */
  async saveOrders(tx: Tx, retailerId: string, rows: readonly CountedOrderRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `INSERT INTO orders (retailer_id, external_id, customer_id, gone_customer, currency, other_currency, total, refunded, net, counted,
                           reason, financial_status, cancelled_at, test, product_ids, discount_codes, billing_country,
                           ordered_at, came_in_at,
                           platform_updated_at, triggered_at, arrived_at)
       SELECT $1, "externalId", "customerId", "goneCustomer", currency, "otherCurrency", total, refunded, net, counted, reason,
              "financialStatus", "cancelledAt", test, "productIds", "discountCodes", "billingCountry", least("orderedAt", now_ms), now_ms,
              "updatedAt", "triggeredAt", CASE WHEN counted AND "isNews" THEN clock_timestamp() END
         FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS now_ms) AS clock, json_to_recordset($2::json) AS r ("externalId" text, "customerId" uuid, "goneCustomer" text, currency text,
              "otherCurrency" boolean, total numeric, refunded numeric, net numeric, counted boolean, reason text, "financialStatus" text,
              "cancelledAt" timestamptz, test boolean, "productIds" text[], "discountCodes" text[], "billingCountry" text,
              "orderedAt" timestamptz, "updatedAt" timestamptz, "triggeredAt" timestamptz, "isNews" boolean)
       ON CONFLICT (retailer_id, external_id) DO UPDATE SET customer_id = excluded.customer_id,
         gone_customer = excluded.gone_customer, currency = excluded.currency, other_currency = excluded.other_currency, total = excluded.total, refunded = excluded.refunded, net = excluded.net,
         counted = excluded.counted, reason = excluded.reason, financial_status = excluded.financial_status,
         cancelled_at = excluded.cancelled_at, test = excluded.test, product_ids = excluded.product_ids,
         discount_codes = excluded.discount_codes, billing_country = excluded.billing_country, ordered_at = least(excluded.ordered_at, orders.came_in_at),
         platform_updated_at = excluded.platform_updated_at, triggered_at = excluded.triggered_at,
         arrived_at = CASE WHEN orders.counted THEN orders.arrived_at ELSE coalesce(orders.arrived_at, excluded.arrived_at) END`,
      [retailerId, jsonOf(rows)],
    );
  }

  async saveRefunds(tx: Tx, retailerId: string, rows: readonly RefundRecord[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `INSERT INTO refunds (retailer_id, order_external_id, external_id, amount, source, as_of, read_due_at)
       SELECT $1, "orderExternalId", "externalId", amount, coalesce(source, 'told'), "asOf", CASE WHEN "readOwed" THEN now() END
         FROM json_to_recordset($2::json) AS r ("orderExternalId" text, "externalId" text, amount numeric, source text,
              "asOf" timestamptz, "readOwed" boolean)
       ON CONFLICT (retailer_id, order_external_id, external_id) DO UPDATE SET amount = excluded.amount,
         source = excluded.source, as_of = excluded.as_of,
         read_due_at = CASE WHEN excluded.read_due_at IS NOT NULL
                            THEN coalesce(refunds.read_due_at, excluded.read_due_at) END`,
      [retailerId, jsonOf(rows)],
    );
  }

  async deleteRefunds(tx: Tx, retailerId: string, orderExternalIds: readonly string[]): Promise<void> {
    if (orderExternalIds.length === 0) return;
    await tx.execute(`DELETE FROM refunds WHERE retailer_id = $1 AND order_external_id = ANY ($2::text[])`, [
      retailerId,
      orderExternalIds,
    ]);
  }

  async products(tx: Tx, retailerId: string, externalIds: readonly string[]): Promise<Map<string, ProductRow>> {
    if (externalIds.length === 0) return new Map();
    const rows = await tx.query<Omit<ProductRow, Prices> & Record<Prices, string | null>>(
      `SELECT external_id AS "externalId", title, handle, page_path AS "pagePath", status, image_url AS "imageUrl",
              price, compare_at_price AS "compareAtPrice", available, tracks_stock AS "tracksStock",
              published_at AS "publishedAt", price_since AS "priceSince", former_price AS "formerPrice",
              price_dropped_at AS "priceDroppedAt", back_in_stock_at AS "backInStockAt",
              platform_updated_at AS "updatedAt"
         FROM ${each('products', 'external_id', 'text')}`,
      [retailerId, externalIds],
    );
    const decimal = (text: string | null): Decimal4 | null => (text === null ? null : decimalOf(text));
    return new Map(
      rows.map(({ price, compareAtPrice, formerPrice, ...row }) => [
        row.externalId,
        {
          ...row,
          price: decimal(price),
          compareAtPrice: decimal(compareAtPrice),
          formerPrice: decimal(formerPrice),
        },
      ]),
    );
  }

  async saveProducts(tx: Tx, retailerId: string, rows: readonly ProductRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `INSERT INTO products (retailer_id, external_id, title, handle, page_path, status, image_url, price,
                             compare_at_price, available, tracks_stock, published_at, price_since, former_price,
                             price_dropped_at, back_in_stock_at, platform_updated_at)
       SELECT $1, "externalId", title, handle, "pagePath", status, "imageUrl", price, "compareAtPrice", available,
              "tracksStock", "publishedAt", "priceSince", "formerPrice", "priceDroppedAt", "backInStockAt", "updatedAt"
         FROM json_to_recordset($2::json) AS r ("externalId" text, title text, handle text, "pagePath" text,
              status text, "imageUrl" text, price numeric, "compareAtPrice" numeric, available boolean,
              "tracksStock" boolean, "publishedAt" timestamptz, "priceSince" timestamptz, "formerPrice" numeric,
              "priceDroppedAt" timestamptz, "backInStockAt" timestamptz, "updatedAt" timestamptz)
       ON CONFLICT (retailer_id, external_id) DO UPDATE SET title = excluded.title, handle = excluded.handle,
         page_path = excluded.page_path, status = excluded.status, image_url = excluded.image_url,
         price = excluded.price, compare_at_price = excluded.compare_at_price, available = excluded.available,
         tracks_stock = excluded.tracks_stock, published_at = excluded.published_at,
         price_since = excluded.price_since, former_price = excluded.former_price,
         price_dropped_at = excluded.price_dropped_at, back_in_stock_at = excluded.back_in_stock_at,
         platform_updated_at = excluded.platform_updated_at`,
      [retailerId, jsonOf(rows)],
    );
  }

  /**
   * Computes facts from the stored orders. Only an import writes facts in another way: it inserts new customers with
   * the facts of their orders, and adds new orders to the facts of stored customers. The subquery takes the retailer
   * from the customer. With the parameter, Postgres would expect one order where the statistics do not know the store,
   * and would read all orders of the store for each customer.
   */
  async recomputeFacts(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<void> {
    await tx.execute(
      `UPDATE customers c
          SET (${FACT_COLUMNS}) = (
                SELECT ${FACTS_OF_ORDERS}
                  FROM orders o WHERE o.retailer_id = c.retailer_id AND o.customer_id = c.id AND o.counted)
        WHERE c.retailer_id = $1 AND c.id = ANY ($2::uuid[])`,
      [retailerId, customerIds],
    );
  }

  /** Queues customers for segmentation, in the transaction that changed their facts. */
  async recordChanges(tx: Tx, { text, values }: ChangesToRecord): Promise<void> {
    await tx.execute(text, values);
  }
}

/** JSON with amounts as text. A replacer of JSON.stringify would also be called for each element of nested lists. */
const jsonOf = (rows: readonly object[]): string => JSON.stringify(rows.map(decimalsAsText));

const decimalsAsText = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'bigint' ? formatDecimal(value) : value,
    ]),
  );
