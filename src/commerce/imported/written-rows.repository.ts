import { Injectable } from '@nestjs/common';
import { each, type Tx } from '#libs/database';
import type { WrittenRow } from './written-rows.js';

/** The columns of an order that an import writes. */
const OF_ORDER = [
  'customer_id',
  'currency',
  'other_currency',
  'total',
  'refunded',
  'net',
  'counted',
  'reason',
  'financial_status',
  'test',
  'product_ids',
  'ordered_at',
  'came_in_at',
  'platform_updated_at',
  'import_id',
];
/** The columns of a customer that an import changes. */
const OF_CUSTOMER = ['email', 'first_name', 'last_name', 'country', 'marketing', 'marketing_updated_at'];

const list = (columns: readonly string[], of = ''): string => columns.map((column) => `${of}${column}`).join(', ');
const overwrite = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = excluded.${column}`).join(', ');

/** Reads rows of imports as JSON, and writes them again. */
@Injectable()
export class WrittenRowsRepository {
  orders(tx: Tx, retailerId: string, externalIds: readonly string[]): Promise<WrittenRow[]> {
    return tx.query<WrittenRow>(
      `SELECT 'order:' || found.external_id AS key, found.customer_id AS "customerId", NULL AS email,
              jsonb_strip_nulls(to_jsonb(found))::text AS row
         FROM ${each('orders', 'external_id', 'text')}`,
      [retailerId, externalIds],
    );
  }

  links(tx: Tx, retailerId: string, externalIds: readonly string[]): Promise<WrittenRow[]> {
    return tx.query<WrittenRow>(
      `SELECT 'person:' || found.external_id AS key, found.customer_id AS "customerId", NULL AS email, '{}' AS row
         FROM ${each('imported_customers', 'external_id', 'text')}`,
      [retailerId, externalIds],
    );
  }

  customers(tx: Tx, retailerId: string, ids: readonly string[]): Promise<WrittenRow[]> {
    return tx.query<WrittenRow>(
      `SELECT 'customer:' || found.id AS key, NULL AS "customerId", found.email,
              jsonb_strip_nulls(to_jsonb(found))::text AS row
         FROM ${each('customers', 'id', 'uuid')}`,
      [retailerId, ids],
    );
  }

  async putBackCustomers(tx: Tx, retailerId: string, rows: readonly WrittenRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `INSERT INTO customers (retailer_id, id, external_id, platform_updated_at, import_id, ${list(OF_CUSTOMER)})
       SELECT $1, r.id, r.external_id, r.platform_updated_at, r.import_id, ${list(OF_CUSTOMER, 'r.')}
         FROM unnest($2::text[]) AS g (row) CROSS JOIN LATERAL jsonb_populate_record(NULL::customers, g.row::jsonb) r
       ON CONFLICT (retailer_id, id) DO UPDATE SET ${overwrite(OF_CUSTOMER)}`,
      [retailerId, rows.map(({ row }) => row)],
    );
  }

  async putBackOrders(tx: Tx, retailerId: string, rows: readonly WrittenRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `INSERT INTO orders (retailer_id, external_id, ${list(OF_ORDER)})
       SELECT $1, r.external_id, ${list(OF_ORDER, 'r.')}
         FROM unnest($2::text[]) AS g (row) CROSS JOIN LATERAL jsonb_populate_record(NULL::orders, g.row::jsonb) r
       ON CONFLICT (retailer_id, external_id) DO UPDATE SET ${overwrite(OF_ORDER)}`,
      [retailerId, rows.map(({ row }) => row)],
    );
  }
}
