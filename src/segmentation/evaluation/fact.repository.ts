import { Injectable } from '@nestjs/common';
import { each, type Sql } from '#libs/database';
import { parseDecimal } from '#libs/kernel';
import type { Marketing } from '../../commerce/customer.entity.js';
import type { CountedOrder } from '../criteria/criterion.js';
import type { CustomerFacts } from '../criteria/facts.js';

interface FactsRow {
  readonly id: string;
  readonly ordersCount: number;
  readonly totalSpent: string;
  readonly largestOrder: string | null;
  readonly firstOrderAt: number | null;
  readonly lastOrderAt: number | null;
  readonly marketing: Marketing;
  readonly email: string | null;
  readonly country: string | null;
}

/** Times as numbers: a Date would lose what lies between two milliseconds. */
const FACTS = `id, orders_count AS "ordersCount", total_spent AS "totalSpent", largest_order AS "largestOrder",
  (extract(epoch FROM first_order_at) * 1000)::float8 AS "firstOrderAt",
  (extract(epoch FROM last_order_at) * 1000)::float8 AS "lastOrderAt",
  marketing, email, coalesce(country, billing_country) AS country`;

const NOTHING: ReadonlySet<string> = new Set();

/** Reads what criteria ask about single customers. */
@Injectable()
export class FactRepository {
  /** `productIds`: those that some criteria ask for; without any the orders are left alone. */
  facts(
    sql: Sql,
    retailerId: string,
    customerIds: readonly string[],
    productIds: readonly string[],
  ): Promise<Map<string, CustomerFacts>> {
    return this.read(sql, `SELECT ${FACTS} FROM ${each('customers', 'id', 'uuid')}`, {
      retailerId,
      customerIds,
      productIds,
    });
  }

  /** As `facts`, without customers whose facts have changed and whose memberships have not yet been looked at. */
  settledFacts(
    sql: Sql,
    retailerId: string,
    customerIds: readonly string[],
    productIds: readonly string[],
  ): Promise<Map<string, CustomerFacts>> {
    const text = `SELECT ${FACTS} FROM ${each('customers', 'id', 'uuid')}
      WHERE NOT EXISTS (SELECT FROM customer_changes x
                         WHERE x.retailer_id = $1 AND x.customer_id = found.id AND NOT x.held)`;
    return this.read(sql, text, { retailerId, customerIds, productIds });
  }

  /** The customer's counted orders, the newest first. */
  async countedOrders(sql: Sql, retailerId: string, customerId: string): Promise<CountedOrder[]> {
    const rows = await sql.query<Omit<CountedOrder, 'net'> & { net: string }>(
      `SELECT external_id AS "externalId", (extract(epoch FROM ordered_at) * 1000)::float8 AS "orderedAt", net,
              other_currency AS "otherCurrency", product_ids AS "productIds"
         FROM orders WHERE retailer_id = $1 AND customer_id = $2 AND counted
        ORDER BY ordered_at DESC, external_id DESC LIMIT 10000`,
      [retailerId, customerId],
    );
    return rows.map((row) => ({ ...row, net: parseDecimal(row.net) ?? 0n }));
  }

  private async read(sql: Sql, text: string, { retailerId, customerIds, productIds }: Wanted) {
    const rows = await sql.query<FactsRow>(text, [retailerId, customerIds]);
    const bought = await this.bought(sql, { retailerId, customerIds, productIds });
    return new Map(rows.map((row) => [row.id, factsOf(row, bought.get(row.id))]));
  }

  private async bought(
    sql: Sql,
    { retailerId, customerIds, productIds }: Wanted,
  ): Promise<Map<string, ReadonlySet<string>>> {
    if (productIds.length === 0) return new Map();
    const rows = await sql.query<{ id: string; products: string[] }>(
      `SELECT wanted.key AS id, array_agg(DISTINCT bought.product) AS products
         FROM unnest($2::uuid[]) AS wanted (key) CROSS JOIN LATERAL
              (SELECT unnest(product_ids) AS product FROM orders
                WHERE retailer_id = $1 AND customer_id = wanted.key AND counted AND product_ids && $3::text[]) bought
        WHERE bought.product = ANY ($3::text[]) GROUP BY wanted.key`,
      [retailerId, customerIds, productIds],
    );
    return new Map(rows.map(({ id, products }) => [id, new Set(products)]));
  }
}

interface Wanted {
  readonly retailerId: string;
  readonly customerIds: readonly string[];
  readonly productIds: readonly string[];
}

/** Field by field: what a spread makes V8 reads more slowly, and every definition reads it. */
const factsOf = (row: FactsRow, productIds = NOTHING): CustomerFacts => ({
  ordersCount: row.ordersCount,
  totalSpent: parseDecimal(row.totalSpent) ?? 0n,
  largestOrder: row.largestOrder === null ? null : (parseDecimal(row.largestOrder) ?? 0n),
  firstOrderAt: row.firstOrderAt,
  lastOrderAt: row.lastOrderAt,
  marketing: row.marketing,
  email: row.email,
  country: row.country,
  productIds,
});
