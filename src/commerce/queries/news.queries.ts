import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { entityId } from '#libs/kernel';
import type { CommerceRecord } from '../model/records.js';

interface Change {
  readonly key: string;
  readonly updatedAt: Date;
}

const ORDERS = `
  SELECT count(*)::int AS news FROM unnest($2::text[], $3::timestamptz[]) AS r (key, updated_at)
   WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.retailer_id = $1 AND o.external_id = r.key
                        AND o.platform_updated_at >= r.updated_at)`;
const PRODUCTS = `
  SELECT count(*)::int AS news FROM unnest($2::text[], $3::timestamptz[]) AS r (key, updated_at)
   WHERE NOT EXISTS (SELECT 1 FROM products p WHERE p.retailer_id = $1 AND p.external_id = r.key
                        AND p.platform_updated_at >= r.updated_at)`;
const CUSTOMERS = `
  SELECT count(*)::int AS news FROM unnest($2::uuid[], $3::timestamptz[]) AS r (key, updated_at)
   WHERE NOT EXISTS (SELECT 1 FROM customers c WHERE c.retailer_id = $1 AND c.id = r.key
                        AND c.platform_updated_at >= r.updated_at)`;

/** Compares the records of a platform with the stored rows. */
@Injectable()
export class NewsQueries {
  /**
   * Counts the orders, products and customers that changed before `before` and are newer than the stored rows, or not
   * stored.
   */
  async count(sql: Sql, retailerId: string, records: readonly CommerceRecord[], before: Date): Promise<number> {
    const changes: Record<'orders' | 'products' | 'customers', Change[]> = { orders: [], products: [], customers: [] };
    for (const record of records) {
      if (record.kind === 'order') changes.orders.push(changeOf(record.order));
      if (record.kind === 'product') changes.products.push(changeOf(record.product));
      if (record.kind === 'customer' && record.customer.updatedAt) {
        const key = entityId(retailerId, 'customer', record.customer.externalId);
        changes.customers.push({ key, updatedAt: record.customer.updatedAt });
      }
    }
    const counts = [
      await countNews(sql, ORDERS, retailerId, changes.orders, before),
      await countNews(sql, PRODUCTS, retailerId, changes.products, before),
      await countNews(sql, CUSTOMERS, retailerId, changes.customers, before),
    ];
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

const changeOf = ({ externalId, updatedAt }: { externalId: string; updatedAt: Date }): Change => ({
  key: externalId,
  updatedAt,
});

async function countNews(
  sql: Sql,
  statement: string,
  retailerId: string,
  changes: readonly Change[],
  before: Date,
): Promise<number> {
  const settled = changes.filter(({ updatedAt }) => updatedAt < before);
  if (settled.length === 0) return 0;
  const [row] = await sql.query<{ news: number }>(statement, [
    retailerId,
    settled.map(({ key }) => key),
    settled.map(({ updatedAt }) => updatedAt),
  ]);
  return row?.news ?? 0;
}
