import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { parseDecimal } from '#libs/kernel';
import { hasUnsettledChange } from '../../commerce/storage/customer-changes.sql.js';
import { CUSTOMERS_NAMED } from '../../commerce/storage/customers.sql.js';
import { COUNTED_ORDERS, PRODUCTS_BOUGHT } from '../../commerce/storage/orders.sql.js';
import type { Customer } from '../../commerce/model/customer.entity.js';
import type { CountedOrder } from '../criteria/criterion.js';
import type { CustomerFacts } from '../criteria/facts.js';

type FactsRow = Omit<CustomerFacts, 'totalSpent' | 'largestOrder' | 'productIds'> &
  Pick<Customer, 'id' | 'totalSpent' | 'largestOrder'>;

/** Times are numbers, because a Date drops fractions of a millisecond. */
const FACTS = `id, orders_count AS "ordersCount", total_spent AS "totalSpent", largest_order AS "largestOrder",
  (extract(epoch FROM first_order_at) * 1000)::float8 AS "firstOrderAt",
  (extract(epoch FROM last_order_at) * 1000)::float8 AS "lastOrderAt",
  marketing, email, coalesce(country, billing_country) AS country`;

const NOTHING: ReadonlySet<string> = new Set();

/** All SQL that reads the facts of single customers. */
@Injectable()
export class FactRepository {
  /** `productIds`: the products in any criteria. Where it is empty, no orders are read. */
  facts(
    sql: Sql,
    retailerId: string,
    customerIds: readonly string[],
    productIds: readonly string[],
  ): Promise<Map<string, CustomerFacts>> {
    return this.read(sql, `SELECT ${FACTS} FROM ${CUSTOMERS_NAMED}`, {
      retailerId,
      customerIds,
      productIds,
    });
  }

  /** As `facts`, without customers whose facts have changed since their memberships were last evaluated. */
  settledFacts(
    sql: Sql,
    retailerId: string,
    customerIds: readonly string[],
    productIds: readonly string[],
  ): Promise<Map<string, CustomerFacts>> {
    const text = `SELECT ${FACTS} FROM ${CUSTOMERS_NAMED} WHERE NOT ${hasUnsettledChange('found.id')}`;
    return this.read(sql, text, { retailerId, customerIds, productIds });
  }

  /** The customer's counted orders, the newest first. */
  async countedOrders(sql: Sql, retailerId: string, customerId: string): Promise<CountedOrder[]> {
    const rows = await sql.query<Omit<CountedOrder, 'net'> & { net: string }>(COUNTED_ORDERS, [retailerId, customerId]);
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
    const rows = await sql.query<{ id: string; products: string[] }>(PRODUCTS_BOUGHT, [
      retailerId,
      customerIds,
      productIds,
    ]);
    return new Map(rows.map(({ id, products }) => [id, new Set(products)]));
  }
}

interface Wanted {
  readonly retailerId: string;
  readonly customerIds: readonly string[];
  readonly productIds: readonly string[];
}

/** The object is written field by field: V8 reads the object of a spread more slowly, and each definition reads it. */
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
